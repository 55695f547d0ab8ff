import Foundation

@testable import ModelPredicates
@testable import ModelSchema
@testable import ModelStorage

/// An object for tests, with its values by key.
final class Record: PredicateSubject {
  let predicateTypeName: String
  let predicateObjectID: ObjectID?
  var values: [String: EvaluatedValue]

  init(_ type: String = "Record", key: Int64? = nil, _ values: [String: EvaluatedValue]) {
    predicateTypeName = type
    predicateObjectID = key.map {
      ObjectID(store: Self.store, entityName: type, key: $0)
    }
    self.values = values
  }

  static let store = UUID()

  func predicateValue(forKey key: String) throws(ObjectPredicateError) -> EvaluatedValue? {
    values[key]
  }

  /// A bank as in the tutorial, with two tags.
  static var bank: Record {
    let tags = [
      Record("Tag", key: 1, ["name": .string("closed"), "weight": .integer(2)]),
      Record("Tag", key: 2, ["name": .string("Förde"), "weight": .null]),
    ]
    let place = Record("Place", ["city": .string("Chicago"), "zip": .string("60606")])
    let details = Record(
      "BankDetails", key: 3,
      [
        "zip": .integer(94_533), "tags": .collection(tags.map { .object($0) }),
        "place": .object(place), "closeDate": .date(Date(timeIntervalSinceReferenceDate: 1000)),
      ])
    return Record(
      "FailedBankInfo", key: 4,
      [
        "name": .string("First Bank"), "city": .null, "details": .object(details),
        "assets": .decimal(Decimal(string: "0.1")!), "count": .integer(41),
        "score": .double(3), "active": .boolean(true), "other": .null,
        "numbers": .collection([.integer(1), .integer(2), .null, .integer(4)]),
        "site": .url(URL(string: "https://a.b/C")!), "empty": .collection([]),
        "data": .data(Data([1, 2])), "uuid": .uuid(Record.store),
        "accent": .string("caf\u{e9}"), "big": .integer(.max),
      ])
  }
}

/// Returns whether a condition holds for the sample bank.
func holds(_ format: String, _ variables: [String: EvaluatedValue] = [:]) throws -> Bool {
  try ObjectPredicate(format: format).evaluate(with: Record.bank, variables: variables)
}
