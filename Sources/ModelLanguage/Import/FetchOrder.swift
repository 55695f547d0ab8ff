extension FetchTemplate {
  /// Returns whether the name of a fetch has the form that mogenerator uses for
  /// fetches of a single object, such as `oneByName`.
  static func isOne(_ name: String) -> Bool {
    name.hasPrefix("one") && name.dropFirst(3).first?.isUppercase == true
  }
}

/// The order of the fetch request templates in a data model, which contains one
/// list for all entities.
struct FetchOrder {
  /// The key for the order in user info, which is used if the templates are not
  /// sorted by name.
  static let key = PreservedAttribute.prefix + "fetchOrder"

  private let ranks: [Substring: Int]

  /// Creates the order from its string in user info.
  init(_ text: String) {
    ranks = Dictionary(
      first: text.split(separator: ",").enumerated().map { ($0.element, $0.offset) })
  }

  /// Returns the rank of a template; new templates come last.
  func rank(of element: XMLElementNode) -> Int {
    ranks[Self.name(of: element)[...]] ?? ranks.count
  }

  /// Returns the order of some templates as a string for user info.
  static func text(of elements: [XMLElementNode]) -> String {
    elements.map(name).joined(separator: ",")
  }

  private static func name(of element: XMLElementNode) -> String {
    "\(element["entity"] ?? "").\(element["name"] ?? "")"
  }
}
