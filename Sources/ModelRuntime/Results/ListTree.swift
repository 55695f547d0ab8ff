/// The node of an object in a list.
final class ObjectNode: RankedNode {
  let object: ManagedObject
  /// The values by which the object was sorted when it got its position; nil if
  /// no comparison has needed them yet.
  fileprivate(set) var values: [EvaluatedValue]?
  let section: SectionNode

  init(_ object: ManagedObject, values: [EvaluatedValue]?, section: SectionNode) {
    self.object = object
    self.values = values
    self.section = section
    super.init(weight: 1)
  }
}

/// The node of a section in a list. Its weight is the number of the section's
/// objects.
final class SectionNode: RankedNode {
  let id: SectionID
  /// The values by which the section is sorted.
  let values: [EvaluatedValue]

  init(_ id: SectionID, values: [EvaluatedValue]) {
    self.id = id
    self.values = values
    super.init(weight: 0)
  }
}

/// All matching objects, in order and divided into sections.
///
/// Invariants:
/// 1. Objects are in the order of the values that they had when they got their
///    positions, then of their keys. Values of other objects, which can change
///    unnoticed, are stored; an object's own values are read when they are needed.
/// 2. An object's section is in `sections`, and the section's weight is the number of
///    its objects.
/// 3. No section is empty, except for the only section of a list without a section
///    path.
final class ListTree {
  private(set) var objects = RankedTree()
  private(set) var sections = RankedTree()
  private(set) var nodes: [Int64: ObjectNode] = [:]
  let order: ListOrder
  /// The number of leading sort keys by which sections are sorted; 0 if there are no
  /// sections.
  let sectionKeyCount: Int
  private let sectionKey: SectionKey?

  /// A listed object before it has a position.
  struct Row {
    let object: ManagedObject
    /// The values by which the object is sorted; nil if no comparison needs
    /// them yet.
    let values: [EvaluatedValue]?
    let section: SectionID
  }

  /// Creates a list of objects.
  ///
  /// - Parameter isSorted: True if the store has sorted the objects.
  init(
    _ listed: [ManagedObject], order: ListOrder, sectionKey: SectionKey?, sectionKeyCount: Int,
    isSorted: Bool
  ) throws {
    self.order = order
    self.sectionKey = sectionKey
    self.sectionKeyCount = sectionKeyCount
    // An object's own values can be read when they are needed, but the values of
    // related objects may have changed by then.
    if sectionKey == nil, !order.leadsElsewhere, isSorted {
      build(listed.map { Row(object: $0, values: nil, section: .only) })
    } else {
      build(sorted(try listed.map { try row(of: $0) }))
    }
  }

  /// Returns the row of an object, with the values that determine its position.
  func row(of object: ManagedObject) throws -> Row {
    Row(
      object: object, values: try order.values(of: object),
      section: try sectionKey?.section(of: object) ?? .only)
  }

  /// Returns the rows in the order of the list. Rows from the store are usually
  /// in this order already, and are then not sorted again.
  private func sorted(_ rows: [Row]) -> [Row] {
    let isSorted = zip(rows, rows.dropFirst()).allSatisfy { !precedes($1, $0) }
    return isSorted ? rows : rows.sorted(by: precedes)
  }

  private func precedes(_ one: Row, _ other: Row) -> Bool {
    precedes(one, other.object, other.values ?? [])
  }

  private func precedes(
    _ row: Row, _ object: ManagedObject, _ values: [EvaluatedValue]
  ) -> Bool {
    switch order.order(row.values ?? [], values, keys: order.readers.count) {
    case .less: true
    case .greater: false
    case .equal: row.object._key < object._key
    }
  }

  private func build(_ rows: [Row]) {
    nodes.reserveCapacity(rows.count)
    var found: [SectionNode] = sectionKeyCount == 0 ? [SectionNode(.only, values: [])] : []
    var ordered: [ObjectNode] = []
    ordered.reserveCapacity(rows.count)
    for row in rows {
      let section: SectionNode
      if let last = found.last, isOf(last, row) {
        section = last
      } else {
        section = makeSection(row)
        found.append(section)
      }
      sections.reweigh(section, by: 1)
      let node = ObjectNode(row.object, values: row.values, section: section)
      nodes[row.object._key] = node
      ordered.append(node)
    }
    objects = RankedTree(ordered)
    sections = RankedTree(found)
  }

