extension ManagedObject {
  /// Calls the `awakeFromFetch` hooks of an object that has just been read into
  /// its context.
  final func awakeFromFetch(in context: ManagedObjectContext) {
    _flags.remove(.awakening)
    guard let hooks, !isInaccessible else { return }
    for call in hooks.awakeFromFetch { call(self) }
    guard _flags.contains(.changed) else { return }
    // Values set by a hook count as read, not as changes, except for references.
    let references = changedReferences
    for (number, keys) in references { _setReference(number, to: keys.old) }
    dropValues()
    context.recorder?.noteReading(of: self)
    if !_flags.contains(.linksChanged) {
      _changes = PropertySet()
      if references.isEmpty { context.unlist([self]) }
    }
    for (number, keys) in references { setReference(number, keys.new) }
  }

  /// The to-one relationships that no longer lead to the object to which they led when
  /// they were read.
  private final var changedReferences: [(number: Int, keys: (old: Int64, new: Int64))] {
    guard let committed else { return [] }
    let read = twin(committed)
    let changes = persistentChanges
    return _batch.entity.relationships.filter { changes.contains($0.number) && !$0.isToMany }
      .map { ($0.number, (read._reference($0.number), _reference($0.number))) }
  }
}
