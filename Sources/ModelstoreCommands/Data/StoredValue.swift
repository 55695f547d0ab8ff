/// Values of objects as text.
///
/// JSON keeps values exactly: a `Decimal` is a string, bytes are Base64, an
/// object is its ID, and a date is in ISO 8601 or, if nine fraction digits are
/// not enough, the number of seconds since 2001.
enum StoredValue {
  /// Returns the value as human-readable text.
  static func text(_ value: Any?) -> String {
    switch value {
    case nil: ""
    case let value as String: value
    case let value as Data: value.count > 32 ? "\(value.count) bytes" : value.base64EncodedString()
    case let value as Decimal: "\(value)"
    case let value as Date: ISODate.shown(value)
    case let value as UUID: value.uuidString
    case let value as URL: value.absoluteString
    case let value as ManagedObject: id(value)
    default: json(value)
    }
  }

  /// Returns the value as a CSV field, without shortening it.
  static func field(_ value: Any?) -> String {
    (value as? Data)?.base64EncodedString() ?? text(value)
  }

  /// Returns the value as JSON on one line.
  static func json(_ value: Any?) -> String {
    switch value {
    case nil: "null"
    case let value as String: JSONText.string(value)
    case let value as Bool: value ? "true" : "false"
    case let value as Double: number(value)
    case let value as Float: number(value)
    case let value as any BinaryInteger: "\(value)"
    case let value as Date:
      ISODate.text(value).map(JSONText.string) ?? number(value.timeIntervalSinceReferenceDate)
    case let value as Data: JSONText.string(value.base64EncodedString())
    case let value as ManagedObject: JSONText.string(id(value))
    case let value as ObjectSet<ManagedObject>:
      JSONText.array(value.objects.map(id).sorted(by: Self.inOrder).map(JSONText.string))
    case let value as OrderedObjects<ManagedObject>:
      JSONText.array(value.objects.map { JSONText.string(id($0)) })
    case let value as JSONLine: value.text
    case let value as [String: Any]:
      JSONText.object(value.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) })
    case let value as any Encodable where !(value is Decimal || value is UUID || value is URL):
      value.jsonText ?? "null"
    default: JSONText.string(text(value))
    }
  }

  /// Returns the ID of an object in the form used in commands: `Bank/p7`.
  static func id(_ object: ManagedObject) -> String {
    "\(object.entityName)/p\(object.objectID.key)"
  }

  /// Returns the ID that a word denotes: `Bank/p7`, or a URI; nil if it denotes
  /// none.
  static func objectID(_ word: String, store: UUID) -> ObjectID? {
    if let id = ObjectID(word) { return id }
    guard let slash = word.lastIndex(of: "/"), slash != word.startIndex else { return nil }
    let number = word[word.index(after: slash)...]
    guard let key = Int64(number.hasPrefix("p") ? number.dropFirst() : number) else { return nil }
    return ObjectID(store: store, entityName: String(word[..<slash]), key: key)
  }

  private static func inOrder(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count ? one < other : one.utf8.count < other.utf8.count
  }

  /// Returns a number. Infinite numbers are strings, since JSON cannot
  /// represent them.
  private static func number<Number: BinaryFloatingPoint & CustomStringConvertible>(
    _ value: Number
  ) -> String { value.isFinite ? "\(value)" : "\"\(value)\"" }
}
