import ModelRuntime
import Observation
import StoreSupport
import TestSupport
import XCTest

/// Tests that a context shows the same link at both ends, whatever another context has
/// saved.
final class LinkAgreementTests: XCTestCase {
  private var container: PersistentContainer!
  private var mine: ManagedObjectContext!
  private var theirs: ManagedObjectContext!
  private var owner: Owner!
  private var part: Part!

  private func start(isMerging: Bool = false) throws {
    container = try TestStores.container(.links, .inMemory)
    (mine, theirs) = (try container.makeContext(), try container.makeContext())
    mine.automaticallyMergesChanges = isMerging
    (owner, part) = (Owner(in: mine), Part(in: mine))
    try mine.save()
    _ = (owner.set.objects, owner.list.objects)
  }

  override func tearDown() {
    (owner, part) = (nil, nil)
    (mine, theirs, container) = (nil, nil, nil)
  }

  /// Links the owner and the part in the other context by setting the part's to-one
  /// relationships.
  private func linkElsewhere() throws {
    let part = try XCTUnwrap(theirs.first(Part.all))
    part.ofSet = try theirs.first(Owner.all)
    part.ofList = part.ofSet
    try theirs.save()
  }

  private func assertLinked(
    _ isLinked: Bool, _ name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    _ = (try mine.fetch(Part.all), try mine.fetch(Owner.all))
    let members = isLinked ? [part!] : []
    XCTAssertEqual(part.ofSet, isLinked ? owner : nil, name, file: file, line: line)
    XCTAssertEqual(part.ofList, isLinked ? owner : nil, name, file: file, line: line)
    XCTAssertEqual(owner.set.objects, members, name, file: file, line: line)
    XCTAssertEqual(owner.list.objects, members, name, file: file, line: line)
    XCTAssertEqual(mine.disagreeingLinks, [], name, file: file, line: line)
  }

  func testAFetchOfOneEndIsSeenAtTheOther() throws {
    for isMerging in [false, true] {
      try start(isMerging: isMerging)
      try linkElsewhere()
      _ = try mine.fetch(Part.all)
      XCTAssertEqual(owner.set.objects, [part], "merging \(isMerging)")
      XCTAssertEqual(owner.list.objects, [part], "merging \(isMerging)")
    }
  }

  /// Another context removes a member of a list and appends others after the list has been
  /// counted. Whatever loads the members then finds those of the store.
  func testAListThatChangesWhileItIsReadIsThatOfTheStore() throws {
    let ways: [(name: String, members: (OrderedObjects<Part>) -> [Part])] = [
      ("array", { Array($0) }), ("map", { $0.map { $0 } }), ("objects", { $0.objects }),
      (
        "loop",
        { list in
          var parts: [Part] = []
          for part in list { parts.append(part) }
          return parts
        }
      ),
    ]
    for (name, members) in ways {
      for isFetching in [false, true] {
        try start()
        owner.list = [part, Part(in: mine)]
        try mine.save()
        let reader = try container.makeContext()
        reader.automaticallyMergesChanges = false
        let list = try XCTUnwrap(reader.first(Owner.all)).list
        XCTAssertEqual(list.count, 2)
        let other = try XCTUnwrap(theirs.first(Owner.all))
        other.list.remove(at: 0)
        for _ in 0..<2 { other.list.append(Part(in: theirs)) }
        try theirs.save()
        if isFetching { _ = try reader.fetch(Part.all) }
        let found = members(list)
        XCTAssertEqual(
          found.map(\.objectID), other.list.map(\.objectID), "\(name), fetching \(isFetching)")
        XCTAssertFalse(found.contains { $0.isInaccessible }, "\(name), fetching \(isFetching)")
        XCTAssertEqual(reader.disagreeingLinks, [], "\(name), fetching \(isFetching)")
      }
    }
  }

  func testMembersThatAreReadAreSeenAtTheOtherEnd() throws {
    try start()
    owner = nil
    mine.reset()
    part = try mine.first(Part.all)
    XCTAssertNil(part.ofSet)
    try linkElsewhere()
    owner = try mine.first(Owner.all)
    XCTAssertEqual(owner.set.objects, [part])
    XCTAssertEqual(part.ofSet, owner)
  }

  func testARollbackOfALinkThatTheOtherMadeTooShowsIt() throws {
    for isMerging in [false, true] {
      for isFetching in [false, true] {
        try start(isMerging: isMerging)
        part.ofSet = owner
        part.ofList = owner
        try linkElsewhere()
        if isFetching { _ = try mine.fetch(Part.all) }
        mine.rollback()
        try assertLinked(true, "merging \(isMerging), fetching \(isFetching)")
      }
    }
  }

  func testADeletionThatIsGivenUpShowsWhoJoined() throws {
    let policies: [StandardMergePolicy] = [.rollback, .storeWins, .error]
    for policy in policies {
      for isMerging in [false, true] {
        try start(isMerging: isMerging)
        mine.delete(owner)
        try linkElsewhere()
        do { try mine.save(mergePolicy: policy) } catch { mine.rollback() }
        try assertLinked(true, "\(policy), merging \(isMerging)")
        owner.list.append(Part(in: mine))
        try mine.save()
        let reader = try container.makeContext()
        XCTAssertEqual(try reader.first(Owner.all)?.list.count, 2)
      }
    }
  }

