import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Migration policies in Swift and mapping models.
final class PolicyTests: MigrationTestCase {
  private static let name = PropertyDescription.attribute("name", .string)

  private let old = model(
    1, entity("Box", [.toMany("items", "Item", inverse: "box")]),
    entity("Item", [name, .toOne("box", "Box", inverse: "items")]))
  private let new = model(
    2, entity("Box", [.toMany("items", "Item", inverse: "box")]),
    entity(
      "Item",
      [
        name, .attribute("length", .int32, defaultValue: .constant(.integer(0))),
        .toOne("box", "Box", inverse: "items"),
      ]))
  private let data = """
    INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1), (2, 1, 1); \
    INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBOX) VALUES (1, 2, 1, 'apple', 1), \
    (2, 2, 1, 'drop', 1), (3, 2, 1, 'twin', 2); UPDATE Z_PRIMARYKEY SET Z_MAX = 3
    """

  /// A policy that drops an object, duplicates an object, and counts letters.
  private struct Policy: EntityMigrationPolicy {
    let calls: Calls

    func begin(_ session: MigrationSession) { calls.add("begin \(session.mapping.name)") }

    func createDestinationInstances(
      for source: MigrationObject, session: MigrationSession
    ) throws {
      calls.add("create \(source.key)")
      if source.string("name") == "drop" { return }
      var object = session.destination(for: source)
      object["length"] = .integer(Int64(source.string("name")?.count ?? 0))
      try session.insert(object, for: source)
      if source.string("name") == "twin" { try session.insert(object, for: source) }
    }

    func endInstanceCreation(_ session: MigrationSession) { calls.add("created") }

    func createRelationships(
      for destination: MigrationObject, session: MigrationSession
    ) throws {
      calls.add("relate \(destination.key) from \(try session.sourceKeys(for: destination.key))")
      guard destination.string("name") == "apple" else { return }
      var object = destination
      object["box"] = .integer(2)
      try session.update(object)
    }

    func endRelationshipCreation(_ session: MigrationSession) { calls.add("related") }

    func performCustomValidation(_ session: MigrationSession) throws {
      calls.add("validate \(try session.destinationKeys(for: 3))")
    }

    func end(_ session: MigrationSession) { calls.add("end") }
  }

  private final class Calls: @unchecked Sendable {
    // because a test looks at it when the migration is over.
    private(set) var all: [String] = []

    func add(_ call: String) { all.append(call) }
  }

  func testAPolicyGoesThroughThreePasses() throws {
    try make(old, data)
    let calls = Calls()
    try open(new) { $0.code.add(Policy(calls: calls), for: "Item", from: 1, to: 2) }
    XCTAssertEqual(
      calls.all,
      [
        "begin IEM_Transform_Item", "create 1", "create 2", "create 3", "created",
        "relate 1 from [1]", "relate 3 from [3]", "relate 4 from [3]", "related",
        "validate [3, 4]", "end",
      ])
    XCTAssertEqual(
      try stored("SELECT Z_PK, ZNAME, ZLENGTH, ZBOX FROM ZITEM"),
      ["1|apple|5|2", "3|twin|4|2", "4|twin|4|2"])
    try assertSchema(new, "policy")
    XCTAssertEqual(
      try stored("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'"), ["4"],
      "the key that the policy took is never given out again")
  }

  /// A slow policy that records the progress of the migration.
  private struct Slow: EntityMigrationPolicy {
    let progress: MigrationProgress
    let calls: Calls

    func createDestinationInstances(
      for source: MigrationObject, session: MigrationSession
    ) throws {
      try session.insert(session.destination(for: source), for: source)
      let text = "\(progress.current.fraction)"
      if calls.all.last != text { calls.add(text) }
    }
  }

  private static let many = """
    WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 6000) \
    INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBOX) SELECT k, 2, 1, 'name ' || k, NULL FROM n; \
    UPDATE Z_PRIMARYKEY SET Z_MAX = 6000
    """

  func testMG11_progressGoesOnThroughAPass() throws {
    try make(old, Self.many)
    let (progress, calls) = (MigrationProgress(), Calls())
    try open(new) {
      $0.progress = progress
      $0.code.add(Slow(progress: progress, calls: calls), for: "Item", from: 1, to: 2)
    }
    let fractions = calls.all.compactMap(Double.init)
    XCTAssertEqual(fractions, fractions.sorted())
    XCTAssertGreaterThan(fractions.count, 10)
    XCTAssertEqual(progress.current.fraction, 1)
  }

  /// The task is cancelled at different times, while the policy or a statement runs.
  func testMG11_aPolicyThatIsStoppedLeavesTheStore() async throws {
    try make(old, Self.many)
    for delay in [1, 5, 10, 20, 30, 40, 50] {
      var configuration = StoreConfiguration(url: url)
      let progress = MigrationProgress()
      configuration.migration.progress = progress
      configuration.migration.code.add(
        Slow(progress: progress, calls: Calls()), for: "Item", from: 1, to: 2)
      let task = Task { [configuration, new] in
        try await PersistentContainer(
          opening: CompiledModel(layoutOf: new), configuration: configuration)
      }
      try await Task.sleep(for: .milliseconds(delay))
      task.cancel()
      do {
        _ = try await task.value
        XCTFail("it was migrated within \(delay) ms")
      } catch {
        XCTAssertEqual((error as? MigrationError)?.reason, .cancelled, "\(delay): \(error)")
      }
    }
    XCTAssertEqual(try stored("SELECT count(*) FROM ZITEM"), ["6000"])
  }

  /// A policy that records its calls under a name.
  private struct Noting: EntityMigrationPolicy {
    let name: String
    let calls: Calls

