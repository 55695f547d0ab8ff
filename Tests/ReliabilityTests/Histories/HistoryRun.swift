import Foundation
import ModelRuntime

/// Applies the steps of a history to a store and to a plain graph, and compares the two.
final class HistoryRun {
  /// A difference between the store and the plain graph.
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  private let container: PersistentContainer
  private let kind: HistoryKind
  private let access = LinkAccess.all()
  private var context: ManagedObjectContext
  private var other: ManagedObjectContext?
  /// True if the context may have changed an object that the second context had already
  /// changed, which is a conflict.
  private var mayConflict = false
  /// The content that the second context saved last.
  private var theirs = PlainGraph()
  /// True after a conflict, when the context's values can no longer be predicted.
  private var isOver = false
  /// The object identifiers by the objects' numbers, which are never reused.
  private var ids: [Int: ObjectID] = [:]
  /// Keeps objects alive so that faults remain faults.
  private var held: [ManagedObject] = []

  private var plain = PlainGraph()
  private var saved = PlainGraph()
  private var undoable: [PlainGraph] = []
  private var redoable: [PlainGraph] = []

  init(_ kind: HistoryKind) throws {
    self.kind = kind
    container = try PersistentContainer(.links, configuration: .inMemory)
    context = try container.makeContext()
    try useNewContext()
  }

  private func useNewContext() throws {
    context = try container.makeContext()
    context.automaticallyMergesChanges = kind.usesOthers
    beginUndo()
    held = []
  }

  private func beginUndo() {
    context.undoHistory = kind.undoes ? UndoHistory() : nil
    undoable = []
    redoable = []
  }

  /// Runs the steps and throws the first difference.
  func run(_ steps: [HistoryStep]) throws {
    for (place, step) in steps.enumerated() where !isOver {
      do {
        try run(step)
        try checkLinks()
      } catch {
        throw Difference(description: "step \(place), \(step): \(error)")
      }
    }
  }

  /// Throws a difference if two loaded ends of a link disagree.
  private func checkLinks() throws {
    for context in [context, other].compactMap(\.self) {
      let links = context.disagreeingLinks
      guard links.isEmpty else {
        throw Difference(description: "one end does not know: \(links)")
      }
    }
  }

  private func run(_ step: HistoryStep) throws {
    switch step {
    case .insert, .delete, .number, .link, .unlink, .move:
      let before = plain
      guard canRun(step), apply(step, to: &plain) else { return }
      if !kind.leavesUnloaded { _ = try graph(of: context) }
      try perform(step, in: context)
      note(before)
    case .save: try save()
    case .rollback:
      context.rollback()
      plain = saved
      beginUndo()
    case .undo: try undo()
    case .redo: try redo()
    case .compare: try compare()
    case .reopen:
      guard plain == saved else { return }
      try useNewContext()
    case .refresh:
      guard kind.refreshesChanges || plain == saved else { return }
      held = try objects().map(\.value)
      context.refreshAllObjects()
    case .group(let steps):
      let before = plain
      for step in steps where canRun(step) && apply(step, to: &plain) {
        try perform(step, in: context)
      }
      if plain != before { note(before) }
    case .child(let steps): try runChild(steps)
    case .other(let steps): try runOther(steps)
    }
  }

  /// Records an undo group for a change and removes the groups that could be redone.
  private func note(_ before: PlainGraph) {
    guard kind.undoes else { return }
    context.processPendingChanges()
    undoable.append(before)
    redoable = []
  }

  private func save() throws {
    defer { mayConflict = false }
    do {
      try context.save()
      saved = plain
    } catch let error as StoreError where error.reason == .conflict && mayConflict {
      context.rollback()
      plain = saved
      beginUndo()
    }
  }

  private func undo() throws {
    guard let before = undoable.popLast() else { return }
    guard context.undo() else { throw Difference(description: "nothing can be undone") }
    redoable.append(plain)
    plain = before
  }

  private func redo() throws {
    guard let after = redoable.popLast() else { return }
    guard context.redo() else { throw Difference(description: "nothing can be redone") }
    undoable.append(plain)
    plain = after
  }

  private func runChild(_ steps: [HistoryStep]) throws {
    let child = context.makeChild()
    let before = plain
    for step in steps where canRun(step) && apply(step, to: &plain) { try perform(step, in: child) }
    guard plain != before else { return }
    try child.save()
    note(before)
  }

  /// Runs steps in the second context and saves them. Neither context has other changes, so
  /// the first context then shows what the second one saved.
  private func runOther(_ steps: [HistoryStep]) throws {
    guard plain == saved else { return }
    let other = try self.other ?? container.makeContext()
    other.automaticallyMergesChanges = true
    self.other = other
    try assertEqual(try graph(of: other), plain, "the second context before its steps")
    for step in steps where canRun(step) && apply(step, to: &plain) { try perform(step, in: other) }
    try other.save()
    saved = plain
    theirs = plain
    mayConflict = true
    beginUndo()
  }

  // MARK: In the plain graph

  private func canRun(_ step: HistoryStep) -> Bool {
    if case .insert(let id) = step { ids[id] == nil } else { true }
  }

