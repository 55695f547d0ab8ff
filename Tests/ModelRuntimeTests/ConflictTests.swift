import BankModel
import ModelRuntime
import TestSupport
import XCTest

/// Conflicts between two contexts that change the same object.
final class ConflictTests: BankTestCase {
  /// Saves a bank, changes its name and state in another context, and changes its name and
  /// city here.
  private func collide() throws -> FailedBankInfo {
    let bank = makeBank("A", cert: 1)
    try context.save()
    try changeElsewhere { bank in
      bank.name = "theirs"
      bank.state = "GA"
    }
    bank.name = "mine"
    bank.city = "Here"
    return bank
  }

  private func changeElsewhere(_ body: (FailedBankInfo) throws -> Void) throws {
    try container.performAndWait { other in
      try body(try XCTUnwrap(try FailedBankInfo.find(cert: 1, in: other)))
      try other.save()
    }
  }

  private func stored() throws -> [String] {
    try rows("SELECT Z_OPT, ZNAME, ZCITY, ZSTATE FROM ZFAILEDBANKINFO", in: storeURL)
  }

  func testAConflictCarriesBaseMineAndTheirs() throws {
    let bank = try collide()
    XCTAssertThrowsError(try context.save()) { error in
      let error = error as? StoreError
      XCTAssertEqual(error?.reason, .conflict)
      XCTAssertEqual(error?.coreDataCode, 133020)
      let conflict = error?.conflicts.first
      XCTAssertEqual(conflict?.kind, .update)
      XCTAssertEqual(conflict?.objectID, bank.objectID)
      XCTAssertEqual(conflict?.properties.map(\.name), ["name", "city", "state"])
      XCTAssertEqual(conflict?["name"]?.base, .string("A"))
      XCTAssertEqual(conflict?["name"]?.mine, .string("mine"))
      XCTAssertEqual(conflict?["name"]?.theirs, .string("theirs"))
      XCTAssertEqual(conflict?["state"]?.isChangedHere, false)
      XCTAssertEqual(conflict?.base(as: FailedBankInfo.Snapshot.self)?.city, "Springfield")
      XCTAssertEqual(conflict?.mine(as: FailedBankInfo.Snapshot.self)?.city, "Here")
      XCTAssertEqual(conflict?.theirs(as: FailedBankInfo.Snapshot.self)?.state, "GA")
      XCTAssertNil(conflict?.theirs(as: Tag.Snapshot.self))
      XCTAssertEqual(
        conflict?.description,
        """
        FailedBankInfo p1 was changed by somebody else since it was fetched
          name: base 'A', mine 'mine', theirs 'theirs'
          city: base 'Springfield', mine 'Here', theirs 'Springfield'
          state: base 'IL', mine 'IL', theirs 'GA'
        """)
      // The text for users of an application contains no class names and no keys.
      let text = """
        bank 'mine' was changed by somebody else since it was fetched
          name: was 'A', here 'mine', there 'theirs'
          city: was 'Springfield', here 'Here', there 'Springfield'
          state: was 'IL', here 'IL', there 'GA'
        """
      XCTAssertEqual(conflict?.localizedDescription, text)
      XCTAssertEqual(error?.localizedDescription, text)
    }
    XCTAssertEqual(bank.name, "mine")
    XCTAssertEqual(try stored(), ["2|theirs|Springfield|GA"])
  }

  func testThePoliciesOfCoreData() throws {
    let expectations: [(StandardMergePolicy, String)] = [
      (.storeWins, "theirs|Here|GA"), (.objectWins, "mine|Here|GA"),
      (.overwrite, "mine|Here|IL"), (.rollback, "theirs|Springfield|GA"),
    ]
    for (policy, expected) in expectations {
      let bank = try collide()
      context.mergePolicy = policy
      try context.save()
      XCTAssertEqual(try stored().first?.drop { $0 != "|" }.dropFirst(), expected[...], "\(policy)")
      XCTAssertEqual("\(bank.name)|\(bank.city)|\(bank.state)", expected, "\(policy)")
      XCTAssertFalse(context.hasChanges)
      context.delete(bank)
      try context.save(mergePolicy: .error)
    }
  }

