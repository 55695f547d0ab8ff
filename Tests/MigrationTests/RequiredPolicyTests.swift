import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelstoreCommands

/// Policies that a migration requires. Without them the store is not migrated.
final class RequiredPolicyTests: MigrationTestCase {
  private let old = model(1, entity("Person", [.attribute("fullName", .string)]))
  private let data =
    "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZFULLNAME) VALUES (1, 1, 1, 'Ann Lee')"

  private func new(_ step: MigrationDescription.Step) -> ManagedObjectModel {
    let blank = DefaultValue.constant(.string(""))
    var new = model(
      2,
      entity(
        "Person",
        [
          .attribute("givenName", .string, defaultValue: blank),
          .attribute("familyName", .string, defaultValue: blank),
        ]))
    new.migrations = [
      MigrationDescription(
        fromVersion: 1, steps: [step, .drop(keyPath: "Person.fullName", reason: nil)])
    ]
    return new
  }

  private struct Names: EntityMigrationPolicy {
    func createDestinationInstances(
      for source: MigrationObject, session: MigrationSession
    ) throws {
      var person = session.destination(for: source)
      let parts = (source.string("fullName") ?? "").split(separator: " ")
      person["givenName"] = .string(String(parts.first ?? ""))
      person["familyName"] = .string(String(parts.last ?? ""))
      try session.insert(person, for: source)
    }
  }

  func testAMissingPolicyIsNamed() throws {
    try make(old, data)
    XCTAssertThrowsError(try open(new(.policy(entity: "Person")))) { error in
      XCTAssertEqual((error as? MigrationError)?.reason, .missingCode, "\(error)")
      XCTAssertTrue("\(error)".contains("needs code: a policy of 'Person'"), "\(error)")
    }
    XCTAssertEqual(try stored("SELECT ZFULLNAME FROM ZPERSON"), ["Ann Lee"])
  }

  func testADryRunSaysThatItNeedsCode() throws {
    try make(old, data)
    let report = try PersistentContainer.dryRunMigration(
      of: StoreConfiguration(url: url),
      to: CompiledModel(layoutOf: new(.policy(entity: "Person"))))
    XCTAssertEqual(report.error?.reason, .missingCode)
    XCTAssertTrue("\(report)".contains("needs code"), "\(report)")
    XCTAssertTrue("\(report)".contains("version 2 drops 'Person.fullName'"), "\(report)")
  }

  func testTheMatrixSaysThatItNeedsCode() {
    for (step, kind) in [
      (MigrationDescription.Step.policy(entity: "Person"), VersionCompatibility.Kind.code),
      (.optionalPolicy(entity: "Person"), .inferred),
    ] {
      let cells = ModelVersions(current: new(step), released: [old]).compatibilities
      XCTAssertEqual(cells.map(\.kind), [kind])
      XCTAssertEqual(cells.map(\.drops), [["Person.fullName"]])
    }
  }

  func testAPolicyThatIsHandedOverReads() throws {
    try make(old, data)
    try open(new(.policy(entity: "Person"))) {
      $0.code.add(Names(), for: "Person", from: 1, to: 2)
    }
    XCTAssertEqual(
      try stored("SELECT ZGIVENNAME, ZFAMILYNAME FROM ZPERSON"), ["Ann|Lee"])
  }

  func testAnOptionalPolicyMayBeMissing() throws {
    try make(old, data)
    try open(new(.optionalPolicy(entity: "Person")))
    XCTAssertEqual(try stored("SELECT ZGIVENNAME FROM ZPERSON"), [""])
  }

  func testAProgramMayGoOnWithoutPolicies() throws {
    try make(old, data)
    try open(new(.policy(entity: "Person"))) { $0.runsWithoutPolicies = true }
    XCTAssertEqual(try stored("SELECT ZGIVENNAME FROM ZPERSON"), [""])
  }

  /// A path over other versions would skip the policy.
  func testNoWayStepsOverAPolicy() throws {
    var newest = new(.policy(entity: "Person"))
    newest.version = 3
    newest.migrations = []
    try make(old, data)
    XCTAssertThrowsError(
      try open(newest, released: [old, new(.policy(entity: "Person"))])
    ) { error in
      XCTAssertEqual((error as? MigrationError)?.reason, .missingCode, "\(error)")
    }
  }

  func testTheToolRefusesUnlessItIsToldTo() throws {
    try make(old, data)
    let commands = StoreCommands(
      program: "shop-store",
      model: CompiledModel(
        versions: ModelVersions(current: new(.policy(entity: "Person")), released: [old])))
    let store = url.path(percentEncoded: false)
    XCTAssertThrowsError(try commands.outcome(["migrate", store])) { error in
      XCTAssertTrue("\(error)".contains("needs code"), "\(error)")
    }
    XCTAssertEqual(try commands.outcome(["migrate", store, "--dry-run"]).status, 1)
    XCTAssertEqual(
      try commands.outcome(["migrate", store, "--without-policies"]).text,
      "migrated \(store) from version 1 to version 2")
    XCTAssertEqual(try stored("SELECT ZGIVENNAME FROM ZPERSON"), [""])
  }
}
