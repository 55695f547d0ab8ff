import Foundation
import ModelRuntime
import TestSupport
import XCTest

/// Requirements on models that no other test covers.
final class ModelPointTests: XCTestCase {
  private let model = CompiledModel.school.description

  private func changed(_ change: (inout EntityDescription) -> Void) -> ManagedObjectModel {
    var model = model
    for index in model.entities.indices where model.entities[index].name == "Course" {
      change(&model.entities[index])
    }
    return model
  }

  func testEntitiesAreFoundByTheirNames() {
    XCTAssertEqual(
      Set(model.entitiesByName.keys), ["Person", "Student", "Teacher", "Head", "Course", "Grade"])
    XCTAssertEqual(model.entity(named: "Course")?.name, "Course")
    XCTAssertNil(model.entity(named: "course"))
  }

  func testModelsAreValues() {
    let other = changed { $0.properties = [] }
    XCTAssertNotEqual(other, model)
    XCTAssertEqual(CompiledModel.school.description, model)
  }

  func testAModelComesBackFromItsCodedForm() throws {
    let coded = try JSONEncoder().encode(model)
    XCTAssertEqual(try JSONDecoder().decode(ManagedObjectModel.self, from: coded), model)
  }

  func testVersionIdentifiersAreNotPartOfTheHashes() {
    var other = model
    other.versionIdentifiers = ["spring"]
    XCTAssertEqual(other.versionHashes, model.versionHashes)
  }

  func testInheritedPropertiesComeFirst() throws {
    let head = try XCTUnwrap(model.entity(named: "Head"))
    let names = model.properties(of: head).map(\.name)
    XCTAssertEqual(names.first, "name")
    XCTAssertEqual(names.last, "office")
    XCTAssertEqual(model.lineage(of: head).map(\.name), ["Person", "Teacher", "Head"])
    XCTAssertEqual(
      model.entity(named: "Person").map { model.subentities(of: $0).map(\.name) },
      ["Student", "Teacher"])
  }

  func testWhatIsNotStoredIsNotPartOfTheHash() {
    let rows: [(name: String, change: (inout EntityDescription) -> Void)] = [
      (
        "index", { $0.indexes.append(FetchIndexDescription(name: "x", elements: [.init("title")])) }
      ),
      ("class", { $0.userInfo["a"] = "b" }),
      ("documentation", { $0.documentation = "Other." }),
      ("rules", { $0.checks = [] }),
    ]
    for row in rows {
      XCTAssertEqual(changed(row.change).versionHashes, model.versionHashes, row.name)
    }
  }

  func testWhatIsStoredIsPartOfTheHash() {
    let rows: [(name: String, change: (inout EntityDescription) -> Void)] = [
      ("attribute", { $0.properties.removeAll { $0.name == "code" } }),
      ("relationship", { $0.properties.removeAll { $0.name == "teacher" } }),
      ("modifier", { $0.versionHashModifier = "2" }),
      ("abstract", { $0.isAbstract = true }),
    ]
    for row in rows {
      let hashes = changed(row.change).versionHashes
      XCTAssertNotEqual(hashes["Course"], model.versionHashes["Course"], row.name)
      XCTAssertEqual(hashes["Grade"], model.versionHashes["Grade"], row.name)
    }
  }

  func testRelationshipsStartAsInCoreData() {
    let relationship = RelationshipDescription(name: "all", destinationName: "Course")
    XCTAssertEqual(relationship.deleteRule, .nullify)
    XCTAssertEqual([relationship.minCount, relationship.maxCount], [0, 0])
    XCTAssertFalse(relationship.isOrdered)
  }
}