  private func apply(_ step: HistoryStep, to graph: inout PlainGraph) -> Bool {
    switch step {
    case .insert(let id): graph.insert(id)
    case .delete(let id): graph.delete(id)
    case .number(let id, let number): graph.setNumber(id, number)
    case .link(let id, let number, let member, let place):
      graph.link(id, number, member, at: place)
    case .unlink(let id, let number, let member): graph.unlink(id, number, member)
    case .move(let id, let number, let from, let to): graph.move(id, number, from, to)
    case .save, .rollback, .undo, .redo, .compare, .reopen, .refresh, .group, .child, .other:
      false
    }
  }

  // MARK: In a context

  private func perform(_ step: HistoryStep, in context: ManagedObjectContext) throws {
    switch step {
    case .insert(let id):
      let object = PlainGraph.isOwner(id) ? Owner(in: context) : Part(in: context)
      ids[id] = object.objectID
    case .delete(let id): context.delete(try object(id, context))
    case .number(let id, let number):
      let object = try object(id, context)
      (object as? Owner)?.number = Int32(number)
      (object as? Part)?.number = Int32(number)
    case .link(let id, let number, let member, let place):
      access[number].add(try object(id, context), try object(member, context), place)
    case .unlink(let id, let number, let member):
      access[number].remove(try object(id, context), try object(member, context))
    case .move(let id, let number, let from, let to):
      access[number].move(try object(id, context), from, to)
    case .save, .rollback, .undo, .redo, .compare, .reopen, .refresh, .group, .child, .other:
      break
    }
  }

  private func object(_ id: Int, _ context: ManagedObjectContext) throws -> ManagedObject {
    guard let objectID = ids[id],
      let object = try context.existingObject(ManagedObject.self, with: objectID)
    else { throw Difference(description: "object \(id) is gone") }
    return object
  }

  private func objects() throws -> [Int: ManagedObject] {
    try Dictionary(uniqueKeysWithValues: plain.objects.keys.map { ($0, try object($0, context)) })
  }

  // MARK: Comparing

  private func compare() throws {
    do {
      try assertEqual(try graph(of: context), plain, "the context")
    } catch let difference as Difference where mayConflict {
      // Both contexts changed the value before this one was notified of the other's save.
      // Until a save detects the conflict, no rule says which value the context shows.
      let before = plain
      try save()
      isOver = plain == before
      guard try !isOver || showsTheirs() else { throw difference }
    }
    let fresh = try container.makeContext()
    if !isOver { try assertEqual(try graph(of: fresh), saved, "the store") }
    let findings = try container.integrityCheck()
    guard findings.isEmpty else { throw Difference(description: "integrity: \(findings)") }
  }

  /// Returns true if every value that differs from the plain graph is the one that the
  /// second context saved, and the store has it too. A value that has been set back to the
  /// value that was read is not a change.
  private func showsTheirs() throws -> Bool {
    let shown = try graph(of: context)
    return try shown == graph(of: container.makeContext())
      && values(shown).isSubset(of: values(plain.lines).union(values(theirs.lines)))
  }

  /// Returns each value of each object with the object's number, for example `8 one [13]`.
  private func values(_ lines: [String]) -> Set<String> {
    Set(
      lines.flatMap { line in
        line.matches(of: /[a-zA-Z]+ (?:\d+|\[[^\]]*\])/).map {
          "\(line.prefix { $0 != " " }) \($0.0)"
        }
      })
  }

  private func graph(of context: ManagedObjectContext) throws -> [String] {
    let numbers = Dictionary(
      ids.map { ($0.value, $0.key) }, uniquingKeysWith: { max($0, $1) })
    let owners = try context.fetch(Owner.all).map { ($0 as ManagedObject, $0.number) }
    let parts = try context.fetch(Part.all).map { ($0 as ManagedObject, $0.number) }
    return (owners + parts).map { object, number in
      let id = numbers[object.objectID] ?? -1
      let links = PlainGraph.relationships.indices.compactMap { relationship in
        text(of: relationship, object, numbers)
      }
      return (id, "\(id) number \(number) " + links.joined(separator: " "))
    }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func text(
    of number: Int, _ object: ManagedObject, _ numbers: [ObjectID: Int]
  ) -> String? {
    let relationship = PlainGraph.relationships[number]
    guard relationship.leadsFromOwner == (object is Owner) else { return nil }
    let members = access[number].members(object).map { numbers[$0.objectID] ?? -1 }
    guard !members.isEmpty else { return nil }
    return "\(relationship.name) \(relationship.isOrdered ? members : members.sorted())"
  }

  private func assertEqual(_ found: [String], _ plain: PlainGraph, _ what: String) throws {
    guard found != plain.lines else { return }
    throw Difference(
      description: """
        \(what) shows
          \(found.filter { !plain.lines.contains($0) }.joined(separator: "\n  "))
        where there should be
          \(plain.lines.filter { !found.contains($0) }.joined(separator: "\n  "))
        """)
  }
}

extension HistoryRun {
  /// Returns the difference that a history leads to, or nil if there is none.
  static func difference(_ steps: [HistoryStep], _ kind: HistoryKind) -> String? {
    do {
      try HistoryRun(kind).run(steps)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Returns the history without the steps that are not needed for its difference.
  static func shortened(_ steps: [HistoryStep], _ kind: HistoryKind) -> [HistoryStep] {
    var steps = steps
    var size = steps.count / 2
    while size > 0 {
      var place = 0
      while place < steps.count {
        var fewer = steps
        fewer.removeSubrange(place..<min(place + size, steps.count))
        if difference(fewer, kind) != nil { steps = fewer } else { place += size }
      }
      size /= 2
    }
    return steps
  }
}
