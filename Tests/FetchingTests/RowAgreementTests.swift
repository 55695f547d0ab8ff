import Foundation
import ModelRuntime
import StoreSupport
import TestSupport
import XCTest

/// Rows, groups and aggregates are the same from the store, from a context with unrelated
/// changes, and from a loop over the objects.
final class RowAgreementTests: AgreementTestCase {
  func testStoreAndMemoryAgreeOnRows() throws {
    try checkRounds(
      of: "rows", TestRun.isLong ? 420 : 30, size: 40, refusedAtMostOneIn: 5
    ) { try checkRound(seed: $0) }
  }

  private func checkRound(seed: UInt64) throws {
    let container = try TestStores.container(.catalog, .inMemory)
    let context = try container.makeContext()
    var data = CatalogData(context, seed: seed)
    data.insert(24)
    try context.save()
    // An unrelated change makes the context compute rows in memory.
    let overlaid = try container.makeContext()
    _ = Pet(in: overlaid, name: "Rex", low: 1, high: 2, size: 3)
    var predicates = TypedPredicates(context.model, seed: seed)
    predicates.values.objectIDs = data.objects.map(\.objectID)
    for number in 0..<40 {
      if number == 30 { data.change() }
      let others = number < 30 ? overlaid : nil
      switch predicates.random.number(below: 4) {
      case 0: try check(Part.self, "Part", in: context, others, &predicates, seed)
      case 1: try check(Person.self, "Person", in: context, others, &predicates, seed)
      default: try check(Item.self, "Item", in: context, others, &predicates, seed)
      }
    }
  }

  private func check<Object: ManagedObject>(
    _ type: Object.Type, _ entity: String, in context: ManagedObjectContext,
    _ overlaid: ManagedObjectContext?, _ predicates: inout TypedPredicates, _ seed: UInt64
  ) throws {
    let description = try XCTUnwrap(context.model.entity(named: entity))
    var request = predicates.rows(Object.self, entity)
    while !request.isValid(for: description, in: context.model) {
      request = predicates.rows(Object.self, entity)
    }
    cases += 1
    do {
      let found = try context.rows(request).map(\.values)
      if let overlaid {
        let others = try overlaid.rows(request).map(\.values)
        if !found.isSame(as: others) { report(request, seed, "overlay", found, others) }
      }
      let objects = try context.fetch(request.request.objectsAlone)
      let expected = try ExpectedRows(request).rows(objects)
      if !found.normalized.sorted().elementsEqual(expected.normalized.sorted()) {
        report(request, seed, "a loop", found, expected)
      }
    } catch let error as StoreError where error.reason == .untranslatable {
      refusals[error.message.prefix(60).description, default: 0] += 1
      if let overlaid {
        XCTAssertThrowsError(try overlaid.rows(request), "seed \(seed): \(request.text)") {
          XCTAssertEqual("\($0)", "\(error)")
        }
      }
    } catch {
      failures += 1
      XCTFail("seed \(seed): \(request.text): \(error)")
    }
  }

  private func report<Object: ManagedObject>(
    _ request: RowRequest<Object>, _ seed: UInt64, _ other: String,
    _ found: [[ConstantValue]], _ expected: [[ConstantValue]]
  ) {
    failures += 1
    XCTFail(
      """
      seed \(seed) \(Object.self): \(request.text)
      found: \(found.normalized)
      \(other): \(expected.normalized)
      """)
  }
}

/// The expected rows of a request, computed by a loop over its objects.
private struct ExpectedRows<Object: ManagedObject> {
  let request: RowRequest<Object>

  init(_ request: RowRequest<Object>) {
    self.request = request
  }

  func rows(_ objects: [Object]) throws -> [[ConstantValue]] {
    var rows: [[ConstantValue]] = []
    for group in try groups(objects) {
      if let having = request.having {
        guard case .comparison(let comparison) = having, case .constant = comparison.right else {
          XCTFail("no such condition is made here")
          continue
        }
        let left = ObjectExpression.constant(try value(comparison.left, group))
        let condition = ObjectPredicate.Comparison(
          left, comparison.operator, comparison.right, options: comparison.options)
        guard try ObjectPredicate.comparison(condition).evaluate(with: .null) else { continue }
      }
      rows.append(try request.columns.map { try value($0.expression, group) })
    }
    guard request.isDistinct else { return rows }
    var seen: Set<[UInt8]> = []
    return rows.filter { seen.insert(Array([$0].normalized[0].utf8)).inserted }
  }

  private func groups(_ objects: [Object]) throws -> [[Object]] {
    let isOfAll = request.columns.contains { $0.expression.isOfAll }
    guard !request.groups.isEmpty else { return isOfAll ? [objects] : objects.map { [$0] } }
    let groups = Dictionary(grouping: try objects.map { object in (try key(object), object) }) {
      $0.0
    }
    return groups.values.map { $0.map(\.1) }
  }

  /// Returns the key of a group as bytes, because texts are compared by their scalars here,
  /// and Swift compares them by canonical equivalence.
  private func key(_ object: Object) throws -> [UInt8] {
    let values = try request.groups.map { try $0.value(with: .object(object)).constant }
    return Array([values].normalized[0].utf8)
  }

