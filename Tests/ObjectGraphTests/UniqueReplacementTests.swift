import ModelRuntime
import TestSupport
import XCTest

/// New objects that are replaced by stored objects with the same unique values.
final class UniqueReplacementTests: XCTestCase {
  private var container: PersistentContainer!
  private var context: ManagedObjectContext!

  override func setUpWithError() throws {
    container = try PersistentContainer(.shop, configuration: .inMemory)
    context = try container.makeContext()
  }

  override func tearDown() {
    context = nil
    container = nil
  }

  private func make(_ note: String) -> Make {
    let make = Make(in: context, name: "A")
    make.note = note
    return make
  }

  func testSeveralBecomeTheOneThatIsStored() throws {
    let stored = make("stored")
    try context.save()
    let other = try container.makeContext()
    let (first, second) = (Make(in: other, name: "A"), Make(in: other, name: "A"))
    (first.note, second.note) = ("first", "second")
    let coats = [Coat(in: other), Coat(in: other)]
    (coats[0].make, coats[1].make) = (first, second)
    try other.save(mergePolicy: .objectWins)
    XCTAssertEqual(coats.map { $0.make?.objectID }, [stored.objectID, stored.objectID])
    let fresh = try container.makeContext()
    XCTAssertEqual(try fresh.count(Make.all), 1)
    XCTAssertEqual(try fresh.fetch(Coat.all).compactMap { $0.make?.name }, ["A", "A"])
    XCTAssertTrue(["first", "second"].contains(try fresh.first(Make.all)?.note))
  }

  func testWhatLedToOneThatLosesLeadsToTheOther() throws {
    _ = make("stored")
    try context.save()
    let other = try container.makeContext()
    let coat = Coat(in: other)
    coat.make = Make(in: other, name: "A")
    try other.save(mergePolicy: .storeWins)
    XCTAssertEqual(coat.make?.note, "stored")
    let fresh = try container.makeContext()
    XCTAssertEqual(try fresh.first(Coat.all)?.make?.note, "stored")
  }

  func testWhatLedToOneThatIsRolledBackLeadsNowhere() throws {
    _ = make("stored")
    try context.save()
    let other = try container.makeContext()
    let coats = [Coat(in: other), Coat(in: other)]
    (coats[0].make, coats[1].make) = (Make(in: other, name: "A"), Make(in: other, name: "B"))
    try other.save(mergePolicy: .rollback)
    XCTAssertEqual(coats.map { $0.make?.name }, [nil, "B"])
    let fresh = try container.makeContext()
    XCTAssertEqual(try fresh.fetch(Coat.all).compactMap { $0.make?.name }, ["B"])
    XCTAssertEqual(try fresh.first(Make.where { $0.name == "A" })?.note, "stored")
  }

  /// The first new object is replaced by a stored object with the same first value, and the
  /// second new object has the same second value as the first.
  func testWhoMeetsOneThatGivesWayIsNotLostWithIt() throws {
    let rows: [(first: (String, Int32), second: (String, Int32))] = [
      (("B", 1), ("B", 2)), (("A", 7), ("C", 7)),
    ]
    for (first, second) in rows {
      let last = "\(second.0) \(second.1)"
      let expectations: [(StandardMergePolicy, [String])] = [
        (.storeWins, ["A 1", last]), (.rollback, ["A 1", last]), (.objectWins, [last]),
      ]
      for (policy, expected) in expectations {
        let container = try PersistentContainer(.shop, configuration: .inMemory)
        let stored = try container.makeContext()
        Make(in: stored, name: "A").code = 1
        try stored.save()
        let other = try container.makeContext()
        for (name, code) in [first, second] { Make(in: other, name: name).code = code }
        try other.save(mergePolicy: policy)
        let fresh = try container.makeContext()
        let makes = try fresh.fetch(Make.all.sorted { [$0.name.ascending] })
        XCTAssertEqual(makes.map { "\($0.name) \($0.code ?? 0)" }, expected, "\(policy) \(first)")
      }
    }
  }

  // MARK: Entities of one parent

  /// Animals with unique names, and an owner with a relationship to dogs.
  private static let pets = ManagedObjectModel(
    name: "Pets", version: 1,
    entities: [
      EntityDescription(name: "Animal", properties: [.attribute("name", .string, isUnique: true)]),
      EntityDescription(name: "Cat", parentName: "Animal", properties: []),
      EntityDescription(name: "Dog", parentName: "Animal", properties: []),
      EntityDescription(
        name: "Owner",
        properties: [
          .toOne("dog", "Dog"), .toOne("pet", "Animal"), .toMany("dogs", "Dog", isOrdered: true),
          .toMany("pets", "Animal", isOrdered: true),
        ]),
    ])

