extension FetchTemplate {
  /// Returns whether a name is one of a fetch of one object, as mogenerator has
  /// it: `oneByName`.
  static func isOne(_ name: String) -> Bool {
    name.hasPrefix("one") && name.dropFirst(3).first?.isUppercase == true
  }
}

/// The order of the fetch request templates in a data model, which lists those
/// of all entities together.
struct FetchOrder {
  /// The key of the user info that keeps it where it is not by name.
  static let key = PreservedAttribute.prefix + "fetchOrder"

  private let ranks: [Substring: Int]

  /// Reads what was kept.
  init(_ text: String) {
    ranks = Dictionary(
      first: text.split(separator: ",").enumerated().map { ($0.element, $0.offset) })
  }

  /// The position of a template; those that were not there before come last.
  func rank(of element: XMLElementNode) -> Int {
    ranks[Self.name(of: element)[...]] ?? ranks.count
  }

  /// The order of some templates as it is kept.
  static func text(of elements: [XMLElementNode]) -> String {
    elements.map(name).joined(separator: ",")
  }

  private static func name(of element: XMLElementNode) -> String {
    "\(element["entity"] ?? "").\(element["name"] ?? "")"
  }
}