  /// A value of a group: an aggregate of all its objects, or the value of its first object.
  private func value(
    _ expression: ObjectExpression, _ group: [Object]
  ) throws -> ConstantValue {
    guard case .function(let name, let arguments) = expression, expression.isOfAll else {
      guard let first = group.first else { return .null }
      return try expression.value(with: .object(first)).constant
    }
    let values = try group.map { try arguments[0].value(with: .object($0)).constant }
      .filter { $0 != .null }
    if name == "count:" { return .integer(Int64(values.count)) }
    return try ObjectExpression.function(name, [.constant(.list(values))])
      .value(with: .null).constant
  }
}

extension TypedPredicates {
  /// Returns a random request for rows of objects or of groups.
  mutating func rows<Object: ManagedObject>(
    _ type: Object.Type, _ entity: String
  ) -> RowRequest<Object> {
    var objects = FetchRequest<Object>()
    if random.number(below: 3) == 0 { objects.predicate = predicate(entity, 1) }
    let isGrouped = random.number(below: 3) > 0
    let groups = (0..<(isGrouped ? random.pick([0, 1, 1, 2]) : 0)).map { _ in column(entity) }
    var columns = groups
    for _ in 0..<1 + random.number(below: 2) {
      columns.append(isGrouped ? function(entity) : column(entity))
    }
    if random.number(below: 3) == 0 {
      objects.sortKeys = [SortKey(random.pick(columns), isAscending: random.number(below: 2) == 0)]
    }
    var rows = RowRequest(
      objects,
      columns: columns.enumerated().map { FetchTemplate.Selection($1, name: "column \($0)") })
    rows.groups = groups
    rows.isDistinct = random.number(below: 4) == 0
    if isGrouped, random.number(below: 3) == 0 {
      rows.having = .comparison(
        .init(
          function(entity), random.pick([.less, .greater, .notEqual, .equal]),
          .constant(.integer(Int64(random.number(below: 4))))))
    }
    return rows
  }

  private mutating func column(_ entity: String) -> ObjectExpression {
    let kind: Kind = random.pick([.number, .number, .text, .text, .date, .data, .uuid, .object])
    // A date plus an integer above 2^53 is more exact in a store, so dates are plain here.
    return scalar(kind, entity, kind == .date ? 0 : random.number(below: 3))
  }

  /// Returns a random aggregate of a group.
  private mutating func function(_ entity: String) -> ObjectExpression {
    if random.number(below: 4) == 0 { return .function("count:", [.evaluatedObject]) }
    let name = random.pick([
      "sum:", "sum:", "average:", "min:", "max:", "median:", "stddev:", "count:",
    ])
    let kind: Kind =
      ["min:", "max:", "count:"].contains(name)
      ? random.pick([.number, .text, .date, .uuid]) : .number
    return .function(name, [scalar(kind, entity, random.number(below: 2))])
  }
}

extension RowRequest {
  fileprivate func isValid(for entity: EntityDescription, in model: ManagedObjectModel) -> Bool {
    let parts = columns.map(\.expression) + groups
    let predicates =
      [request.predicate, having].compactMap { $0 }
      + parts.map { .comparison(.init($0.argument, .equal, .constant(.null))) }
    return predicates.allSatisfy { $0.errors(for: entity, in: model).isEmpty }
  }

  fileprivate var text: String {
    let names = columns.map(\.expression.format)
    return "\(names) where \(request.predicate?.format ?? "-") groups \(groups.map(\.format)) "
      + "having \(having?.format ?? "-") distinct \(isDistinct) order \(request.sortKeys)"
  }
}

extension FetchRequest {
  fileprivate var objectsAlone: FetchRequest {
    var request = self
    request.sortKeys = []
    return request
  }
}

extension ObjectExpression {
  /// True if the expression is an aggregate of all objects of a group.
  fileprivate var isOfAll: Bool {
    guard case .function(let name, let arguments) = self, arguments.count == 1 else { return false }
    return ["sum:", "average:", "min:", "max:", "median:", "stddev:", "count:"].contains(name)
      && !arguments[0].isMany
  }

  /// True if the expression has several values for one object.
  private var isMany: Bool {
    let many = ["items", "tags", "parts", "friends", "staff", "words", "counts", "reals", "days"]
    return switch self {
    case .keyPath(let names, let base):
      names.contains { $0.hasPrefix("@distinct") }
        || !names.contains { $0.hasPrefix("@") }
          && (names.contains(where: many.contains) || base.isMany)
    case .function(let name, _): name == "FETCH"
    case .subquery, .set: true
    default: false
    }
  }

  /// The argument of an aggregate, or the expression itself if it is not an aggregate.
  fileprivate var argument: ObjectExpression {
    if isOfAll, case .function(_, let arguments) = self { arguments[0] } else { self }
  }
}

extension [[ConstantValue]] {
  /// The rows as texts that are equal if their numbers are equal.
  fileprivate var normalized: [String] {
    map { row in row.map(\.normalized).joined(separator: " | ") }
  }

  fileprivate func isSame(as other: Self) -> Bool { normalized == other.normalized }
}

extension ConstantValue {
  fileprivate var normalized: String {
    switch self {
    case .boolean(let value): value ? "1" : "0"
    case .double(let value): Self.text(value)
    case .decimal(let value):
      Double("\(value)").flatMap { Decimal(string: "\($0)") == value ? Self.text($0) : nil }
        ?? "\(value)"
    case .url(let value): ObjectExpression.constant(.string(value.absoluteString)).format
    case .date(let value): "date " + Self.text(value.timeIntervalSinceReferenceDate)
    case .null, .integer, .string, .data, .uuid, .objectID, .list:
      ObjectExpression.constant(self).format
    }
  }

  private static func text(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
