/// A report of what a save wrote, for whoever else works on the store.
public struct SaveReport: Sendable, Hashable {
  /// The objects that are new in the store.
  public var inserted: [ObjectID] = []
  /// The objects whose rows or links changed.
  public var updated: [ObjectID] = []
  /// The objects that are gone.
  public var deleted: [ObjectID] = []
  /// New objects that disappeared in others with the same unique values, as a
  /// merge policy decided.
  public var replaced: [ObjectID: ObjectID] = [:]
  /// The author of the changes, as the context's `transactionAuthor` names it.
  public var author: String?

  /// A Boolean value that says whether another program wrote, and it is not
  /// known what.
  public var isExternal = false

  package init() {}

  /// A Boolean value that says whether nothing was written.
  public var isEmpty: Bool { !isExternal && inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
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