  func testAPolicyCanBeGivenToASave() throws {
    let bank = try collide()
    try context.save(mergePolicy: .objectWins)
    XCTAssertEqual(bank.name, "mine")
    XCTAssertEqual(try stored(), ["3|mine|Here|GA"])
  }

  func testAnOwnPolicyDecides() throws {
    struct Joining: MergePolicy {
      func resolution(of conflict: SaveConflict) throws -> ConflictResolution {
        let mine = conflict.mine(as: FailedBankInfo.Snapshot.self)?.name ?? ""
        let theirs = conflict.theirs(as: FailedBankInfo.Snapshot.self)?.name ?? ""
        return .merged(mine: ["city"], values: ["name": .string("\(mine) and \(theirs)")])
      }
    }
    let bank = try collide()
    try context.save(mergePolicy: Joining())
    XCTAssertEqual(bank.name, "mine and theirs")
    XCTAssertEqual(try stored(), ["3|mine and theirs|Here|GA"])
  }

  func testAnOwnPolicyCanThrow() throws {
    struct Refusing: MergePolicy {
      struct Refusal: Error {}
      func resolution(of conflict: SaveConflict) throws -> ConflictResolution { throw Refusal() }
    }
    let bank = try collide()
    XCTAssertThrowsError(try context.save(mergePolicy: Refusing())) { error in
      XCTAssertTrue(error is Refusing.Refusal)
    }
    XCTAssertEqual(bank.name, "mine")
  }

  func testAnUpdateOfWhatIsGone() throws {
    for policy in [StandardMergePolicy.error, .storeWins, .objectWins, .overwrite, .rollback] {
      let bank = makeBank("A", cert: 1)
      let tag = Tag(in: context, name: "\(policy)")
      try context.save()
      bank.details?.tags.insert(tag)
      try changeElsewhere { $0.managedContext?.delete($0) }
      bank.name = "B"
      if policy == .error {
        XCTAssertThrowsError(try context.save(mergePolicy: policy)) { error in
          let kinds = (error as? StoreError)?.conflicts.map(\.kind)
          XCTAssertEqual(Set(kinds ?? []), [.updateOfDeleted])
        }
        XCTAssertEqual(bank.name, "B")
        context.rollback()
        context.reset()
        continue
      }
      try context.save(mergePolicy: policy)
      if policy == .storeWins || policy == .rollback {
        XCTAssertTrue(bank.isInaccessible, "\(policy)")
        XCTAssertEqual(try stored(), [], "\(policy)")
      } else {
        // The row gets a version number that it has not had before.
        XCTAssertEqual(
          try rows("SELECT Z_OPT > 1000, ZNAME FROM ZFAILEDBANKINFO", in: storeURL), ["1|B"],
          "\(policy)")
        let copy = try container.makeContext()
        let found = try copy.first(FailedBankInfo.all)
        XCTAssertEqual(found?.details?.tags.map(\.name), ["\(policy)"], "\(policy)")
        context.delete(bank)
        try context.save()
      }
      XCTAssertEqual(try StoreInspection(url: storeURL).findings(), [], "\(policy)")
    }
  }

  func testADeletionOfWhatWasChanged() throws {
    for policy in [StandardMergePolicy.error, .storeWins, .objectWins, .overwrite, .rollback] {
      let bank = makeBank("A", cert: 1)
      let tag = Tag(in: context, name: "\(policy)")
      bank.details?.tags.insert(tag)
      try context.save()
      try changeElsewhere { $0.name = "theirs" }
      context.delete(bank)
      if policy == .error {
        XCTAssertThrowsError(try context.save(mergePolicy: policy)) { error in
          XCTAssertEqual(
            (error as? StoreError)?.conflicts.map(\.kind), [.deletionOfUpdated])
        }
        XCTAssertTrue(bank.isDeleted)
        context.rollback()
      }
      try context.save(mergePolicy: policy)
      if policy == .overwrite || policy == .objectWins {
        XCTAssertEqual(try stored(), [], "\(policy)")
      } else if policy != .error {
        XCTAssertEqual(try stored(), ["2|theirs|Springfield|IL"], "\(policy)")
        XCTAssertEqual(bank.name, "theirs", "\(policy)")
        XCTAssertEqual(bank.details?.info, bank, "\(policy)")
        XCTAssertEqual(bank.details?.tags.objects, [tag], "\(policy)")
      }
      if !bank.isInaccessible, bank.context != nil {
        context.refresh(bank, mergeChanges: false)
        context.delete(bank)
        try context.save()
      }
      XCTAssertEqual(try StoreInspection(url: storeURL).findings(), [], "\(policy)")
    }
  }

