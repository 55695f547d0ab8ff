import Foundation
import ModelSQLite
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelSchema

/// Stores of random bundles, migrated from any version to any later version. No data that
/// both versions have is lost, and the search for a path is bounded.
final class RandomBundleTests: MigrationTestCase {
  /// The contents of a store's file, read by SQL, by the identities of the elements.
  private struct Content: Equatable {
    /// The keys of the objects, by entity.
    var keys: [Int: [String]] = [:]
    /// The values of attributes, by the identities of entity and attribute.
    var values: [[Int]: [String]] = [:]
    /// The members of to-one relationships, by the identities of entity and relationship.
    var members: [[Int]: [String]] = [:]
    /// The owners and members of ordered relationships, in order.
    var orders: [[Int]: [String]] = [:]
  }

  private struct Tally {
    var done = 0
    var byWays = 0
    var refused = 0
    var losing = 0
  }

  func testNothingIsGoneThatBothEndsHave() throws {
    var tally = Tally()
    let environment = ProcessInfo.processInfo.environment
    // A part of the long form: "2971" or "5000..<7500".
    let bounds = environment["MODEL_BUNDLES"]?.split(separator: "..<").compactMap { Int($0) } ?? []
    let all = 0..<(TestRun.isLong ? 10_000 : 12)
    let numbers = bounds.first.map { $0..<(bounds.count > 1 ? bounds[1] : $0 + 1) } ?? all
    for number in numbers {
      let seed = TestRun.seed &* 1_000_003 &+ UInt64(number)
      var random = RandomSource(seed: seed ^ 0xB0B)
      let versions = TestRun.isLong ? random.number(below: 28) + 3 : random.number(below: 10) + 3
      let bundle = RandomBundle(seed: seed, count: versions)
      tearDown()
      try setUpWithError()
      try check(bundle, &random, "MODEL_SEED=\(TestRun.seed), bundle \(number)", &tally)
    }
    // Every kind of outcome occurs.
    print(
      "migrated \(tally.done), over others \(tally.byWays), refused \(tally.refused), "
        + "since a way would lose data \(tally.losing)")
    guard numbers == all else { return }
    XCTAssertGreaterThan(min(tally.done, tally.refused), 0)
    if TestRun.isLong { XCTAssertGreaterThan(min(tally.byWays, tally.losing), 0) }
  }

  private func check(
    _ bundle: RandomBundle, _ random: inout RandomSource, _ name: String, _ tally: inout Tally
  ) throws {
    let models = bundle.models
    let from = random.number(below: models.count - 1)
    let last = models.count - 1
    guard !bundle.versions[from].entities.isEmpty else { return }
    try make(models[from])
    try fill(bundle.versions[from], &random)
    let before = try content(of: bundle.versions[from])
    try checkSearch(models, from, bundle, name)
    do {
      try open(models[last], released: Array(models[..<last])) {
        $0.code.add("Code.look") { _ in }
      }
    } catch let error as MigrationError {
      tally.refused += 1
      if error.diagnostics.contains(where: { $0.kind == .lostOnTheWay }) { tally.losing += 1 }
      let known: Set<MigrationError.Reason> = [.noMapping, .dataBreaksRule, .unknownVersion]
      XCTAssertTrue(known.contains(error.reason), "\(name): \(error)")
      XCTAssertEqual(try content(of: bundle.versions[from]), before, "\(name): refused")
      return
    }
    tally.done += 1
    let way = try? MigrationPath(
      from: models[from],
      in: ModelVersions(current: models[last], released: Array(models[..<last])))
    if (way?.steps.count ?? 0) > 1 {
      tally.byWays += 1
    }
    let after = try content(of: bundle.versions[last])
    // The search does not see that there are no objects, so there may be no path.
    let passed = way?.steps.map(\.destination) ?? Array(models[(from + 1)...])
    let versions = models.indices.filter { passed.map(\.version).contains(models[$0].version) }
    compare(before, after, bundle, from, versions.map { bundle.versions[$0] }, name)
    XCTAssertEqual(try stored("PRAGMA integrity_check"), ["ok"], name)
  }

