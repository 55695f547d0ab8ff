/// A constant in a model or a predicate.
public indirect enum ConstantValue: Sendable, Hashable, Codable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  case data(Data)
  case uuid(UUID)
  case url(URL)
  case objectID(ObjectID)
  case list([ConstantValue])
}
