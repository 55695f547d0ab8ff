/// A value in the evaluation of a predicate in memory.
public enum EvaluatedValue {
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
  /// An object given only by its ID, which can be compared but has no values.
  case objectID(ObjectID)
  /// An object or a composite value, which has values for keys.
  case object(any PredicateSubject)
  /// The objects of a to-many relationship, or the elements of a list.
  case collection([EvaluatedValue])

  /// Creates a value from a constant; a list becomes a collection.
  public init(_ constant: ConstantValue) {
    self =
      switch constant {
      case .null: .null
      case .boolean(let flag): .boolean(flag)
      case .integer(let integer): .integer(integer)
      case .double(let double): .double(double)
      case .decimal(let decimal): .decimal(decimal)
      case .string(let string): .string(string)
      case .date(let date): .date(date)
      case .data(let data): .data(data)
      case .uuid(let uuid): .uuid(uuid)
      case .url(let url): .url(url)
      case .objectID(let id): .objectID(id)
      case .list(let elements): .collection(elements.map(EvaluatedValue.init))
      }
  }

  /// True if there is no value.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The kind of value, in words for messages.
  var kindText: String {
    switch self {
    case .collection: "a collection"
    case .object: "an object"
    case .null, .boolean, .integer, .double, .decimal, .string, .date, .data, .uuid, .url,
      .objectID:
      constant.kindText
    }
  }

  /// The elements of a collection. If the value is nil there are none; a single
  /// value is one element.
  var elements: [EvaluatedValue] {
    switch self {
    case .null: []
    case .collection(let elements): elements
    default: [self]
    }
  }
}

extension EvaluatedValue {
  /// The value as a constant of a predicate.
  package var constant: ConstantValue {
    switch self {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .decimal(let value): .decimal(value)
    case .string(let value): .string(value)
    case .date(let value): .date(value)
    case .data(let value): .data(value)
    case .uuid(let value): .uuid(value)
    case .url(let value): .url(value)
    case .objectID(let value): .objectID(value)
    case .object(let subject): subject.predicateObjectID.map { .objectID($0) } ?? .null
    case .collection(let values): .list(values.map(\.constant))
    }
  }
}
