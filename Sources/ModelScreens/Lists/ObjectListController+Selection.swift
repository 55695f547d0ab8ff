internal import Observation

extension ObjectListController {
  /// The selected objects, in the order of the list.
  public var selectedObjects: [Object] { selectedOffsets.map { objects[$0] } }

  /// The first selected object; nil for none.
  public var selectedObject: Object? { selectedOffset.map { objects[$0] } }

  /// The places of the selected objects, in order.
  public var selectedOffsets: [Int] {
    registrar.access(self, keyPath: \.selection)
    return selectedIDs.compactMap { offset(of: $0) }.sorted()
  }

  /// The place of the first selected object; nil for none.
  public var selectedOffset: Int? { selectedOffsets.first }

  /// The identities of the selected objects.
  public var selection: Set<ObjectID> {
    get {
      registrar.access(self, keyPath: \.selection)
      return selectedIDs
    }
    set { setSelection(newValue.filter { offset(of: $0) != nil }) }
  }

  /// Selects one object, if it is listed.
  public func select(_ object: Object) { selection = [context.objectID(of: object)] }

  /// Selects the object at a place; one before the first is the first, one
  /// behind the last the last.
  public func select(at offset: Int) {
    guard !objects.isEmpty else { return setSelection([]) }
    select(objects[min(max(offset, 0), objects.count - 1)])
  }

  /// Selects the object so many places further on; it stops at the ends.
  public func moveSelection(by distance: Int) {
    guard let selectedOffset else { return select(at: distance < 0 ? objects.count - 1 : 0) }
    select(at: selectedOffset + distance)
  }

  /// Selects nothing, where that may be.
  public func deselect() {
    setSelection([])
    keepSelection(near: 0)
  }

  /// Lets go of what is no longer listed, and selects something near a place
  /// where nothing is left.
  func keepSelection(near offset: Int) {
    let kept = selectedIDs.filter { self.offset(of: $0) != nil }
    if kept.isEmpty, avoidsEmptySelection, !objects.isEmpty {
      let object = objects[min(max(offset, 0), objects.count - 1)]
      setSelection([context.objectID(of: object)])
    } else {
      setSelection(kept)
    }
  }

  private func setSelection(_ ids: Set<ObjectID>) {
    guard ids != selectedIDs else { return }
    registrar.withMutation(of: self, keyPath: \.selection) { selectedIDs = ids }
    onSelection?()
  }

  private func offset(of id: ObjectID) -> Int? {
    (context.registeredObject(with: id) as? Object).flatMap(results.offset)
  }
}
