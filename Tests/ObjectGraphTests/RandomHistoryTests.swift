import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Random changes that are undone and redone, or made in a child context, give the same
/// result.
final class RandomHistoryTests: SchoolTestCase {
  private var seeds: [UInt64] {
    (0..<(TestRun.isLong ? 200 : 8)).map { TestRun.seed &+ $0 }
  }

  func testEverythingIsUndoneAndRedone() throws {
    for seed in seeds {
      let container = try PersistentContainer(.school, configuration: .inMemory)
      let context = try container.makeContext()
      try undoAndRedo(seed, context)
      try compareWithStore(seed, context, container)
    }
  }

  private func undoAndRedo(_ seed: UInt64, _ context: ManagedObjectContext) throws {
    var random = RandomSchool(seed: seed)
    for _ in 0..<15 { try random.step(in: context) }
    try context.save()
    context.undoHistory = UndoHistory()
    var texts = [try context.schoolText(withTransients: true)]
    for _ in 0..<12 {
      for _ in 0...random.number(4) { try random.step(in: context) }
      if random.number(3) == 0 { try saveIfAllowed(context) }
      context.processPendingChanges()
      let text = try context.schoolText(withTransients: true)
      if text != texts.last { texts.append(text) }
    }
    for _ in 0..<2 {
      for text in texts.dropLast().reversed() {
        try undoUntilItDiffers(context)
        XCTAssertEqual(try context.schoolText(withTransients: true), text, "undo, seed \(seed)")
        if random.number(3) == 0 { try saveIfAllowed(context) }
      }
      for text in texts.dropFirst() {
        try redoUntilItDiffers(context)
        XCTAssertEqual(try context.schoolText(withTransients: true), text, "redo, seed \(seed)")
        if random.number(3) == 0 { try saveIfAllowed(context) }
      }
    }
  }

  /// Undoes until something differs, since a save can split changes into two groups, and a
  /// group may change nothing.
  private func undoUntilItDiffers(_ context: ManagedObjectContext) throws {
    let before = try context.schoolText(withTransients: true)
    while context.undo() {
      if try context.schoolText(withTransients: true) != before { return }
    }
  }

  private func redoUntilItDiffers(_ context: ManagedObjectContext) throws {
    let before = try context.schoolText(withTransients: true)
    while context.redo() {
      if try context.schoolText(withTransients: true) != before { return }
    }
  }

  /// Saves the context, unless a rule such as a denied delete prevents it.
  private func saveIfAllowed(_ context: ManagedObjectContext) throws {
    do {
      try context.save()
    } catch is ValidationError {
    } catch let error as StoreError where error.reason == .deniedDelete {
    }
  }

  private func compareWithStore(
    _ seed: UInt64, _ context: ManagedObjectContext, _ container: PersistentContainer
  ) throws {
    try context.save()
    let text = try context.schoolText(withTransients: false)
    let fresh = try container.makeContext()
    XCTAssertEqual(try fresh.schoolText(withTransients: false), text, "store, seed \(seed)")
  }

  func testChangesOfAChildAreThoseOfItsParent() throws {
    for seed in seeds {
      let container = try PersistentContainer(.school, configuration: .inMemory)
      let context = try container.makeContext()
      var random = RandomSchool(seed: seed)
      for _ in 0..<15 { try random.step(in: context) }
      try context.save()
      for _ in 0..<10 { try random.step(in: context) }
      let child = context.makeChild()
      for _ in 0..<4 {
        for _ in 0..<8 { try random.step(in: child) }
        let text = try child.schoolText(withTransients: false)
        try child.save()
        XCTAssertEqual(try context.schoolText(withTransients: false), text, "seed \(seed)")
        for _ in 0..<3 { try random.step(in: context) }
        let changed = try context.schoolText(withTransients: false)
        // Objects that a fetch does not reload stay as they were read.
        child.refreshAllObjects()
        XCTAssertEqual(try child.schoolText(withTransients: false), changed, "seed \(seed)")
      }
      try compareWithStore(seed, context, container)
    }
  }
}
