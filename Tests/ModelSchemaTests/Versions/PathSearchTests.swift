import TestSupport
import XCTest

@testable import ModelSchema

/// Migration paths between two versions: the data that a path must not lose, and the cost
/// of the search.
final class PathSearchTests: XCTestCase {
  private typealias Entities = [EntityDescription]

  private static let name = PropertyDescription.attribute("name", .string, isOptional: true)

  private func versions(_ all: Entities...) -> [ManagedObjectModel] {
    all.enumerated().map { number, entities in
      ManagedObjectModel(name: "M", version: number + 1, entities: entities)
    }
  }

  private func entity(_ name: String, _ properties: PropertyDescription...) -> EntityDescription {
    EntityDescription(name: name, properties: [Self.name] + properties)
  }

  private func link(
    _ name: String, _ destination: String, _ inverse: String? = nil, many: Bool = false,
    ordered: Bool = false
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(
        name: name, destinationName: destination, inverseName: inverse, isToMany: many,
        isOrdered: ordered, isOptional: true, maxCount: many ? Int.max : 1))
  }

  private func path(
    _ models: [ManagedObjectModel], isEmpty: @escaping (String) -> Bool = { _ in false }
  ) throws -> MigrationPath {
    try MigrationPath(
      from: models[0],
      in: ModelVersions(current: models[models.count - 1], released: Array(models.dropLast())),
      isEmpty: isEmpty)
  }

  /// The versions of the path, or the problems if there is no path.
  private func outcome(
    _ models: [ManagedObjectModel], isEmpty: @escaping (String) -> Bool = { _ in false }
  ) -> String {
    do {
      return try path(models, isEmpty: isEmpty).steps.compactMap(\.destination.version)
        .map(String.init).joined(separator: " ")
    } catch {
      let diagnostics = (error as? NoMigrationPath)?.diagnostics ?? []
      return diagnostics.map { "\($0.kind)" }.joined(separator: " ")
    }
  }

  /// Three versions: `Album.cover` leads to photos, then there are no albums, then it leads
  /// to images.
  private var albums: [ManagedObjectModel] {
    versions(
      [
        entity("Show"), entity("Album", link("cover", "Photo", "coverOf")), entity("Image"),
        entity("Photo", link("coverOf", "Album", "cover", many: true)),
      ],
      [entity("Photo"), entity("Image")],
      [
        entity("Show"), entity("Album", link("cover", "Image", "coverOf")), entity("Photo"),
        entity("Image", link("coverOf", "Album", "cover", many: true)),
      ])
  }

  func testAVersionThatLacksEntitiesIsNoWay() throws {
    XCTAssertThrowsError(try path(albums)) { error in
      let diagnostics = (error as? NoMigrationPath)?.diagnostics ?? []
      XCTAssertEqual(diagnostics.map(\.kind), [.destination, .lostOnTheWay], "\(error)")
      XCTAssertTrue(
        "\(error)".contains(
          "the step from version 1 to version 2 would lose 'Album', 'Show', which version 1 and "
            + "version 3 both have"), "\(error)")
    }
  }

  func testWhatHasNoObjectsIsNotLost() {
    XCTAssertEqual(outcome(albums) { $0 == "Album" }, "3")
  }

  /// The outcome for a required size that only gets a value for old rows in version 2.
  private func sizes(_ between: Entities, _ first: Entities, _ last: Entities) -> String {
    let required = PropertyDescription.attribute("size", .int16)
    let filled = PropertyDescription.attribute(
      "size", .int16, defaultValue: .constant(.integer(1)))
    func adding(_ property: PropertyDescription, _ entities: Entities) -> Entities {
      entities + [EntityDescription(name: "Box", properties: [property])]
    }
    return outcome(
      versions(
        first + [EntityDescription(name: "Box", properties: [])], adding(filled, between),
        adding(required, last)))
  }

  func testAWayThatLosesNothingIsTakenWhereOneStepIsNotPossible() {
    XCTAssertEqual(sizes([], [], []), "2 3")
    XCTAssertEqual(sizes([entity("A")], [entity("A")], [entity("A")]), "2 3")
    // Data that the last version does not have is not lost.
    XCTAssertEqual(sizes([], [entity("A")], []), "2 3")
  }

  func testEveryKindOfDataCounts() {
    func note(_ type: AttributeType = .string, renamed: String? = nil, _ name: String = "note")
      -> PropertyDescription
    { .attribute(name, type, isOptional: true, renamingIdentifier: renamed) }
    let lost = "missingValue lostOnTheWay"
    let rows:
      [(name: String, between: Entities, first: Entities, last: Entities, outcome: String)] =
        [
          ("an entity", [], [entity("A")], [entity("A")], lost),
          ("an attribute", [entity("A")], [entity("A", note())], [entity("A", note())], lost),
          (
            "a renamed attribute", [entity("A")], [entity("A", note())],
            [entity("A", note(renamed: "note", "text"))], lost
          ),
          (
            "an attribute that is renamed in between", [entity("A", note(renamed: "note", "text"))],
            [entity("A", note())], [entity("A", note(renamed: "text", "words"))], "2 3"
          ),
          (
            "an attribute that is computed in between",
            [
              entity(
                "A",
                .attribute(
                  "note", .string, isOptional: true, derivation: .keyPath("name")))
            ], [entity("A", note())], [entity("A", note())], lost
          ),
          (
            "a transient attribute in between",
            [entity("A", .attribute("note", .string, isOptional: true, isTransient: true))],
            [entity("A", note())], [entity("A", note())], lost
          ),
          (
            "a subentity", [entity("A")],
            [entity("A"), EntityDescription(name: "B", parentName: "A", properties: [])],
            [entity("A"), EntityDescription(name: "B", parentName: "A", properties: [])], lost
          ),
          (
            "one end of a relationship", [entity("A", link("b", "B")), entity("B")],
            [entity("A", link("b", "B", "as")), entity("B", link("as", "A", "b", many: true))],
            [entity("A", link("b", "B", "as")), entity("B", link("as", "A", "b", many: true))],
            "2 3"
          ),
          (
            "both ends of a relationship", [entity("A"), entity("B")],
            [entity("A", link("b", "B", "as")), entity("B", link("as", "A", "b", many: true))],
            [entity("A", link("b", "B", "as")), entity("B", link("as", "A", "b", many: true))], lost
          ),
          (
            "an order", [entity("A", link("b", "B")), entity("B")],
            [
              entity("A", link("b", "B", "as")),
              entity("B", link("as", "A", "b", many: true, ordered: true)),
            ],
            [
              entity("A", link("b", "B", "as")),
              entity("B", link("as", "A", "b", many: true, ordered: true)),
            ], lost
          ),
        ]
    for row in rows {
      XCTAssertEqual(sizes(row.between, row.first, row.last), row.outcome, row.name)
    }
  }

  func testElementsOfCompositesCount() {
    func model(_ number: Int, _ elements: [String], _ size: [PropertyDescription])
      -> ManagedObjectModel
    {
      let place = CompositeDescription(
        name: "Place",
        elements: elements.map { AttributeDescription(name: $0, type: .string, isOptional: true) })
      return ManagedObjectModel(
        name: "M", version: number, composites: [place],
        entities: [
          EntityDescription(
            name: "A",
            properties: size + [.attribute("place", .composite("Place"), isOptional: true)])
        ])
    }
    let required = PropertyDescription.attribute("size", .int16)
    let filled = PropertyDescription.attribute(
      "size", .int16, defaultValue: .constant(.integer(1)))
    let all = [model(1, ["town", "road"], []), model(2, ["town"], [filled])]
    XCTAssertEqual(outcome(all + [model(3, ["town"], [required])]), "2 3")
    XCTAssertEqual(
      outcome(all + [model(3, ["town", "road"], [required])]), "missingValue lostOnTheWay")
  }

  func testWhatABlockDropsMayGo() throws {
    var models = albums
    models[2].migrations = [
      MigrationDescription(fromVersion: 1, steps: [.drop(keyPath: "Album.cover", reason: nil)])
    ]
    XCTAssertEqual(outcome(models), "3")
    XCTAssertEqual(try path(models).drops.map(\.names), [["Album.cover", "Photo.coverOf"]])
  }

  func testAForcedStepThatLosesWhatBothEndsHaveIsNoWay() {
    var models = versions(
      [entity("A", .attribute("note", .string, isOptional: true))], [entity("A")],
      [entity("A", .attribute("note", .string, isOptional: true))])
    models[1].migrations = [MigrationDescription(fromVersion: 1, steps: [.after("M.check")])]
    XCTAssertEqual(outcome(models), "lostOnTheWay")
    // A block that reads the attribute or drops it explicitly may be used.
    models[1].migrations[0].steps.append(.drop(keyPath: "A.note", reason: nil))
    XCTAssertEqual(outcome(models), "2 3")
    models[1].migrations[0].steps = [
      .map(
        from: "A", to: "A", [.init("name", .keyPath(["note"], of: .variable("old")))])
    ]
    XCTAssertEqual(outcome(models), "2 3")
    models[1].migrations[0].steps = [.policy(entity: "A")]
    XCTAssertEqual(outcome(models), "2 3")
    models[1].migrations[0].steps = [.optionalPolicy(entity: "A")]
    XCTAssertEqual(outcome(models), "3")
  }

  func testWhatABlockDropsMayGoThoughALaterVersionNamesIt() {
    let note = PropertyDescription.attribute("note", .string, isOptional: true)
    let text = PropertyDescription.attribute(
      "text", .string, isOptional: true, renamingIdentifier: "note")
    let renamed = EntityDescription(name: "C", properties: [text], renamingIdentifier: "B")
    var models = versions(
      [entity("A", note), entity("B", note)], [entity("A")], [entity("A", text), renamed])
    models[1].migrations = [
      MigrationDescription(
        fromVersion: 1,
        steps: [.after("M.check"), .drop(keyPath: "A.note", reason: nil)])
    ]
    XCTAssertEqual(outcome(models), "lostOnTheWay")
    models[1].migrations[0].steps.append(.drop(keyPath: "B", reason: nil))
    XCTAssertEqual(outcome(models), "2 3")
  }

  func testAWaySaysWhatItDrops() throws {
    let models = versions(
      [
        entity("A", .attribute("note", .string), link("b", "B", "as")),
        entity("B", link("as", "A", "b", many: true)), entity("C"),
      ],
      [entity("A", link("b", "B")), entity("B")])
    XCTAssertEqual(try path(models).drops.map(\.names), [["A.note", "C"]])
    XCTAssertEqual(try path(models).drops.map(\.version), [2])
  }

  // MARK: Very many versions

  private typealias Change = (_ version: Int, _ entity: Int, inout [PropertyDescription]) -> Void

  /// Versions of a large application: entities with twelve attributes each, two of which
  /// change between versions.
  private func grown(
    _ count: Int, entities: Int, renames: Bool,
    _ change: Change
  ) -> [ManagedObjectModel] {
    (1...count).map { version in
      ManagedObjectModel(
        name: "Grown", version: version,
        entities: (0..<entities).map { number in
          var properties: [PropertyDescription] = (0..<12).map { index in
            let isRenamed = renames && index == 1 && version > number % count
            return .attribute(
              isRenamed ? "renamed" : "p\(index)", index % 2 == 0 ? .string : .int32,
              isOptional: true, renamingIdentifier: isRenamed ? "p1" : nil)
          }
          if (version + number) % 40 == 0 {
            properties.append(.attribute("v\(version)", .string, isOptional: true))
          }
          if number + 1 < entities {
            properties.append(link("next", "E\(number + 1)", "previous"))
          }
          if number > 0 { properties.append(link("previous", "E\(number - 1)", "next")) }
          change(version, number, &properties)
          return EntityDescription(name: "E\(number)", properties: properties)
        })
    }
  }

  /// Searches for a path from the first version to the last, and returns the number of
  /// compared steps.
  private func comparisons(_ models: [ManagedObjectModel]) -> (found: Bool, count: Int) {
    var search = PathSearch(
      models[0],
      ModelVersions(current: models[models.count - 1], released: Array(models.dropLast())), [:],
      .init(), { _ in false })
    let steps = try? search.run()
    return (steps != nil, search.comparisons)
  }

  func testASearchAmongVeryManyVersionsIsBounded() {
    let count = 117
    let typed: (Int) -> Change = { first in
      { version, entity, properties in
        guard entity == 1 else { return }
        properties.append(
          .attribute("kind", version < first ? .string : .data, isOptional: true))
      }
    }
    let required: (Int) -> Change = { first in
      { version, entity, properties in
        guard entity == 1, version >= first else { return }
        properties.append(.attribute("needed", .string))
      }
    }
    let rows: [(name: String, change: Change)] = [
      ("nothing is in the way", { _, _, _ in }), ("a type, early", typed(5)),
      ("a type, in the middle", typed(60)), ("a type, late", typed(117)),
      ("a value, early", required(5)), ("a value, in the middle", required(60)),
      ("a value, late", required(117)),
    ]
    for renames in [false, true] {
      for (name, change) in rows {
        let models = grown(count, entities: TestRun.isLong ? 88 : 2, renames: renames, change)
        var result = (found: false, count: 0)
        let time = ContinuousClock().measure { result = comparisons(models) }
        if TestRun.isLong { print("\(name), renames \(renames): \(result), \(time)") }
        XCTAssertEqual(result.found, name == "nothing is in the way", name)
        XCTAssertLessThanOrEqual(result.count, 4 * count, "\(name), renames: \(renames)")
      }
    }
  }
}
