import Foundation
import ModelSchema
import TestSupport
import XCTest

@testable import ModelRuntime
@testable import ModelStorage

/// Fetches with the same fingerprint, which share a statement, have the same SQL.
final class FingerprintTests: XCTestCase {
  func testEqualFingerprintsHaveEqualSQL() throws {
    let seed = TestRun.seed
    print("fingerprints: MODEL_SEED=\(seed)")
    let container = try PersistentContainer(.catalog, configuration: .inMemory)
    let context = try container.makeContext()
    var plans = RandomPlans(context, seed: seed)
    var shared = 0
    for _ in 0..<400 {
      var known: [[UInt8]: (sql: String, format: String)] = [:]
      for plan in plans.variants(of: plans.plan(), count: 8) {
        guard let entity = plans.entity, let sql = try? self.sql(plan, entity, context) else {
          continue
        }
        let format = plan.predicate?.format ?? ""
        let key = try QueryFingerprint(plan, entity, purpose: .objects, store: context.store).key
        if let other = known[key] {
          shared += 1
          XCTAssertEqual(sql, other.sql, "seed \(seed): \(format) and \(other.format)")
        }
        known[key] = (sql, format)
      }
    }
    XCTAssertGreaterThan(shared, 400)
  }

  /// The SQL of a plan, and the sources of its parameters.
  private func sql(
    _ plan: FetchPlan, _ entity: CompiledEntity, _ context: ManagedObjectContext
  ) throws -> String {
    let fingerprint = try QueryFingerprint(plan, entity, purpose: .objects, store: context.store)
    let fragment = try context.compiled(plan, entity, .objects, fingerprint.constants)
    return "\(fragment.sql) \(fragment.parameters)"
  }
}

/// Random fetch plans that mostly differ in their constants.
private struct RandomPlans {
  private var predicates: TypedPredicates
  private let context: ManagedObjectContext

  init(_ context: ManagedObjectContext, seed: UInt64) {
    self.context = context
    predicates = TypedPredicates(context.model, seed: seed)
  }

  var entity: CompiledEntity? { context.store.model.entity(named: "Item") }

  mutating func plan() -> FetchPlan {
    var plan = FetchPlan()
    plan.predicate = predicates.predicate("Item", 2)
    plan.sortKeys = predicates.order("Item")
    plan.includesSubentities = predicates.random.once(in: 2)
    return plan
  }

  /// Returns the plan, and variants with other constants, options and limits.
  mutating func variants(of plan: FetchPlan, count: Int) -> [FetchPlan] {
    var variants = [plan]
    for _ in 1..<count {
      var variant = plan
      variant.predicate = plan.predicate?.rewriting { part in
        guard case .constant(let constant) = part else { return nil }
        return .constant(other(constant))
      }
      if predicates.random.once(in: 4) { variant.limit = predicates.random.number(below: 3) }
      if predicates.random.once(in: 8) { variant.sortKeys = predicates.order("Item") }
      variants.append(variant)
    }
    return variants
  }

  private mutating func other(_ constant: ConstantValue) -> ConstantValue {
    if predicates.random.once(in: 8) { return anything() }
    return switch constant {
    case .integer: .integer(predicates.values.integer())
    case .double: .double(predicates.values.double())
    case .decimal: .decimal(predicates.values.decimal())
    case .string: .string(predicates.values.text())
    case .date: .date(predicates.values.date())
    case .list(let elements): .list(elements.map { other($0) })
    case .null, .boolean, .data, .uuid, .url, .objectID: constant
    }
  }

  private mutating func anything() -> ConstantValue {
    predicates.random.pick([
      .null, .boolean(true), .integer(0), .integer(7), .double(.nan), .double(0.5), .string(""),
      .string("x"), .string("\u{10FFFF}"), .decimal(predicates.values.longDecimal()),
      .decimal(predicates.values.decimal()), .list([]), .list([.null, .integer(1)]),
    ])
  }
}
