import Foundation
import StoreSupport
import TestSupport
import XCTest

@testable import ModelRuntime

/// Contexts of one store link objects, read some of them, merge, save with random policies,
/// roll back and undo. After each step, the loaded ends of every link must agree.
final class LinkHistoryTests: XCTestCase {
  private func check(_ model: CompiledModel, long: Int) throws {
    let total = TestRun.isLong ? long : 40
    let base = TestRun.seed
    print("links of \(model.description.name): \(total) histories from seed \(base)")
    var found = 0
    for number in 0..<UInt64(total) where found < 5 {
      let seed = base &+ number
      let steps = Array(0..<40)
      guard try LinkHistory(model, seed: seed).difference(steps) != nil else { continue }
      found += 1
      let short = try shortened(steps, model, seed)
      let history = try LinkHistory(model, seed: seed)
      let difference = history.difference(short) ?? ""
      XCTFail("seed \(seed): \(difference)\n\(history.log.joined(separator: "\n"))")
    }
    print("links of \(model.description.name): \(found) differences")
  }

  func testBothEndsAgree() throws { try check(.links, long: 4000) }

  func testBothEndsAgreeInAFamily() throws { try check(.family, long: 4000) }

  /// The seeds of histories with partners whose rows were deleted, members that return
  /// without an index, and values that are restored.
  func testHistoriesThatOnceDiffered() throws {
    let seeds: [UInt64] = [
      300_013, 300_020, 300_581, 301_345, 10_149, 10_168, 3_214_809_248, 3_214_812_725,
    ]
    for seed in seeds {
      XCTAssertNil(try LinkHistory(.links, seed: seed).difference(Array(0..<40)), "seed \(seed)")
    }
    XCTAssertNil(try LinkHistory(.family, seed: 5012).difference(Array(0..<40)), "family 5012")
  }

  /// Returns the steps without the ones that the difference does not need. Each step has
  /// its own random source, so removing one does not change the others.
  private func shortened(_ steps: [Int], _ model: CompiledModel, _ seed: UInt64) throws -> [Int] {
    var steps = steps
    for step in steps {
      let fewer = steps.filter { $0 != step }
      if try LinkHistory(model, seed: seed).difference(fewer) != nil { steps = fewer }
    }
    return steps
  }
}

/// Three contexts of one store. One is notified of the others' saves, one is not, and the
/// third belongs to another program if the store allows it.
private final class LinkHistory {
  private(set) var log: [String] = []
  private let container: PersistentContainer
  private var contexts: [ManagedObjectContext] = []
  private let seed: UInt64
  private var random: RandomSource

  init(_ model: CompiledModel, seed: UInt64) throws {
    self.seed = seed
    random = RandomSource(seed: seed)
    var configuration = StoreConfiguration.inMemory
    if ProcessInfo.processInfo.environment["MODEL_SHOW"] != nil {
      configuration.trace = SQLTrace { print($0) }
    }
    let programs = try TestStores.programs(3, model, configuration)
    container = programs[0]
    let first = try container.makeContext()
    for _ in 0..<2 {
      for entity in model.entities where !entity.description.isAbstract { make(entity, in: first) }
    }
    try first.save()
    contexts = try programs.map { try $0.makeContext() }
    contexts[0].automaticallyMergesChanges = true
    if random.once(in: 3) { contexts[random.number(below: 3)].undoHistory = UndoHistory() }
  }

  /// Runs some steps and returns a description of the first links that disagree, or nil if
  /// there are none.
  func difference(_ steps: [Int]) -> String? {
    do {
      for step in steps {
        random = RandomSource(seed: seed &* 1000 &+ UInt64(step))
        let number = random.number(below: contexts.count)
        try run(number, contexts[number])
        for (number, context) in contexts.enumerated() {
          let links = context.disagreeingLinks
          if !links.isEmpty { return "\(number): \(links.joined(separator: ", "))" }
        }
      }
      for (number, context) in contexts.enumerated() {
        try save(context, number)
        let links = try staleLinks(context, number)
        if !links.isEmpty { return "\(number), not as the store: \(links.joined(separator: ", "))" }
      }
      // Integrity is checked on the rows of a file.
      let findings = TestStores.kind == nil ? try container.integrityCheck() : []
      return findings.isEmpty ? nil : "\(findings)"
    } catch {
      return "\(error)"
    }
  }

  /// The loaded links of a context that has no changes and has merged all saves that are not those
  /// of the store.
  private func staleLinks(_ context: ManagedObjectContext, _ number: Int) throws -> [String] {
    guard !context.hasChanges else { return [] }
    log.append("\(number) is compared with the store")
    context.mergePendingChanges()
    try context.mergeExternalChanges()
    guard !context.hasChanges else { return [] }
    let fresh = try container.makeContext()
    return try context.maps.flatMap(\.objects).filter {
      $0._flags.isDisjoint(with: [.deleted, .inaccessible, .fault])
    }.flatMap { object -> [String] in
      guard let stored = try fresh.existingObject(ManagedObject.self, with: object.objectID) else {
        return ["\(name(object)) is not in the store"]
      }
      return object._batch.entity.relationships.compactMap { relationship -> String? in
        guard object.hasLoaded(relationship) else { return nil }
        var (seen, saved) = (object.keys(of: relationship), stored.keys(of: relationship))
        if !relationship.description.isOrdered { (seen, saved) = (seen.sorted(), saved.sorted()) }
        if seen == saved { return nil }
        return "\(name(object)).\(relationship.name) is \(seen), stored \(saved)"
      }
    }
  }

