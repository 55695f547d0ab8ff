/// The text of a report of changes, such as
/// `inserted Artist p1, Album p2; deleted Album p7`.
package struct ReportText {
  private var parts: [String] = []

  package init() {}

  /// Returns the text, or the given alternative if the report is empty.
  package func text(otherwise: String) -> String {
    parts.isEmpty ? otherwise : parts.joined(separator: "; ")
  }

  /// Adds objects, the first ten of which are named.
  package mutating func add(_ what: String, _ ids: [ObjectID]) {
    guard !ids.isEmpty else { return }
    let names = ids.prefix(10).map { "\($0.entityName) p\($0.key)" }.joined(separator: ", ")
    parts.append("\(what) \(names)" + (ids.count > 10 ? " and \(ids.count - 10) more" : ""))
  }

  /// Adds a number with its noun, unless the number is 0.
  package mutating func add(_ count: Int, _ what: String) {
    if count != 0 { parts.append("\(count) \(what)") }
  }

  /// Adds a sentence, unless it is nil.
  package mutating func add(_ text: String?) {
    if let text { parts.append(text) }
  }
}
