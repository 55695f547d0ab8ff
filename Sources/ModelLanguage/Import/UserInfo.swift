/// The user info of an element: entries that `modelgen` writes for parts of the
/// language, and imported entries.
struct UserInfo {
  /// The parts of the language that have no field in Xcode's editor. Their keys
  /// have the prefix `modelgen.`.
  enum Key: String, CaseIterable {
    /// The name in Swift, if it differs from the name in the data model.
    case name
    /// The documentation comment.
    case documentation
    /// The access level of an entity's class.
    case access
    /// The name of an entity's table on a database server.
    case table
    /// The property by which an entity's rows are distributed.
    case shard
    /// This key is present if a property is constant.
    case constant
    /// This key is present if a Decimal keeps all digits.
    case exact
    /// This key is present if messages must not show an attribute.
    case sensitive
    /// The message of a deprecation.
    case deprecated
    /// A computed default value: `now()` or `uuid()`.
    case `default`
    /// A type that Core Data stores as another type.
    case type

    /// The key of the entry in a data model, which has the prefix `modelgen.`.
    var text: String { "modelgen." + rawValue }
  }

  /// The imported entries, which were not written by `modelgen`.
  private(set) var entries: [String: String] = [:]
  private var own: [Key: String] = [:]

  /// Reads the user info of an element.
  init(of element: XMLElementNode) {
    for entry in element.children("userInfo").flatMap(\.children) where entry.isUserInfoEntry {
      guard let key = entry["key"], let value = entry["value"] else { continue }
      if let known = Key.allCases.first(where: { $0.text == key }) {
        own[known] = value
      } else {
        entries[PreservedAttribute.protected(key)] = value
      }
    }
  }

  /// The value that `modelgen` wrote for a key, or nil if there is none.
  subscript(key: Key) -> String? { own[key] }
}