  // MARK: The file

  private func fill(_ version: RandomBundle.Version, _ random: inout RandomSource) throws {
    var key = 0
    var statements: [String] = []
    for entity in version.entities {
      // Some entities have no objects.
      for _ in 0..<(random.once(in: 5) ? 0 : 3) {
        key += 1
        var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
        var values = [
          "\(key)", "(SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = '\(entity.name)')", "1",
        ]
        for attribute in version.lineage(entity).flatMap(\.attributes) {
          columns.append("Z" + attribute.name.uppercased())
          values.append(value(attribute, key, &random))
        }
        statements.append(
          "INSERT INTO \(table(entity, version)) (\(columns.joined(separator: ", "))) "
            + "VALUES (\(values.joined(separator: ", ")))")
      }
    }
    statements.append("UPDATE Z_PRIMARYKEY SET Z_MAX = \(key)")
    let connection = try Connection(path: url.path(percentEncoded: false))
    try connection.execute("BEGIN; " + statements.joined(separator: "; "))
    try fillLinks(version, connection)
    try connection.execute("COMMIT")
  }

  private func value(
    _ attribute: RandomBundle.Attribute, _ key: Int, _ random: inout RandomSource
  ) -> String {
    if !attribute.isRequired, random.once(in: 6) { return "NULL" }
    return switch attribute.type {
    case .string: "'text \(key) of \(attribute.identity)'"
    case .boolean: "\(key % 2)"
    case .int16: "\(random.once(in: 4) ? 32_000 + key : key % 2)"
    case .int32: "\(random.once(in: 4) ? 2_000_000_000 + key : key % 2)"
    case .int64: "\(random.once(in: 4) ? 9_000_000_000_000 + key : key % 2)"
    case .double: "\(key).5"
    default: "x'\(String(format: "%04X", key))'"
    }
  }

  private func fillLinks(_ version: RandomBundle.Version, _ connection: Connection) throws {
    for entity in version.entities {
      for link in entity.links {
        guard let destination = version.entity(link.destination) else { continue }
        let column = "Z" + link.name.uppercased()
        let owners = try keys(of: entity, version, connection, andBelow: true)
        let members = try keys(of: destination, version, connection, andBelow: true)
        for (place, owner) in owners.enumerated() where !members.isEmpty {
          let member = members[(place * 7 + link.identity) % members.count]
          let order =
            link.hasEnd && link.isOrdered
            ? ", Z_FOK_\(column.dropFirst()) = \((owners.count - place) * 1024)" : ""
          let kind = try numberColumn(link, table(entity, version), connection)
          let number = kind.map {
            ", \($0) = (SELECT Z_ENT FROM \(table(destination, version)) WHERE Z_PK = \(member))"
          }
          try connection.execute(
            "UPDATE \(table(entity, version)) SET \(column) = \(member)\(order)\(number ?? "") "
              + "WHERE Z_PK = \(owner)")
        }
      }
    }
  }

  /// The column beside a foreign key with the number of the object's entity, or nil if
  /// there is none.
  private func numberColumn(
    _ link: RandomBundle.Link, _ table: String, _ connection: Connection
  ) throws -> String? {
    try rows("SELECT name FROM pragma_table_info('\(table)')", connection).first {
      $0.hasSuffix("_" + link.name.uppercased()) && $0.dropFirst().first?.isNumber == true
    }
  }

  private func rows(_ sql: String, _ connection: Connection) throws -> [String] {
    let statement = try connection.prepare(sql)
    var rows: [String] = []
    try statement.forEachRow { row in
      rows.append(
        (0..<Int32(statement.columnCount)).map { row.shownText($0) }.joined(separator: "|"))
    }
    return rows
  }

  private func table(_ entity: RandomBundle.Entity, _ version: RandomBundle.Version) -> String {
    "Z" + (version.lineage(entity).last?.name.uppercased() ?? "")
  }

