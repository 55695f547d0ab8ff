import TestSupport

/// A step of a history. A step that is not possible is skipped.
indirect enum HistoryStep: CustomStringConvertible {
  case insert(Int)
  case delete(Int)
  case number(Int, Int)
  /// Adds a member to an owner's or part's relationship, at the end if there is no index.
  case link(Int, Int, Int, at: Int?)
  case unlink(Int, Int, Int)
  case move(Int, Int, Int, Int)
  case save
  case rollback
  case undo
  case redo
  /// Compares the context's objects and the store with the plain graph.
  case compare
  /// Continues with a new context in which no object is loaded.
  case reopen
  /// Turns all objects without changes into faults.
  case refresh
  /// Makes several changes that are undone together.
  case group([HistoryStep])
  /// Runs some steps in a child context and saves them.
  case child([HistoryStep])
  /// Runs some steps in a second context, which is kept for later steps, and saves them.
  case other([HistoryStep])

  var description: String {
    switch self {
    case .insert(let id): ".insert(\(id))"
    case .delete(let id): ".delete(\(id))"
    case .number(let id, let number): ".number(\(id), \(number))"
    case .link(let id, let number, let member, let place):
      ".link(\(id), \(number) /* \(Self.name(number)) */, \(member), at: \(place.map(String.init) ?? "nil"))"
    case .unlink(let id, let number, let member):
      ".unlink(\(id), \(number) /* \(Self.name(number)) */, \(member))"
    case .move(let id, let number, let from, let to):
      ".move(\(id), \(number) /* \(Self.name(number)) */, \(from), \(to))"
    case .save: ".save"
    case .rollback: ".rollback"
    case .undo: ".undo"
    case .redo: ".redo"
    case .compare: ".compare"
    case .reopen: ".reopen"
    case .refresh: ".refresh"
    case .group(let steps): ".group(\(steps))"
    case .child(let steps): ".child(\(steps))"
    case .other(let steps): ".other(\(steps))"
    }
  }

  private static func name(_ number: Int) -> String { PlainGraph.relationships[number].name }
}

/// A kind of random history: the relationships and steps that it uses.
struct HistoryKind {
  let name: String
  var relationships = Array(PlainGraph.relationships.indices)
  var undoes = false
  /// True if several changes are undone together.
  var usesGroups = false
  var usesChildren = false
  var usesOthers = false
  /// True if members are added to relationships that are not loaded.
  var leavesUnloaded = true
  /// True if objects become faults while others have changes.
  var refreshesChanges = true
  /// The issue for the known differences of these histories, nil if there are none.
  var open: String?

  static let objectCount = 14
}

extension RandomSource {
  /// Returns a random history with a number of steps.
  mutating func history(_ kind: HistoryKind, count: Int) -> [HistoryStep] {
    let start = (0..<HistoryKind.objectCount).filter { _ in once(in: 2) }.map(HistoryStep.insert)
    return start + (0..<count).map { _ in step(kind) } + [.compare, .save, .compare]
  }

  private mutating func step(_ kind: HistoryKind) -> HistoryStep {
    switch number(below: 24) {
    case 0..<12: kind.usesGroups && once(in: 3) ? .group(changes(kind)) : change(kind)
    case 15: .reopen
    case 16: .refresh
    case 17: once(in: 3) ? .rollback : change(kind)
    case 18..<21: kind.undoes ? (once(in: 3) ? .redo : .undo) : change(kind)
    case 12..<15: .save
    case 21: kind.usesChildren ? .child(changes(kind)) : change(kind)
    case 22: kind.usesOthers ? .other(changes(kind)) : change(kind)
    default: once(in: 2) ? .compare : change(kind)
    }
  }

  private mutating func changes(_ kind: HistoryKind) -> [HistoryStep] {
    (0...number(below: 4)).map { _ in change(kind) }
  }

  private mutating func change(_ kind: HistoryKind) -> HistoryStep {
    let id = number(below: HistoryKind.objectCount)
    switch number(below: 12) {
    case 0: return .insert(id)
    case 1: return .delete(id)
    case 2: return .number(id, number(below: 1000))
    case 3..<9: return link(kind)
    case 9, 10:
      let (owner, relationship, member) = ends(kind)
      return .unlink(owner, relationship, member)
    default:
      let ordered = kind.relationships.filter { PlainGraph.relationships[$0].isOrdered }
      guard !ordered.isEmpty else { return .insert(id) }
      let relationship = pick(ordered)
      return .move(
        end(PlainGraph.relationships[relationship].leadsFromOwner), relationship,
        number(below: 3), number(below: 3))
    }
  }

  private mutating func link(_ kind: HistoryKind) -> HistoryStep {
    let (owner, relationship, member) = ends(kind)
    let isOrdered = PlainGraph.relationships[relationship].isOrdered
    let place = isOrdered && once(in: 3) ? number(below: 3) : nil
    return .link(owner, relationship, member, at: place)
  }

  private mutating func ends(_ kind: HistoryKind) -> (Int, Int, Int) {
    let number = pick(kind.relationships)
    let relationship = PlainGraph.relationships[number]
    return (end(relationship.leadsFromOwner), number, end(relationship.leadsToOwner))
  }

  private mutating func end(_ isOwner: Bool) -> Int {
    number(below: HistoryKind.objectCount / 2) * 2 + (isOwner ? 0 : 1)
  }
}