  private func names(_ key: String, _ owner: ManagedObject) throws -> [String?] {
    try XCTUnwrap(owner.value(forKey: key) as? OrderedObjects<ManagedObject>)
      .map { try $0.value(forKey: "name") as? String }
  }

  /// A dog that is replaced by a cat is removed from relationships to dogs, but keeps its
  /// place in relationships to animals.
  func testWhatLedToADogDoesNotLeadToTheCatThatItBecomes() throws {
    for policy: StandardMergePolicy in [.objectWins, .storeWins] {
      let container = try PersistentContainer(CompiledModel(Self.pets), configuration: .inMemory)
      let other = try container.makeContext()
      let cat = try other.insert(entityName: "Cat", ["name": "Tom"])
      try other.save()
      let context = try container.makeContext()
      let dogs = try ["Rex", "Tom", "Max"].map {
        try context.insert(entityName: "Dog", ["name": $0])
      }
      let owner = try context.insert(
        entityName: "Owner", ["dog": dogs[1], "pet": dogs[1], "dogs": dogs, "pets": dogs])
      try context.save(mergePolicy: policy)
      let fresh = try container.makeContext()
      for owner in [owner, try XCTUnwrap(fresh.fetch(entityName: "Owner").first)] {
        XCTAssertNil(try owner.value(forKey: "dog"), "\(policy)")
        let pet = try owner.value(forKey: "pet") as? ManagedObject
        XCTAssertEqual(pet?.objectID, cat.objectID, "\(policy)")
        XCTAssertEqual(try names("dogs", owner), ["Rex", "Max"], "\(policy)")
        XCTAssertEqual(try names("pets", owner), ["Rex", "Tom", "Max"], "\(policy)")
      }
      XCTAssertEqual(try container.integrityCheck(), [], "\(policy)")
    }
  }

  /// Both objects of a relationship without an inverse are replaced by stored objects, in
  /// either order.
  func testWhatDisappearsLeadsToWhatTheOtherBecame() throws {
    let model = ManagedObjectModel(
      name: "Leagues", version: 1,
      entities: [
        EntityDescription(
          name: "League", properties: [.attribute("name", .string, isUnique: true)]),
        EntityDescription(
          name: "Team",
          properties: [.attribute("name", .string, isUnique: true), .toOne("league", "League")]),
      ])
    for names in [["League", "Team"], ["Team", "League"]] {
      let container = try PersistentContainer(CompiledModel(model), configuration: .inMemory)
      let stored = try container.makeContext()
      let league = try stored.insert(entityName: "League", ["name": "A"])
      let team = try stored.insert(entityName: "Team", ["name": "B"])
      try stored.save()
      let other = try container.makeContext()
      var made: [String: ManagedObject] = [:]
      for name in names {
        made[name] = try other.insert(entityName: name, ["name": name == "Team" ? "B" : "A"])
      }
      try made["Team"]?.setValue(made["League"], forKey: "league")
      try other.save(mergePolicy: .objectWins)
      let fresh = try container.makeContext()
      let found = try XCTUnwrap(fresh.fetch(entityName: "Team").first)
      XCTAssertEqual(found.objectID, team.objectID, "\(names)")
      let led = try found.value(forKey: "league") as? ManagedObject
      XCTAssertEqual(led?.objectID, league.objectID, "\(names)")
      XCTAssertEqual(try container.integrityCheck(), [], "\(names)")
    }
  }

  func testReferencesToWhatIsGoneAreClearedAndNoOthers() throws {
    let pegs = ["1", "2"].map { Peg(in: context, label: $0) }
    let coats = [Coat(in: context), Coat(in: context)]
    try context.save()
    let other = try container.makeContext()
    for peg in try other.fetch(Peg.where { $0.label == "1" }) { other.delete(peg) }
    try other.save()
    (coats[0].peg, coats[1].peg) = (pegs[0], pegs[1])
    pegs[0].label = "3"
    try context.save(mergePolicy: .storeWins)
    XCTAssertEqual(coats.map { $0.peg?.label }, [nil, "2"])
    let fresh = try container.makeContext()
    XCTAssertEqual(try fresh.fetch(Coat.all).compactMap { $0.peg?.label }, ["2"])
  }

  func testAnObjectIsNotInConflictWithItself() throws {
    let (first, second) = (Make(in: context, name: "A"), Make(in: context, name: "B"))
    try context.save()
    first.name = "B"
    second.note = "changed"
    XCTAssertThrowsError(try context.save()) { error in
      let conflicts = (error as? StoreError)?.conflicts ?? []
      XCTAssertEqual(conflicts.map(\.objectID), [first.objectID])
      XCTAssertEqual(conflicts.map(\.otherID), [second.objectID])
    }
  }
}
