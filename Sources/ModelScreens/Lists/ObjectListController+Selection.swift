internal import Observation

extension ObjectListController {
  /// The selected objects, in the order of the list.
  public var selectedObjects: [Object] { selectedOffsets.map { objects[$0] } }

  /// The first selected object; nil if no object is selected.
  public var selectedObject: Object? { selectedOffset.map { objects[$0] } }

  /// The indexes of the selected objects, in ascending order.
  public var selectedOffsets: [Int] {
    registrar.access(self, keyPath: \.selection)
    return selectedIDs.compactMap { offset(of: $0) }.sorted()
  }

  /// The index of the first selected object; nil if no object is selected.
  public var selectedOffset: Int? { selectedOffsets.first }

  /// The IDs of the selected objects.
  public var selection: Set<ObjectID> {
    get {
      registrar.access(self, keyPath: \.selection)
      return selectedIDs
    }
    set { setSelection(newValue.filter { offset(of: $0) != nil }) }
  }

  /// Selects an object, instead of the current selection, if the list contains
  /// it.
  public func select(_ object: Object) { selection = [context.objectID(of: object)] }

  /// Selects the object at the given index. If the index is out of range, the
  /// first or the last object is selected.
  public func select(at offset: Int) {
    guard !objects.isEmpty else { return setSelection([]) }
    select(objects[min(max(offset, 0), objects.count - 1)])
  }

  /// Moves the selection by the given distance, but not beyond the ends of the
  /// list. If nothing is selected, this selects the first object, or the last
  /// one if the distance is negative.
  public func moveSelection(by distance: Int) {
    guard let selectedOffset else { return select(at: distance < 0 ? objects.count - 1 : 0) }
    select(at: selectedOffset + distance)
  }

  /// Clears the selection. If the list avoids an empty selection, this selects
  /// the first object.
  public func deselect() {
    setSelection([])
    keepSelection(near: 0)
  }

  /// Removes objects that the list no longer contains from the selection. If no
  /// object is left and the list avoids an empty selection, this selects the
  /// object nearest to the given index.
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
