/// The numbers of objects that an import inserted, updated and left unchanged.
public struct ImportReport: Sendable, Hashable {
  /// The number of new objects.
  public var inserted: Int
  /// The number of existing objects whose values were changed.
  public var updated: Int
  /// The number of existing objects that already had the values.
  public var unchanged: Int

  /// The assumptions made in reading the file, each as a sentence.
  public var notes: [String] = []

  /// True if the file contained objects of all entities.
  var isWhole = false

  /// Creates a report from the given numbers of objects.
  public init(inserted: Int = 0, updated: Int = 0, unchanged: Int = 0) {
    (self.inserted, self.updated, self.unchanged) = (inserted, updated, unchanged)
  }

  /// Returns a sentence about the import.
  public func text(_ plural: String, _ noun: String) -> String {
    let total = inserted + updated + unchanged
    let (plural, noun) = isWhole ? ("objects", "object") : (plural, noun)
    let read = "\(total) \(total == 1 ? noun : plural) read"
    guard inserted + updated > 0 else { return "\(read), nothing changed" }
    return "\(read): \(inserted) new, \(updated) updated, \(unchanged) unchanged"
  }

  /// Returns the notes about a file with its name, followed by the sentence
  /// about the import.
  public func lines(_ plural: String, _ noun: String, of file: String) -> String {
    notes.map { "\(file): note: \($0)\n" }.joined() + text(plural, noun) + "\n"
  }

  /// The report as a JSON object, with a line ending.
  public var json: String {
    "{\"inserted\": \(inserted), \"updated\": \(updated), \"unchanged\": \(unchanged), "
      + "\"notes\": [\(notes.map(JSONText.string).joined(separator: ", "))]}\n"
  }
}
