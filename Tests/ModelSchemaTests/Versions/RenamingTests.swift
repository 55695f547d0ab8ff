import Foundation
import ModelSchema
import TestSupport
import XCTest

/// Renames over several versions, and the properties that old names lead to.
final class RenamingTests: XCTestCase {
  /// A property with an identity, which stays the same through all versions.
  private struct Property: Hashable {
    var identity: Int
    var name: String
    var identifier: String?
  }

  /// Random versions in which properties are renamed, dropped and added, also with names
  /// that other properties had before.
  private struct History {
    var versions: [[Property]] = []
    var models: [ManagedObjectModel] = []
    private var identities = 0
    private let names = ["a", "b", "c", "d", "e", "f"]

    init(_ random: inout RandomSource) {
      append((0..<3).map { fresh(names[$0]) }, drops: [])
      for _ in 0..<Int.random(in: 1...4, using: &random) { step(&random) }
    }

    private mutating func fresh(_ name: String) -> Property {
      identities += 1
      return Property(identity: identities, name: name)
    }

    private mutating func step(_ random: inout RandomSource) {
      let before = versions[versions.count - 1]
      let kept = before.filter { _ in Int.random(in: 0..<6, using: &random) > 0 }
      let drops = before.filter { !kept.contains($0) }.map(\.name)
      var free = names.shuffled(using: &random)
      var after: [Property] = []
      // Properties that keep their names come first, so that no other property takes these
      // names.
      let moves = kept.map { _ in Int.random(in: 0..<3, using: &random) == 0 }
      for (property, isMoved) in zip(kept, moves) where !isMoved {
        var property = property
        if Bool.random(using: &random) { property.identifier = nil }
        after.append(property)
        free.removeAll { $0 == property.name }
      }
      for (property, isMoved) in zip(kept, moves) where isMoved {
        guard let name = free.popLast() else { continue }
        let isSame = name == property.name
        after.append(
          Property(
            identity: property.identity, name: name, identifier: isSame ? nil : property.name))
      }
      if after.count < 4, let name = free.popLast() { after.append(fresh(name)) }
      let lost = kept.filter { one in !after.contains { $0.identity == one.identity } }
      append(after.shuffled(using: &random), drops: drops + lost.map(\.name))
    }

    private mutating func append(_ properties: [Property], drops: [String]) {
      versions.append(properties)
      var model = ManagedObjectModel(
        name: "M", version: versions.count,
        entities: [
          EntityDescription(
            name: "E",
            properties: properties.map {
              .attribute($0.name, .string, isOptional: true, renamingIdentifier: $0.identifier)
            })
        ])
      if !drops.isEmpty {
        model.migrations = [
          MigrationDescription(
            fromVersion: versions.count - 1,
            steps: drops.map { .drop(keyPath: "E.\($0)", reason: nil) })
        ]
      }
      models.append(model)
    }
  }

  /// The older property that each property of a version continues, by name.
  private func pairs(
    _ models: [ManagedObjectModel], from old: Int, to new: Int
  ) -> [String: String] {
    let pairs = ModelCorrespondence(
      from: models[old], to: models[new], through: models.between(models[old], models[new]))
    return Dictionary(
      uniqueKeysWithValues: pairs.properties(of: models[new].entities[0]).compactMap { pair in
        pair.old.map { (pair.new.name, $0.name) }
      })
  }

  private func entity(_ names: [(String, String?)]) -> EntityDescription {
    EntityDescription(
      name: "E",
      properties: names.map {
        .attribute($0.0, .string, isOptional: true, renamingIdentifier: $0.1)
      })
  }

  func testANameOfWhatWasDroppedIsGivenAgain() {
    let old = ManagedObjectModel(
      name: "M", version: 1, entities: [entity([("b", nil), ("e", "a"), ("a", "b")])])
    let new = ManagedObjectModel(
      name: "M", version: 2, entities: [entity([("e", "a"), ("a", "b")])],
      migrations: [
        MigrationDescription(fromVersion: 1, steps: [.drop(keyPath: "E.e", reason: nil)])
      ])
    XCTAssertEqual(pairs([old, new], from: 0, to: 1), ["e": "a", "a": "b"])
  }

  /// Each name is renamed to the next in both versions. `c` and `d` have the same
  /// identifiers as before, which refer to the properties that have these names now.
  func testAChainOfRenamesGoesOnByOne() {
    let old = ManagedObjectModel(
      name: "M", version: 1, entities: [entity([("c", "d"), ("d", "f"), ("f", nil)])])
    let new = ManagedObjectModel(
      name: "M", version: 2, entities: [entity([("d", "f"), ("c", "d"), ("f", "c")])])
    XCTAssertEqual(pairs([old, new], from: 0, to: 1), ["f": "c", "c": "d", "d": "f"])
  }

  func testAPropertyIsFoundInEveryOlderVersion() {
    let seed = TestRun.seed
    print("seed \(seed)")
    var random = RandomSource(seed: seed)
    for round in 0..<500 {
      let history = History(&random)
      let versions = history.versions
      for old in versions.indices {
        for new in versions.indices.dropFirst(old + 1) {
          let names = Dictionary(
            uniqueKeysWithValues: versions[old].map { ($0.identity, $0.name) })
          let expected = Dictionary(
            uniqueKeysWithValues: versions[new].compactMap { property in
              names[property.identity].map { (property.name, $0) }
            })
          let found = pairs(history.models, from: old, to: new)
          guard found != expected else { continue }
          return XCTFail(
            "seed \(seed), round \(round), \(old + 1) to \(new + 1): \(found), not \(expected)\n"
              + versions.map { "\($0)" }.joined(separator: "\n"))
        }
      }
    }
  }
}
