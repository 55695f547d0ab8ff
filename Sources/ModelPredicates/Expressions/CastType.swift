/// A target type of `CAST`, with its name in Core Data.
package enum CastType: String, CaseIterable, Sendable {
  case number = "NSNumber"
  case decimal = "NSDecimalNumber"
  case string = "NSString"
  case date = "NSDate"
  case data = "NSData"
  case uuid = "NSUUID"
  case url = "NSURL"
  case objectID = "NSManagedObjectID"

  /// Creates the type from its name in Core Data or in Swift. The initialiser
  /// returns nil for any other name.
  package init?(_ name: String) {
    let swiftNames: [String: CastType] = [
      "Decimal": .decimal, "String": .string, "Date": .date, "Data": .data, "UUID": .uuid,
      "URL": .url, "ObjectID": .objectID,
    ]
    guard let type = CastType(rawValue: name) ?? swiftNames[name] else { return nil }
    self = type
  }

  /// Returns the constant that results from casting a constant to the type, by
  /// which values without literals are printed; nil if the cast remains an
  /// expression.
  ///
  /// - Throws: `ObjectPredicateError` (`invalidCast`) for a string that does
  ///   not denote a value of the type.
  package func literal(of constant: ConstantValue) throws(ObjectPredicateError) -> ConstantValue? {
    switch (self, constant) {
    case (.date, .integer(let seconds)):
      return .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case (.date, .double(let seconds)):
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.number, .string(let text)):
      return Self.unwritableNumbers[text].map(ConstantValue.double)
    case (.string, _), (_, .null):
      return nil
    case (_, .string(let text)):
      guard let value = value(of: text) else {
        throw ObjectPredicateError(.invalidCast(text: text, type: rawValue))
      }
      return value
    default:
      return nil
    }
  }

  private static let unwritableNumbers: [String: Double] = [
    "inf": .infinity, "-inf": -.infinity, "nan": .nan,
  ]

  private func value(of text: String) -> ConstantValue? {
    switch self {
    case .decimal: Decimal(exactly: text).map(ConstantValue.decimal)
    case .data: Data(base64Encoded: text).map(ConstantValue.data)
    case .uuid: UUID(uuidString: text).map(ConstantValue.uuid)
    case .url: URL(string: text).map(ConstantValue.url)
    case .objectID: ObjectID(text).map(ConstantValue.objectID)
    case .number, .string, .date: nil
    }
  }
}