    func begin(_ session: MigrationSession) {
      calls.add("begin \(name)")
      session.userInfo["name"] = name
    }

    func endInstanceCreation(_ session: MigrationSession) { calls.add("made \(name)") }

    func endRelationshipCreation(_ session: MigrationSession) throws {
      let others = try session.destinationKeys(for: 1, ofMapping: "Boxes")
      calls.add("related \(session.userInfo["name"] as? String ?? "?") \(others)")
    }

    func end(_ session: MigrationSession) { calls.add("end \(name)") }
  }

  func testPassesGoOverAllMappingsInTheirOrder() throws {
    try make(old, data)
    let calls = Calls()
    let mapping = MappingModel(entities: [
      .init(
        name: "Items", kind: .custom, sourceName: "Item", destinationName: "Item",
        policyName: "items"),
      .init(
        name: "Boxes", kind: .custom, sourceName: "Box", destinationName: "Box",
        policyName: "boxes"),
    ])
    try open(new) {
      $0.code.add(mapping, from: 1, to: 2)
      $0.code.add(Noting(name: "boxes", calls: calls), named: "boxes")
      $0.code.add(Noting(name: "items", calls: calls), named: "items")
    }
    XCTAssertEqual(
      calls.all,
      [
        "begin items", "made items", "begin boxes", "made boxes", "related items [1]",
        "related boxes [1]", "end items", "end boxes",
      ])
    XCTAssertEqual(try stored("SELECT Z_PK, ZBOX FROM ZITEM"), ["1|1", "2|1", "3|2"])
  }

  func testAFailingPolicySaysAtWhichObject() throws {
    struct TooLong: Error, CustomStringConvertible {
      var description: String { "the name is too long" }
    }
    struct Creating: EntityMigrationPolicy {
      func createDestinationInstances(
        for source: MigrationObject, session: MigrationSession
      ) throws {
        guard source.key != 2 else { throw TooLong() }
        try session.insert(session.destination(for: source), for: source)
      }
    }
    struct Setting: EntityMigrationPolicy {
      func createDestinationInstances(
        for source: MigrationObject, session: MigrationSession
      ) throws {
        var object = session.destination(for: source)
        object["lenght"] = .integer(1)
        try session.insert(object, for: source)
      }
    }
    let rows: [(policy: any EntityMigrationPolicy, reason: MigrationError.Reason, text: String)] = [
      (
        Creating(), .policyFailed,
        "the policy of 'Item' failed at Item p2: the name is too long; the store is as it was"
      ),
      (
        Setting(), .invalidMapping,
        "a policy sets 'Item.lenght' of p1, which is no stored property of its own row"
      ),
    ]
    for row in rows {
      try? FileManager.default.removeItem(at: url)
      try make(old, data)
      XCTAssertThrowsError(
        try open(new) { $0.code.add(row.policy, for: "Item", from: 1, to: 2) }, row.text
      ) { error in
        XCTAssertEqual((error as? MigrationError)?.reason, row.reason, "\(error)")
        XCTAssertEqual("\(error)", row.text)
      }
      XCTAssertEqual(try stored("SELECT count(*) FROM ZITEM"), ["3"])
    }
  }

  func testAPolicyThatThrowsLeavesTheStore() throws {
    struct Refusal: Error {}
    struct Refusing: EntityMigrationPolicy {
      func performCustomValidation(_ session: MigrationSession) throws { throw Refusal() }
    }
    try make(old, data)
    XCTAssertThrowsError(
      try open(new) { $0.code.add(Refusing(), for: "Item", from: 1, to: 2) }
    ) { error in
      XCTAssertTrue((error as? MigrationError)?.underlying is Refusal, "\(error)")
      XCTAssertEqual(
        error.localizedDescription,
        "the policy of 'Item' failed: Refusal(); the store is as it was")
    }
    XCTAssertEqual(try stored("SELECT count(*) FROM ZITEM"), ["3"])
    XCTAssertEqual(
      try stored("SELECT count(*) FROM pragma_table_info('ZITEM') WHERE name = 'ZLENGTH'"), ["0"])
  }

  func testAMappingModelComesBeforeInference() throws {
    try make(old, data)
    var mapping = try MappingModel.inferred(from: old, to: new)
    let index = try XCTUnwrap(mapping.entities.firstIndex { $0.destinationName == "Item" })
    let property = try XCTUnwrap(
      mapping.entities[index].attributes.firstIndex { $0.name == "length" })
    mapping.entities[index].attributes[property].value = .expression(
      .function(
        "add:to:",
        [
          .function("length:", [.keyPath(["name"], of: .variable("source"))]),
          .constant(.integer(10)),
        ]))
    try open(new) { [mapping] in $0.code.add(mapping, from: 1, to: 2) }
    XCTAssertEqual(
      try stored("SELECT Z_PK, ZLENGTH, ZBOX FROM ZITEM"), ["1|15|1", "2|14|1", "3|14|2"])
  }

  func testInferredMappingsHaveCoreDatasNames() throws {
    let mapping = try MappingModel.inferred(
      from: model(1, entity("A", []), entity("B", [Self.name]), entity("C", [])),
      to: model(
        2, entity("A", []), entity("B", [.attribute("name", .string, isOptional: true)]),
        entity("D", [Self.name])))
    XCTAssertEqual(
      mapping.entities.map(\.name),
      ["IEM_Copy_A", "IEM_Transform_B", "IEM_Add_D", "IEM_Remove_C"])
    XCTAssertEqual(mapping.entity(named: "IEM_Add_D")?.attributes.map(\.value), [.defaultValue])
  }
}