  private func keys(
    of entity: RandomBundle.Entity, _ version: RandomBundle.Version, _ connection: Connection,
    andBelow: Bool = false
  ) throws -> [String] {
    let names = version.entities.filter { kin in
      kin == entity || andBelow && version.lineage(kin).contains { $0 == entity }
    }.map { "'\($0.name)'" }
    return try rows(
      "SELECT Z_PK FROM \(table(entity, version)) WHERE Z_ENT IN (SELECT Z_ENT FROM Z_PRIMARYKEY "
        + "WHERE Z_NAME IN (\(names.joined(separator: ", ")))) ORDER BY Z_PK", connection)
  }

  private func content(of version: RandomBundle.Version) throws -> Content {
    var content = Content()
    let connection = try Connection(path: url.path(percentEncoded: false))
    for entity in version.entities {
      content.keys[entity.identity] = try keys(of: entity, version, connection)
      let source =
        "FROM \(table(entity, version)) WHERE Z_ENT = (SELECT Z_ENT FROM Z_PRIMARYKEY "
        + "WHERE Z_NAME = '\(entity.name)') ORDER BY "
      for attribute in version.lineage(entity).flatMap(\.attributes) {
        content.values[[entity.identity, attribute.identity]] = try rows(
          "SELECT Z_PK, quote(Z\(attribute.name.uppercased())) \(source) Z_PK", connection)
      }
      for link in version.lineage(entity).flatMap(\.links) {
        let column = "Z" + link.name.uppercased()
        content.members[[entity.identity, link.identity]] = try rows(
          "SELECT Z_PK, \(column) \(source) Z_PK", connection)
        guard link.hasEnd, link.isOrdered else { continue }
        content.orders[[entity.identity, link.identity]] = try rows(
          "SELECT \(column), Z_PK \(source) \(column), Z_FOK_\(column.dropFirst())", connection)
      }
    }
    return content
  }

  // MARK: The oracle

  /// The identities of the elements that migration blocks on the path drop.
  private func dropped(_ bundle: RandomBundle, since from: Int) -> Set<Int> {
    bundle.versions[(from + 1)...].reduce([]) { $0.union($1.dropped) }
  }

  private func compare(
    _ before: Content, _ after: Content, _ bundle: RandomBundle, _ from: Int,
    _ passed: [RandomBundle.Version], _ name: String
  ) {
    let (old, new) = (bundle.versions[from], bundle.versions[bundle.versions.count - 1])
    let dropped = dropped(bundle, since: from)
    // Keys are unique in the whole store here.
    let kept = Set(after.keys.values.joined())
    for entity in old.entities where !dropped.contains(entity.identity) {
      guard let heir = new.entity(entity.identity) else { continue }
      XCTAssertEqual(
        after.keys[entity.identity], before.keys[entity.identity], "\(name): \(entity.name)")
      guard before.keys[entity.identity]?.isEmpty == false else { continue }
      let attributes = new.lineage(heir).flatMap(\.attributes)
      for attribute in old.lineage(entity).flatMap(\.attributes)
      where !dropped.contains(attribute.identity) {
        guard attributes.contains(where: { $0.identity == attribute.identity }) else { continue }
        let place = [entity.identity, attribute.identity]
        // A version on the path may require an attribute that is optional in both versions.
        let isRequired = passed.flatMap(\.entities).flatMap(\.attributes).contains {
          $0.identity == attribute.identity && $0.isRequired
        }
        compare(
          before.values[place], after.values[place], isRequired, "\(name): \(attribute.name)")
      }
      let links = new.lineage(heir).flatMap(\.links)
      for link in old.lineage(entity).flatMap(\.links) {
        guard let heir = links.first(where: { $0.identity == link.identity }),
          heir.destination == link.destination, !dropped.contains(link.destination)
        else { continue }
        let place = [entity.identity, link.identity]
        // Objects of a removed subentity are dropped.
        let members = before.members[place]?.map { row in
          let parts = row.split(separator: "|").map(String.init)
          return parts.count > 1 && !kept.contains(parts[1]) ? parts[0] + "|" : row
        }
        XCTAssertEqual(after.members[place], members, "\(name): \(link.name)")
        guard let order = before.orders[place], heir.hasEnd, heir.isOrdered else { continue }
        let isKept = { (row: String) in kept.contains(String(row.prefix { $0 != "|" })) }
        XCTAssertEqual(
          after.orders[place]?.filter(isKept), order.filter(isKept),
          "\(name): order of \(link.name)")
      }
    }
  }

