/// The user info of an element: what others wrote into it, and what this
/// project did.
struct UserInfo {
  /// The parts of the language that Xcode's editor has no field for, under keys
  /// with the prefix `modelgen.`.
  enum Key: String, CaseIterable {
    /// The name in Swift, where that in the data model is another one.
    case name
    /// The documentation comment.
    case documentation
    /// The access level of an entity's class.
    case access
    /// The name of an entity's table in a database that is no file.
    case table
    /// The property by which an entity's rows are spread.
    case shard
    /// Set for a property that is set once.
    case constant
    /// Set for a Decimal that keeps every digit.
    case exact
    /// Set for an attribute that messages do not show.
    case sensitive
    /// The message of a deprecation.
    case deprecated
    /// A default that is computed: `now()` or `uuid()`.
    case `default`
    /// A type that Core Data stores as another one.
    case type

    /// The key as it stands in a data model.
    var text: String { "modelgen." + rawValue }
  }

  /// The entries that others wrote.
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

  /// The entry that this project wrote under a key.
  subscript(key: Key) -> String? { own[key] }
}
