/// A report on the changes of a save, for the other contexts of the store.
public struct SaveReport: Sendable, Hashable {
  /// The objects that are new in the store.
  public var inserted: [ObjectID] = []
  /// The objects whose rows or links changed.
  public var updated: [ObjectID] = []
  /// The objects that were deleted.
  public var deleted: [ObjectID] = []
  /// The new objects that a merge policy replaced by existing objects with the
  /// same unique values.
  public var replaced: [ObjectID: ObjectID] = [:]
  /// The author of the changes, from the context's `transactionAuthor`; nil if
  /// none is known.
  public var author: String?

  /// True if another program wrote to the store. Its changes are not known.
  public var isExternal = false

  package init() {}

  /// True if nothing was written.
  public var isEmpty: Bool { !isExternal && inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

extension SaveReport: CustomStringConvertible {
  /// The objects by kind of change, such as `inserted Artist p1, Album p1`.
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
