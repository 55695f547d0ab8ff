/// The value that the objects of a section have in common.
public struct SectionID: Sendable {
  /// The value of the section's path.
  public let value: ConstantValue

  /// Creates the identifier of the section whose objects have the given value.
  public init(_ value: ConstantValue) {
    self.value = value
  }

  /// The identifier of the only section in a list without a section path.
  static let only = SectionID(.null)

  /// The value as a header: an empty string for nil, and an ISO 8601 string for
  /// a date.
  public var name: String {
    switch value {
    case .null, .list: ""
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .boolean(let flag): flag ? "1" : "0"
    case .double(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .date(let date): ISODate.shown(date)
    case .uuid(let uuid): uuid.uuidString
    case .url(let url): url.absoluteString
    case .data(let data): data.base64EncodedString()
    case .objectID(let id): id.description
    }
  }
}

extension SectionID: Hashable {
  /// Returns whether both values are the same. Strings are compared by bytes, as in
  /// fetches.
  public static func == (one: SectionID, other: SectionID) -> Bool {
    one.value.isStored(as: other.value)
  }

  /// Hashes the value; strings are hashed by bytes.
  public func hash(into hasher: inout Hasher) {
    guard case .string(let text) = value else { return hasher.combine(value) }
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