  private func run(_ number: Int, _ context: ManagedObjectContext) throws {
    switch random.number(below: 26) {
    case 0..<4: try save(context, number)
    case 4:
      log.append("\(number) rollback")
      context.rollback()
    case 5:
      log.append("\(number) undo")
      context.undo()
    case 6:
      let merges = random.once(in: 2)
      guard let object = held(context) else { return }
      log.append("\(number) refresh \(name(object)) \(merges)")
      context.refresh(object, mergeChanges: merges)
    case 7..<10:
      let entity = random.pick(Array(context.store.model.entities))
      log.append("\(number) fetch \(entity.description.name)")
      _ = try context.objects(entityName: entity.description.name)
    case 10, 11:
      guard let object = held(context), let relationship = relationship(object) else { return }
      log.append("\(number) read \(name(object)).\(relationship.name)")
      _ = object.related(relationship)
    case 12:
      log.append("\(number) merge")
      context.mergePendingChanges()
    case 13:
      log.append("\(number) merge external")
      try context.mergeExternalChanges()
    case 14:
      let entity = random.pick(context.store.model.entities.filter { !$0.description.isAbstract })
      log.append("\(number) insert \(name(make(entity, in: context)))")
    case 15: try runChild(of: context, number)
    default: try change(context, number)
    }
  }

  @discardableResult
  private func make(_ entity: CompiledEntity, in context: ManagedObjectContext) -> ManagedObject {
    let object = entity.type.init(
      _batch: context.loneBatch(entity), key: context.nextKey(for: entity), flags: .inserted)
    context.enter(object)
    return object
  }

  private func runChild(of context: ManagedObjectContext, _ number: Int) throws {
    let child = context.makeChild()
    for _ in 0...random.number(below: 3) {
      try change(child, number)
      let links = child.disagreeingLinks
      if !links.isEmpty { throw HistoryRun.Difference(description: "child: \(links)") }
    }
    log.append("\(number) saves its child")
    do { try child.save() } catch let error as StoreError where error.reason == .conflict {}
  }

  private func save(_ context: ManagedObjectContext, _ number: Int) throws {
    let policy = random.pick(
      [StandardMergePolicy.error, .storeWins, .objectWins, .overwrite, .rollback])
    log.append("\(number) save \(policy)")
    do {
      try context.save(mergePolicy: policy)
    } catch let error as StoreError where error.reason == .conflict {
      log.append("  conflict")
      // After a conflict, the changes are either kept or rolled back.
      if random.once(in: 2) { context.rollback() }
    }
  }

  private func change(_ context: ManagedObjectContext, _ number: Int) throws {
    guard let object = try present(context).randomElement(using: &random) else { return }
    if random.once(in: 8) {
      log.append("\(number) delete \(name(object))")
      return context.delete(object)
    }
    guard let relationship = relationship(object) else { return }
    let destination = context.store.model.entities[relationship.destinationIndex]
    let fitting = try present(context).filter {
      destination.family.contains($0._batch.entity.index)
    }
    guard let other = fitting.randomElement(using: &random) else { return }
    let leaves = random.once(in: 4)
    log.append(
      "\(number) \(leaves ? "unlink" : "link") \(name(object)).\(relationship.name) \(name(other))")
    if !relationship.isToMany {
      object.relate(relationship, to: leaves ? nil : other)
    } else if leaves {
      object.remove(other, from: relationship)
    } else {
      object.add(other, to: relationship)
    }
  }

  /// Returns the objects that can be changed. It fetches only if the context holds few
  /// objects.
  private func present(_ context: ManagedObjectContext) throws -> [ManagedObject] {
    if context.maps.allSatisfy({ $0.count < 3 }) {
      for entity in context.store.model.entities where entity.rootIndex == entity.index {
        _ = try context.objects(entityName: entity.description.name)
      }
    }
    return context.maps.flatMap(\.objects).filter {
      if $0.isFault { $0.fire() }
      return !$0.isDeleted && !$0.isInaccessible && !$0.isGone
    }
  }

  private func held(_ context: ManagedObjectContext) -> ManagedObject? {
    context.maps.flatMap(\.objects).randomElement(using: &random)
  }

  private func relationship(_ object: ManagedObject) -> CompiledRelationship? {
    object._batch.entity.relationships.randomElement(using: &random)
  }

  private func name(_ object: ManagedObject) -> String {
    "\(object.entityName) \(object.objectID.key)"
  }
}