  /// Compares values. A missing value may have become a default.
  private func compare(
    _ before: [String]?, _ after: [String]?, _ isRequired: Bool, _ name: String
  ) {
    let before = before ?? []
    let after = after ?? []
    XCTAssertEqual(before.count, after.count, name)
    for (old, new) in zip(before, after) where old != new {
      XCTAssertTrue(old.hasSuffix("|NULL") && isRequired, "\(name): \(old), \(new)")
    }
  }

  // MARK: The search

  /// Compares the search with all possible paths, which the search must not try.
  private func checkSearch(
    _ models: [ManagedObjectModel], _ from: Int, _ bundle: RandomBundle, _ name: String
  ) throws {
    let last = models.count - 1
    var search = PathSearch(
      models[from], ModelVersions(current: models[last], released: Array(models[..<last])), [:],
      .init(), { _ in false })
    let isFound = (try? search.run()) != nil
    XCTAssertLessThanOrEqual(search.comparisons, 12 * models.count, name)
    guard models.count - from <= 9 else { return }
    XCTAssertEqual(isFound, isReachable(models, from, bundle), "\(name): from \(from + 1)")
  }

  /// Returns whether any chain of steps leads to the last version, and all versions on the
  /// way can hold the data that both ends have.
  private func isReachable(
    _ models: [ManagedObjectModel], _ from: Int, _ bundle: RandomBundle
  ) -> Bool {
    let last = models.count - 1
    let wanted = wanted(bundle, from)
    var reached: Set = [from]
    for to in (from + 1)...last {
      guard to == last || holds(bundle.versions[to], wanted) else { continue }
      let isReached = reached.contains { place in
        // A step over several versions would skip their migration blocks.
        let forced = ((place + 1)...to).contains {
          !bundle.versions[$0].steps.isEmpty && $0 - 1 >= place
        }
        guard !forced || place == to - 1 else { return false }
        return InferredMapping(
          from: models[place], to: models[to], through: Array(models[(place + 1)..<to])
        ).diagnostics.isEmpty
      }
      if isReached { reached.insert(to) }
    }
    return reached.contains(last)
  }

  /// The identities that a version must have, in pairs of an entity and its element.
  private func wanted(_ bundle: RandomBundle, _ from: Int) -> Set<[Int]> {
    let dropped = dropped(bundle, since: from)
    let (old, new) = (bundle.versions[from], bundle.versions[bundle.versions.count - 1])
    // A relationship whose destination objects are all dropped is empty.
    let gone = old.entities.flatMap(\.links).filter { link in
      !old.entities.contains { kin in
        old.lineage(kin).contains { $0.identity == link.destination }
          && new.entity(kin.identity) != nil && !dropped.contains(kin.identity)
      }
    }.map(\.identity)
    return held(old).intersection(held(new)).filter { place in
      dropped.isDisjoint(with: place) && Set(gone).isDisjoint(with: place)
    }
  }

  private func holds(_ version: RandomBundle.Version, _ wanted: Set<[Int]>) -> Bool {
    held(version).isSuperset(of: wanted)
  }

  private func held(_ version: RandomBundle.Version) -> Set<[Int]> {
    var held: Set<[Int]> = []
    for entity in version.entities {
      held.insert([entity.identity])
      for attribute in version.lineage(entity).flatMap(\.attributes) {
        held.insert([entity.identity, attribute.identity])
      }
      for link in version.lineage(entity).flatMap(\.links) {
        held.insert([entity.identity, link.identity])
        // The order belongs to the other end.
        if link.hasEnd, link.isOrdered { held.insert([entity.identity, link.identity, 0]) }
      }
    }
    return held
  }
}
