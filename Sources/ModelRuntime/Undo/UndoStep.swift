/// A group of steps that are undone together.
struct UndoGroup {
  var name: String?
  var steps: [UndoStep] = []
  /// The number that identifies the group while it is open.
  var number = 0

  private var objects: Set<ObjectIdentifier> {
    Set(steps.flatMap { $0.changes.map { ObjectIdentifier($0.object) } })
  }

  /// Exchanges the last two groups if they have no changed object in common, in
  /// which case the order in which they are undone does not matter.
  static func swapLast(_ groups: inout [UndoGroup]) {
    guard let last = groups.indices.last, last > 0,
      groups[last].objects.isDisjoint(with: groups[last - 1].objects)
    else { return }
    groups.swapAt(last, last - 1)
  }
}

/// The objects that were changed together, as they were before.
struct UndoStep {
  var changes: [UndoChange] = []
  var isEmpty: Bool { changes.isEmpty }
}

/// An object as it was before a step, with the properties that the step
/// changed.
struct UndoChange {
  let object: ManagedObject
  /// True if the object existed before the step, which means that it had been
  /// created and was not deleted.
  let existed: Bool
  /// The values before the step; nil if no value has changed.
  var values: AnyObject?
  var changed = PropertySet()
  var transients: [UndoMark.Transient] = []
  var links: [Link] = []

  /// A to-many relationship that the step changed, with the members to add and
  /// to remove in order to reverse it.
  struct Link {
    let relationship: CompiledRelationship
    let joining: [Int64]
    let leaving: [Int64]
    /// The order of the members before the step; nil if it is not known or has
    /// not changed.
    let order: [Int64]?
    let newOrder: [Int64]?
  }
}

/// The state of an object at a point between two steps.
struct UndoMark {
  /// A transient value, together with a constant for comparing it.
  struct Transient {
    let property: CompiledProperty
    let value: Any
    let constant: ConstantValue?
  }

  /// The changes of a to-many relationship since the last save.
  struct Link {
    var inserted: Set<Int64> = []
    var removed: Set<Int64> = []
    var order: [Int64]?
  }

  let object: ManagedObject
  let existed: Bool
  /// The values at the time of the mark; nil if they were equal to the saved
  /// values.
  let values: AnyObject?
  let transients: [Transient]
  private(set) var links: [Int: Link] = [:]
  /// True if the object had no unsaved changes of stored properties.
  var isClean: Bool { existed && values == nil && links.isEmpty }

  /// Creates a mark of the current state of an object.
  init(_ object: ManagedObject) {
    self.object = object
    existed = !object._flags.contains(.deleted)
    values =
      object._flags.isDisjoint(with: [.changed, .inserted]) ? nil : object._copyValues()
    transients = object.transientValues
    for link in object.knownLinks { links[link.number] = Link(link) }
  }

  /// Creates a mark of an object that has no changes, and is about to change
  /// for the first time.
  init(clean object: ManagedObject) {
    self.object = object
    existed = true
    values = nil
    transients = object.transientValues
  }
}

extension UndoMark.Link {
  init(_ link: LinkState) {
    inserted = Set(link.inserted)
    removed = Set(link.removed)
    order = link.isOrdered ? link.members.map { Array($0) } : nil
  }

  /// Creates the mark of a to-many relationship that has no changes.
  init(saved link: LinkState) {
    order = link.isOrdered ? link.savedKeys : nil
  }

  /// Returns the order that the members had when the mark was made, if they had
  /// not been read then; nil if it is not known. It is the saved order,
  /// followed by the added members.
  fileprivate func order(of link: LinkState) -> [Int64]? {
    guard link.isOrdered, let saved = link.savedKeys else { return nil }
    let known = link.inserted.filter { inserted.contains($0) }
    return saved.filter { !removed.contains($0) } + known
      + inserted.subtracting(known).sorted()
  }
}

extension ManagedObject {
  /// The transient values of the object, as an undo mark keeps them.
  fileprivate final var transientValues: [UndoMark.Transient] {
    transientBindings.map { binding, property in
      UndoMark.Transient(
        property: property, value: binding.value(self), constant: binding.constant?(self))
    }
  }

  /// Returns the change of the object since a mark; nil if there is no
  /// difference.
  final func undoChange(since mark: UndoMark?) -> UndoChange? {
    let existed = mark?.existed ?? !_flags.contains(.inserted)
    let exists = !_flags.contains(.deleted)
    // An object that was created and deleted between two marks does not need to be
    // undone.
    guard existed || exists else { return nil }
    var change = UndoChange(object: self, existed: existed)
    guard existed else { return change }
    if let before = mark?.values ?? committed {
      change.changed = _changes(since: before)
      if !change.changed.isEmpty { change.values = before }
    }
    if let mark { change.transients = changedTransients(since: mark) }
    change.links = knownLinks.compactMap { linkChange($0, since: mark) }
    let isSame =
      exists && change.values == nil && change.transients.isEmpty && change.links.isEmpty
    return isSame ? nil : change
  }

  private final func changedTransients(since mark: UndoMark) -> [UndoMark.Transient] {
    guard !mark.transients.isEmpty else { return [] }
    let present = transientValues
    return mark.transients.filter { old in
      let new = present.first { $0.property.number == old.property.number }
      // Values that cannot be represented as constants cannot be compared, and count as
      // changed.
      return old.constant == nil || new?.constant != old.constant
    }
  }

  private final func linkChange(
    _ link: LinkState, since mark: UndoMark?
  ) -> UndoChange.Link? {
    // A relationship that changed without being read must be read before it can be
    // restored, to determine its order, and whether the added objects were already
    // members.
    if link.isOrdered || link.isUncertain, link.hasChanges, link.members == nil {
      _ = members(link.relationship)
    }
    let before = mark?.links[link.number] ?? UndoMark.Link(saved: link)
    let now = UndoMark.Link(link)
    // An object has been added since the mark if it is newly added, or was removed and
    // added again.
    let joined = now.inserted.subtracting(before.inserted)
      .union(before.removed.subtracting(now.removed))
    let left = before.inserted.subtracting(now.inserted)
      .union(now.removed.subtracting(before.removed))
    let order = before.order ?? before.order(of: link)
    // Members without changes that were unloaded in the meantime have not been moved.
    let isMoved = order != nil && now.order != nil && order != now.order
    guard !joined.isEmpty || !left.isEmpty || isMoved else { return nil }
    return UndoChange.Link(
      relationship: link.relationship, joining: left.sorted(), leaving: joined.sorted(),
      order: order, newOrder: now.order)
  }
}
