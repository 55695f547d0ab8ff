import ModelSchema
import TestSupport
import XCTest

/// The compatibility matrix of all versions, which caches results about entities, agrees
/// with the comparison of each single pair.
final class CompatibilityAgreementTests: XCTestCase {
  /// A generator of models with a few names, in which everything else changes between
  /// versions.
  private struct Versions {
    var random: RandomSource
    private let names = ["A", "B", "C", "D", "E"]

    init(seed: UInt64) { random = RandomSource(seed: seed) }

    /// Returns a first version, and further versions in which some entities change.
    mutating func models(_ count: Int) -> [ManagedObjectModel] {
      var entities = names.map { entity($0) }
      return (1...count).map { number in
        for index in entities.indices where random.once(in: 3) {
          entities[index] = entity(names[index])
        }
        let present = entities.filter { _ in !random.once(in: 9) }
        return model(present, number)
      }
    }

    private mutating func model(
      _ entities: [EntityDescription], _ number: Int
    ) -> ManagedObjectModel {
      let known = Set(entities.map(\.name))
      let entities = entities.map { entity in
        var entity = entity
        if let parent = entity.parentName, !known.contains(parent) { entity.parentName = nil }
        entity.properties.removeAll {
          $0.relationship.map { !known.contains($0.destinationName) } ?? false
        }
        return entity
      }
      let cases = (0...random.number(below: 3)).map { place in
        EnumerationDescription.Case(name: "c\(place)", rawValue: .integer(Int64(place)))
      }
      return ManagedObjectModel(
        name: "Many", version: number,
        enumerations: [EnumerationDescription(name: "Kind", rawType: .int16, cases: cases)],
        entities: entities)
    }

    private mutating func entity(_ name: String) -> EntityDescription {
      // Parents are declared before their children, so there are no cycles.
      let older = names.filter { $0 < name }
      let properties =
        ["p", "q", "r"].filter { _ in !random.once(in: 4) }.map { attribute(name + $0) }
        + ["s", "t"].filter { _ in !random.once(in: 3) }.map { relationship(name + $0) }
      return EntityDescription(
        name: name, isAbstract: random.once(in: 6),
        parentName: older.isEmpty || !random.once(in: 3) ? nil : random.pick(older),
        properties: properties)
    }

    private mutating func attribute(_ name: String) -> PropertyDescription {
      let types: [AttributeType] = [.int16, .int64, .string, .enumeration("Kind", raw: .int16)]
      let type = random.pick(types)
      let isText = type == .string
      return .attribute(
        AttributeDescription(
          name: name, type: type, isOptional: !random.once(in: 3),
          defaultValue: random.maybe(.constant(isText ? .string("") : .integer(0)), in: 2),
          isUnique: random.once(in: 5)))
    }

    private mutating func relationship(_ name: String) -> PropertyDescription {
      let isToMany = random.once(in: 2)
      let destination = random.pick(names)
      return .relationship(
        RelationshipDescription(
          name: name, destinationName: destination,
          inverseName: random.maybe(destination + "s", in: 2), isToMany: isToMany,
          isOptional: !random.once(in: 3), maxCount: isToMany ? Int.max : 0))
    }
  }

  private struct Answer: Hashable {
    var conditions: [DataCondition] = []
    var diagnostics: [MappingDiagnostic] = []
    var via: [Int] = []
  }

  private func answer(_ from: Int, _ to: Int, _ models: [ManagedObjectModel]) -> Answer {
    let versions = ModelVersions(current: models[to], released: Array(models[..<to]))
    do {
      let steps = try MigrationPath(from: models[from], in: versions).steps
      return Answer(
        conditions: steps.flatMap(\.inferred.conditions),
        via: steps.dropLast().compactMap(\.destination.version))
    } catch {
      return Answer(diagnostics: (error as? NoMigrationPath)?.diagnostics ?? [])
    }
  }

  func testTheMatrixSaysWhatEachPairSays() {
    var (possible, conditional, impossible) = (0, 0, 0)
    print("versions: MODEL_SEED=\(TestRun.seed)")
    for number in 0..<UInt64(TestRun.isLong ? 60 : 3) {
      let seed = TestRun.seed &+ number
      var versions = Versions(seed: seed)
      let models = versions.models(6)
      let matrix = ModelVersions(
        current: models[models.count - 1], released: Array(models.dropLast()))
      for cell in matrix.compatibilities {
        let alone = answer(cell.from - 1, cell.to - 1, models)
        XCTAssertEqual(
          Answer(conditions: cell.conditions, diagnostics: cell.diagnostics, via: cell.via), alone,
          "seed \(seed): \(cell.from) to \(cell.to)")
        possible += alone.diagnostics.isEmpty ? 1 : 0
        conditional += alone.conditions.isEmpty ? 0 : 1
        impossible += alone.diagnostics.isEmpty ? 0 : 1
      }
    }
    // Every kind of answer occurs.
    XCTAssertGreaterThan(min(possible, conditional, impossible), 0)
  }
}