  private func isOf(_ section: SectionNode, _ row: Row) -> Bool {
    order.order(row.values ?? [], section.values, keys: sectionKeyCount) == .equal
  }

  private func makeSection(_ row: Row) -> SectionNode {
    SectionNode(row.section, values: Array((row.values ?? []).prefix(sectionKeyCount)))
  }
}

// MARK: - Positions

extension ListTree {
  func place(of node: ObjectNode) -> ListPlace {
    let offset = objects.rank(of: node).place
    let (number, start) = sections.rank(of: node.section)
    return ListPlace(
      position: ResultPosition(section: number, item: offset - start), offset: offset)
  }

  /// Returns the object at an offset; nil if the offset is outside the list.
  func object(at offset: Int) -> ManagedObject? {
    objects.node(at: offset).map { unsafeDowncast($0, to: ObjectNode.self).object }
  }

  /// Returns the section with the given index; nil if the index is out of
  /// range.
  func section(_ number: Int) -> SectionNode? {
    sections.node(at: number).map { unsafeDowncast($0, to: SectionNode.self) }
  }

  /// Returns the layout of a part of the list.
  func layout(_ range: Range<Int>) -> ListLayout {
    var layout = ListLayout()
    var next = range.isEmpty ? nil : objects.node(at: range.lowerBound)
    var current: (node: SectionNode, section: ListLayout.Section)?
    for _ in range {
      guard let found = next else { break }
      let node = unsafeDowncast(found, to: ObjectNode.self)
      if current?.node !== node.section {
        if let section = current?.section { layout.add(section) }
        current = (node.section, ListLayout.Section(id: node.section.id))
      }
      current?.section.objects.append(node.object)
      next = node.next
    }
    if let section = current?.section {
      layout.add(section)
    } else if sectionKeyCount == 0 {
      layout.add(ListLayout.Section(id: .only))
    }
    return layout
  }
}

// MARK: - Changes

extension ListTree {
  /// Returns whether the values by which an object was sorted are still the
  /// same, although a related object has changed.
  func holds(_ row: Row, at node: ObjectNode) -> Bool {
    // Values that were not read belong to the object itself, which has not changed.
    guard let old = node.values, let new = row.values else { return true }
    let exact = TextFolding([])
    return node.section.id == row.section
      && old.elementsEqual(new) { $0.equals($1, folding: exact) }
  }

  /// Removes an object. Its section is kept, even if it becomes empty.
  func remove(_ node: ObjectNode) {
    objects.remove(node)
    sections.reweigh(node.section, by: -1)
    nodes[node.object._key] = nil
  }

  /// Removes a section if it is empty and the list has a section path.
  ///
  /// - Returns: True if the section was removed.
  func removeIfEmpty(_ section: SectionNode) -> Bool {
    guard section.weight == 0, sectionKeyCount > 0 else { return false }
    sections.remove(section)
    return true
  }

  /// Inserts an object at its position in the list.
  ///
  /// - Returns: The object's node, and true if its section is new.
  func insert(_ row: Row) -> (node: ObjectNode, isNewSection: Bool) {
    let (section, isNew) = section(of: row)
    let node = ObjectNode(row.object, values: row.values, section: section)
    objects.insert(node) { other in
      let other = unsafeDowncast(other, to: ObjectNode.self)
      return self.precedes(row, other.object, self.values(of: other))
    }
    sections.reweigh(section, by: 1)
    nodes[row.object._key] = node
    return (node, isNew)
  }

  private func values(of node: ObjectNode) -> [EvaluatedValue] {
    if let values = node.values { return values }
    // The store was able to sort by these keys, so they can be read.
    let nothing = Array(repeating: EvaluatedValue.null, count: order.readers.count)
    let values = (try? order.values(of: node.object)) ?? nothing
    node.values = values
    return values
  }

  /// Returns the section of an object, which is created if it does not exist.
  private func section(of row: Row) -> (SectionNode, isNew: Bool) {
    var next = sections.root
    while let node = next {
      let section = unsafeDowncast(node, to: SectionNode.self)
      switch order.order(row.values ?? [], section.values, keys: sectionKeyCount) {
      case .equal: return (section, false)
      case .less: next = node.left
      case .greater: next = node.right
      }
    }
    let made = makeSection(row)
    sections.insert(made) { other in
      let others = unsafeDowncast(other, to: SectionNode.self).values
      return order.order(made.values, others, keys: sectionKeyCount) == .less
    }
    return (made, true)
  }
}