  func testAnObjectThatIsInsertedAgainHasNoMembersThatDoNotExist() throws {
    try start()
    part.ofManySet.insert(owner)
    theirs.delete(try XCTUnwrap(theirs.first(Part.all)))
    try theirs.save()
    try mine.save(mergePolicy: .objectWins)
    XCTAssertEqual(part.ofManySet.objects, [owner])
    XCTAssertEqual(part.ofManyBoth.count, part.ofManyBoth.map(\.number).count)
    XCTAssertEqual(mine.disagreeingLinks, [])
  }

  func testARefreshAfterANonmemberWasRemovedAddsNobody() throws {
    try start()
    let reader = try container.makeContext()
    let owner = try XCTUnwrap(reader.first(Owner.all))
    let part = try XCTUnwrap(reader.first(Part.all))
    owner.manySet.remove(part)
    reader.refresh(owner, mergeChanges: false)
    try reader.save()
    XCTAssertEqual(owner.manySet.objects, [])
    XCTAssertEqual(try container.integrityCheck(), [])
  }

  func testAnObjectThatWasMadeAndDeletedIsNoChange() throws {
    try start()
    let made = Part(in: mine)
    mine.delete(made)
    XCTAssertFalse(mine.hasChanges)
    XCTAssertNil(mine.registeredObject(with: made.objectID))
    XCTAssertEqual(mine.registeredObjectCount, 2)
    try mine.save()
  }

  func testTheNumberOfMembersIsTracked() throws {
    try start()
    mine.observesObjects = true
    let (owner, part) = (owner!, part!)
    let edits: [(String, read: () -> Int, () -> Void)] = [
      ("append", { owner.list.count }, { owner.list.append(part) }),
      ("other end", { owner.list.count }, { part.ofList = nil }),
      ("pairs", { owner.manyBoth.count }, { owner.manyBoth.append(part) }),
      ("other end of pairs", { part.ofManyBoth.count }, { owner.manyBoth.remove(part) }),
    ]
    for (name, read, edit) in edits {
      let counter = Counter()
      withObservationTracking({ _ = read() }, onChange: { counter.add() })
      edit()
      XCTAssertEqual(counter.take(), 1, name)
    }
  }

  /// The owner's row has no column for this relationship, so it does not show that the part
  /// is gone.
  func testAnOwnerThatIsReadShowsWhoseRowIsGone() throws {
    try start()
    try XCTUnwrap(theirs.first(Part.all)).ofOne = try theirs.first(Owner.all)
    try theirs.save()
    XCTAssertNotNil(try mine.fetch(Part.all)[0].ofOne)
    theirs.delete(try XCTUnwrap(theirs.first(Part.all)))
    try theirs.save()
    XCTAssertNil(try mine.fetch(Owner.all)[0].one)
    XCTAssertNil(part.ofOne)
    XCTAssertEqual(mine.disagreeingLinks, [])
  }

  /// If another context deletes an owner to which a part was added here, the owner remains
  /// until a merge policy decides.
  func testAnOwnerThatWasJoinedIsNotForgotten() throws {
    for policy in [StandardMergePolicy.objectWins, .storeWins] {
      try start(isMerging: true)
      part.ofList = owner
      part.ofSet = owner
      theirs.delete(try XCTUnwrap(theirs.first(Owner.all)))
      try theirs.save()
      mine.mergePendingChanges()
      XCTAssertTrue(part.ofList === owner && owner.list.objects == [part], "\(policy)")
      XCTAssertThrowsError(try mine.save(), "\(policy)") {
        XCTAssertEqual(($0 as? StoreError)?.reason, .conflict)
      }
      try mine.save(mergePolicy: policy)
      let isBack = policy == .objectWins
      let fresh = try container.makeContext()
      XCTAssertEqual(try fresh.count(Owner.all), isBack ? 1 : 0, "\(policy)")
      XCTAssertEqual(try fresh.fetch(Part.all)[0].ofList != nil, isBack, "\(policy)")
      XCTAssertEqual(part.ofList == nil, !isBack, "\(policy)")
      XCTAssertEqual(mine.disagreeingLinks, [], "\(policy)")
      XCTAssertEqual(try container.integrityCheck(), [], "\(policy)")
    }
  }

  /// The stored value has changed since the object was read.
  func testALinkThatIsTakenBackIsWrittenWhereSomebodyHasMadeAnother() throws {
    try start()
    let second = Owner(in: mine)
    try mine.save()
    try XCTUnwrap(theirs.first(Part.all)).ofOne = try theirs.existingObject(
      Owner.self, with: owner.objectID)
    try theirs.save()
    part.ofOne = second
    mine.refresh(owner, mergeChanges: true)
    XCTAssertNil(owner.one)
    part.ofOne = nil
    try mine.save(mergePolicy: .objectWins)
    XCTAssertEqual(try container.integrityCheck(), [])
    XCTAssertEqual(mine.disagreeingLinks, [])
  }
}
