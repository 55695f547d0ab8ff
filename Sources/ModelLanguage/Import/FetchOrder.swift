extension FetchTemplate {
  /// Returns whether a fetch has a name that mogenerator gives to fetches of a single
  /// object, such as `oneByName`.
  static func isOne(_ name: String) -> Bool {
    name.hasPrefix("one") && name.dropFirst(3).first?.isUppercase == true
  }
}

/// The order of the fetch request templates in a data model, which has a common list
/// for all entities.
struct FetchOrder {
  /// The key of the user info with the order, if the templates are not sorted by
  /// name.
  static let key = PreservedAttribute.prefix + "fetchOrder"

  private let ranks: [Substring: Int]

  /// Creates the order from its text in user info.
  init(_ text: String) {
    ranks = Dictionary(
      first: text.split(separator: ",").enumerated().map { ($0.element, $0.offset) })
  }

  /// Returns the position of a template; new templates come last.
  func rank(of element: XMLElementNode) -> Int {
    ranks[Self.name(of: element)[...]] ?? ranks.count
  }

  /// Returns the order of some templates as text for user info.
  static func text(of elements: [XMLElementNode]) -> String {
    elements.map(name).joined(separator: ",")
  }

  private static func name(of element: XMLElementNode) -> String {
    "\(element["entity"] ?? "").\(element["name"] ?? "")"
  }
}
