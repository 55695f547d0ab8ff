/// The words of a report of changes, such as `inserted Artist p1, Album p2;
/// deleted Album p7`.
package struct ReportText {
  private var parts: [String] = []

  package init() {}

  /// The text; what it says where there is nothing to say.
  package func text(otherwise: String) -> String {
    parts.isEmpty ? otherwise : parts.joined(separator: "; ")
  }

  /// Adds objects, the first ten by name.
  package mutating func add(_ what: String, _ ids: [ObjectID]) {
    guard !ids.isEmpty else { return }
    let names = ids.prefix(10).map { "\($0.entityName) p\($0.key)" }.joined(separator: ", ")
    parts.append("\(what) \(names)" + (ids.count > 10 ? " and \(ids.count - 10) more" : ""))
  }

  /// Adds a number that is not 0.
  package mutating func add(_ count: Int, _ what: String) {
    if count != 0 { parts.append("\(count) \(what)") }
  }

  /// Adds a sentence.
  package mutating func add(_ text: String?) {
    if let text { parts.append(text) }
  }
}