  func testWhatBothDeletedIsNoConflict() throws {
    let bank = makeBank("A", cert: 1)
    try context.save()
    try changeElsewhere { $0.managedContext?.delete($0) }
    context.delete(bank)
    try context.save()
    XCTAssertEqual(try stored(), [])
  }

  func testPartnersOfBothSidesStayPairs() throws {
    for policy in [StandardMergePolicy.storeWins, .objectWins, .overwrite, .rollback] {
      let bank = makeBank("A", cert: 1)
      let (mine, theirs) = (
        FailedBankDetails(in: context, zip: 1), FailedBankDetails(in: context, zip: 2)
      )
      try context.save()
      try changeElsewhere { bank in
        let context = try XCTUnwrap(bank.managedContext)
        bank.details = try context.existingObject(FailedBankDetails.self, with: theirs.objectID)
      }
      bank.details = mine
      try context.save(mergePolicy: policy)
      let isMine = policy == .objectWins || policy == .overwrite
      XCTAssertEqual(bank.details, isMine ? mine : theirs, "\(policy)")
      XCTAssertEqual(theirs.info, isMine ? nil : bank, "\(policy)")
      XCTAssertEqual(mine.info, isMine ? bank : nil, "\(policy)")
      XCTAssertEqual(
        try rows("SELECT ZZIP FROM ZFAILEDBANKDETAILS WHERE ZINFO IS NOT NULL", in: storeURL),
        [isMine ? "1" : "2"], "\(policy)")
      for details in try context.fetch(FailedBankDetails.all) { context.delete(details) }
      context.delete(bank)
      try context.save()
    }
  }

  func testMembersAreMergedWithoutAConflict() throws {
    let bank = makeBank("A", cert: 1)
    let (one, two, three) = (
      Tag(in: context, name: "1"), Tag(in: context, name: "2"), Tag(in: context, name: "3")
    )
    bank.details?.tags = [one]
    try context.save()
    try changeElsewhere { bank in
      let context = try XCTUnwrap(bank.managedContext)
      bank.details?.tags.insert(try XCTUnwrap(try Tag.find(name: "2", in: context)))
    }
    bank.details?.tags.insert(three)
    bank.details?.tags.remove(one)
    try context.save()
    let fresh = try container.makeContext()
    let found = try XCTUnwrap(try fresh.first(FailedBankInfo.all))
    XCTAssertEqual(found.details?.tags.map(\.name).sorted(), ["2", "3"])
    XCTAssertEqual(two.name, "2")
  }

  func testARollbackTakesMembersBackToo() throws {
    let bank = makeBank("A", cert: 1)
    let (old, new) = (Tag(in: context, name: "old"), Tag(in: context, name: "new"))
    bank.details?.tags = [old]
    try context.save()
    try changeElsewhere { $0.details?.zip = 7 }
    bank.details?.zip = 5
    bank.details?.tags = [new]
    try context.save(mergePolicy: .rollback)
    XCTAssertEqual(bank.details?.zip, 7)
    XCTAssertEqual(bank.details?.tags.objects, [old])
    XCTAssertEqual([old.bankdetails.count, new.bankdetails.count], [1, 0])
    XCTAssertFalse(context.hasChanges)
    let fresh = try container.makeContext()
    XCTAssertEqual(try fresh.first(FailedBankDetails.all)?.tags.map(\.name), ["old"])
  }

  func testAutomaticMergingKeepsOverlappingChangesForThePolicy() throws {
    context.automaticallyMergesChanges = true
    let bank = try collide()
    XCTAssertThrowsError(try context.save()) { error in
      XCTAssertEqual((error as? StoreError)?.reason, .conflict)
    }
    XCTAssertEqual(bank.name, "mine")
    try context.save(mergePolicy: .storeWins)
    XCTAssertEqual(bank.name, "theirs")
  }
}

extension FailedBankInfo {
  /// The context, under another name than the parameter of the tests' closures.
  fileprivate var managedContext: ManagedObjectContext? { context }
}
