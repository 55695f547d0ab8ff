import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

/// Tests of an object that one context deletes while another context adds a relationship to
/// it.
final class GainedMemberTests: XCTestCase {
  private var folder: MemoryFolder!
  private var container: PersistentContainer!
  private var context: ManagedObjectContext!

  private static let policies: [StandardMergePolicy] = [
    .error, .storeWins, .objectWins, .overwrite, .rollback,
  ]

  override func setUpWithError() throws {
    folder = try MemoryFolder()
    container = try PersistentContainer(
      .links, configuration: StoreConfiguration(url: folder.file("Links.sqlite")))
    context = try container.makeContext()
  }

  override func tearDown() {
    context = nil
    container = nil
    folder = nil
  }

  /// Saves an owner and a part, and relates them in another context with the closure.
  private func gain(
    _ relate: (Owner, Part) -> Void
  ) throws -> (owner: Owner, part: Part) {
    let (owner, part) = (Owner(in: context, number: 1), Part(in: context, number: 2))
    try context.save()
    _ = (owner.set.count, owner.owned.count, owner.one)
    let other = try container.makeContext()
    let theirOwner = try XCTUnwrap(try other.existingObject(Owner.self, with: owner.objectID))
    let theirPart = try XCTUnwrap(try other.existingObject(Part.self, with: part.objectID))
    // Load the list, because members of a list that is not loaded get no order values.
    _ = theirOwner.owned.count
    relate(theirOwner, theirPart)
    try other.save()
    return (owner, part)
  }

  private func counts() throws -> String {
    let other = try container.makeContext()
    return "\(try other.count(Owner.all)) \(try other.count(Part.all))"
  }

  private func removeAll() throws {
    context.rollback()
    try context.batchDelete(Part.all)
    try context.batchDelete(Owner.all)
    context.reset()
  }

  func testDeletingAnOwnerThatGainedAMember() throws {
    let ways: [(name: String, keptParts: Int, relate: (Owner, Part) -> Void)] = [
      ("set", 1, { $1.ofSet = $0 }), ("owned", 0, { $0.owned.append($1) }),
      ("one", 1, { $1.ofOne = $0 }),
    ]
    for (name, keptParts, relate) in ways {
      for policy in Self.policies {
        let (owner, part) = try gain(relate)
        context.delete(owner)
        if policy == .error {
          XCTAssertThrowsError(try context.save(mergePolicy: policy)) { error in
            XCTAssertEqual((error as? StoreError)?.reason, .conflict, "\(name): \(error)")
            XCTAssertEqual(
              (error as? StoreError)?.conflicts.first?.objectID, owner.objectID, name)
          }
          XCTAssertTrue(owner.isDeleted, name)
        } else {
          try context.save(mergePolicy: policy)
          let isMine = policy == .overwrite || policy == .objectWins
          XCTAssertEqual(try counts(), isMine ? "0 \(keptParts)" : "1 1", "\(name), \(policy)")
          if !isMine {
            XCTAssertFalse(owner.isDeleted, name)
            context.refreshAllObjects()
            XCTAssertEqual(part.ofSet ?? part.ofOwned ?? part.ofOne, owner, name)
          }
          XCTAssertFalse(context.hasChanges, name)
        }
        XCTAssertEqual(try container.integrityCheck(), [], "\(name), \(policy)")
        try removeAll()
      }
    }
  }

  private let ways: [(name: String, relate: (Owner, Part) -> Void)] = [
    ("set", { $1.ofSet = $0 }), ("list", { $1.ofList = $0 }), ("one", { $1.ofOne = $0 }),
    ("many in a set", { $1.ofManySet.insert($0) }),
    ("many in a list", { $1.ofManyList.insert($0) }),
    ("many in two lists", { $1.ofManyBoth.append($0) }),
  ]

  private func owner(of part: Part) -> Owner? {
    part.ofSet ?? part.ofList ?? part.ofOne ?? part.ofManySet.first ?? part.ofManyList.first
      ?? part.ofManyBoth.first
  }

  func testRelatingToAnOwnerThatWasDeleted() throws {
    for (name, relate) in ways {
      for policy in Self.policies {
        for isNew in [true, false] {
          let note = "\(name), \(policy), \(isNew)"
          let owner = Owner(in: context, number: 1)
          if isNew { try context.save() }
          let part = Part(in: context, number: 2)
          if !isNew { try context.save() }
          relate(owner, part)
          let other = try container.makeContext()
          other.delete(try XCTUnwrap(try other.existingObject(Owner.self, with: owner.objectID)))
          try other.save()
          if policy == .error {
            XCTAssertThrowsError(try context.save(mergePolicy: policy), note) { error in
              XCTAssertEqual((error as? StoreError)?.reason, .conflict, "\(note): \(error)")
            }
          } else {
            try context.save(mergePolicy: policy)
            let isMine = policy == .overwrite || policy == .objectWins
            XCTAssertEqual(try counts(), isMine ? "1 1" : "0 1", note)
            XCTAssertEqual(self.owner(of: part), isMine ? owner : nil, note)
            XCTAssertFalse(context.hasChanges, note)
          }
          XCTAssertEqual(try container.integrityCheck(), [], note)
          try removeAll()
        }
      }
    }
  }

  func testRelatingToAnOwnerThatIsDeletedHere() throws {
    for policy in Self.policies {
      let (owner, part) = (Owner(in: context, number: 1), Part(in: context, number: 2))
      try context.save()
      context.delete(owner)
      part.ofSet = owner
      if policy == .error {
        XCTAssertThrowsError(try context.save(mergePolicy: policy)) { error in
          XCTAssertEqual(
            (error as? StoreError)?.conflicts.map(\.kind), [.referenceToDeleted(["ofSet"])],
            "\(error)")
        }
      } else {
        try context.save(mergePolicy: policy)
        XCTAssertNil(part.ofSet, "\(policy)")
        XCTAssertEqual(try counts(), "0 1", "\(policy)")
      }
      XCTAssertEqual(try container.integrityCheck(), [], "\(policy)")
      try removeAll()
    }
  }
}
