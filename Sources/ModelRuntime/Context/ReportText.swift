internal import ModelSchema

/// The words of a report of changes, such as `inserted Artist p1, Album p2;
/// deleted Album p7`.
struct ReportText {
  private var parts: [String] = []

  /// The text; what it says where there is nothing to say.
  func text(otherwise: String) -> String {
    parts.isEmpty ? otherwise : parts.joined(separator: "; ")
  }

  /// Adds objects, the first ten by name.
  mutating func add(_ what: String, _ ids: [ObjectID]) {
    guard !ids.isEmpty else { return }
    let names = ids.prefix(10).map { "\($0.entityName) p\($0.key)" }.joined(separator: ", ")
    parts.append("\(what) \(names)" + (ids.count > 10 ? " and \(ids.count - 10) more" : ""))
  }

  /// Adds a number that is not 0.
  mutating func add(_ count: Int, _ what: String) {
    if count != 0 { parts.append("\(count) \(what)") }
  }

  /// Adds a sentence.
  mutating func add(_ text: String?) {
    if let text { parts.append(text) }
  }
}

extension SaveReport: CustomStringConvertible {
  /// The objects by what became of them, such as `inserted Artist p1, Album p1`.
  public var description: String {
    var text = ReportText()
    text.add("inserted", inserted)
    text.add("updated", updated)
    text.add("deleted", deleted)
    text.add("replaced", replaced.keys.sorted { $0.key < $1.key })
    text.add(isExternal ? "another program wrote" : nil)
    text.add(author.map { "by '\($0)'" })
    return text.text(otherwise: "nothing was written")
  }
}

extension ContextChange: CustomStringConvertible {
  /// The kind of change and the objects, such as `saved: updated Artist p1`.
  public var description: String {
    var text = ReportText()
    text.add("inserted", inserted)
    text.add("updated", updated)
    text.add("deleted", deleted)
    text.add(isComplete ? nil : "and what else is not known")
    text.add(author.map { "by '\($0)'" })
    return "\(kind): " + text.text(otherwise: "nothing")
  }
}

extension BatchReport: CustomStringConvertible {
  /// The numbers that are not 0, such as `12 inserted; 3 skipped`.
  public var description: String {
    var text = ReportText()
    text.add(inserted, "inserted")
    text.add(updated, "updated")
    text.add(deleted, "deleted")
    text.add(skipped, "skipped")
    return text.text(otherwise: "nothing was written")
  }
}

extension SynchronizationReport: CustomStringConvertible {
  /// The numbers that are not 0, such as `3 inserted; 40 unchanged`.
  public var description: String {
    var text = ReportText()
    text.add(inserted, "inserted")
    text.add(updated, "updated")
    text.add(unchanged, "unchanged")
    text.add(deleted, "deleted")
    text.add(itemsWithoutKey, "without a key")
    text.add(duplicateItems, "with the key of another")
    text.add("unmatched", unmatchedIDs)
    return text.text(otherwise: "there was nothing")
  }
}
