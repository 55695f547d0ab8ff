import Foundation
import ModelRuntime
import StoreSupport
import TestSupport
import XCTest

/// SQL and evaluation in memory agree on every predicate, for any data and any unsaved
/// changes.
final class AgreementTests: AgreementTestCase {
  func testStoreAndMemoryAgree() throws {
    try checkRounds(
      of: "fetches", TestRun.isLong ? 420 : 15, size: 50, refusedAtMostOneIn: 10
    ) { try checkRound(seed: $0) }
  }

  private func checkRound(seed: UInt64) throws {
    let container = try TestStores.container(.catalog, .inMemory)
    let context = try container.makeContext()
    var data = CatalogData(context, seed: seed)
    data.insert(24)
    try context.save()
    var predicates = TypedPredicates(context.model, seed: seed)
    predicates.values.objectIDs = data.objects.map(\.objectID)
    for number in 0..<50 {
      if number == 25 { data.change() }
      switch predicates.random.number(below: 6) {
      case 0: try check(Part.self, "Part", in: context, &predicates, seed)
      case 1: try check(Tag.self, "Tag", in: context, &predicates, seed)
      case 2: try check(Owner.self, "Owner", in: context, &predicates, seed)
      case 3: try check(Person.self, "Person", in: context, &predicates, seed)
      default: try check(Item.self, "Item", in: context, &predicates, seed)
      }
    }
  }

  private func check<Object: ManagedObject>(
    _ type: Object.Type, _ entity: String, in context: ManagedObjectContext,
    _ predicates: inout TypedPredicates, _ seed: UInt64
  ) throws {
    var request = FetchRequest<Object>()
    guard let description = context.model.entity(named: entity) else { return }
    var predicate = predicates.predicate(entity, 3)
    if entity == "Item", predicates.random.number(below: 30) == 0 {
      // The attribute is transient.
      predicate = .or([predicate, try ObjectPredicate(format: "mark == 'x'")])
    }
    while !predicate.errors(for: description, in: context.model).isEmpty {
      predicate = predicates.predicate(entity, 3)
    }
    request.predicate = predicate
    request.sortKeys = predicates.order(entity).filter { key in
      let comparison = ObjectPredicate.comparison(.init(key.value, .equal, .constant(.null)))
      return comparison.errors(for: description, in: context.model).isEmpty
    }
    if entity == "Item", predicates.random.number(below: 30) == 0 {
      request.sortKeys.append(SortKey("mark"))
    }
    if predicates.random.number(below: 3) == 0 {
      request.limit = predicates.random.number(below: 6)
      request.offset = predicates.random.number(below: 3)
    }
    cases += 1
    checkRoundTrip(predicate)
    let everything = try context.fetch(FetchRequest<Object>()).sorted {
      $0.objectID.key < $1.objectID.key
    }
    let matching: [Object]
    do {
      matching = try everything.sorted(by: request.sortKeys).filtered(by: predicate)
    } catch {
      guard case .notFetchable(let reason) = error.reason else { throw error }
      return checkRefusal(request, reason, everything, context, seed)
    }
    let expected = matching.dropFirst(request.offset).prefix(request.limit ?? .max)
    do {
      let found = try context.fetch(request)
      let count = try context.count(request)
      if found != Array(expected) || count != expected.count {
        report(
          request, seed, expected.map { $0.objectID.key }, found.map { $0.objectID.key }, count,
          context)
      }
    } catch let error as StoreError where error.reason == .untranslatable && everything.isEmpty {
      // There was no object that evaluation in memory could have refused.
      refusals[error.message, default: 0] += 1
    } catch {
      failures += 1
      XCTFail("seed \(seed): \(predicate.format): \(error)")
    }
  }

  /// A fetch refuses a predicate that memory refuses, for the same reason, whatever is
  /// unsaved. Evaluation in memory answers it if it is asked for.
  private func checkRefusal<Object: ManagedObject>(
    _ request: FetchRequest<Object>, _ reason: String, _ everything: [Object],
    _ context: ManagedObjectContext, _ seed: UInt64
  ) {
    refusals[reason, default: 0] += 1
    let format = request.predicate?.format ?? ""
    // The number of objects does not depend on their order.
    var unordered = request
    unordered.sortKeys = []
    let isOfOrder = (try? context.fetch(unordered)) != nil
    let count = { _ = try context.count(isOfOrder ? request : unordered) }
    if isOfOrder { XCTAssertNoThrow(try count(), "seed \(seed): \(format)") }
    for fetch in [{ _ = try context.fetch(request) }, count].prefix(isOfOrder ? 1 : 2) {
      XCTAssertThrowsError(try fetch(), "seed \(seed): \(format)") { error in
        let error = error as? StoreError
        XCTAssertEqual(error?.reason, .untranslatable, "seed \(seed): \(format)")
        XCTAssertEqual(error?.message, reason, "seed \(seed): \(format)")
      }
    }
    if let predicate = request.predicate {
      XCTAssertNoThrow(
        try everything.filtered(by: predicate, evaluation: .inMemory), "seed \(seed): \(format)")
    }
  }

  private func checkRoundTrip(_ predicate: ObjectPredicate) {
    let text = predicate.format
    guard let again = try? ObjectPredicate(format: text) else {
      failures += 1
      return XCTFail("does not read back: \(text)")
    }
    if again != predicate || again.format != text {
      failures += 1
      XCTFail("reads back as another: \(text) / \(again.format)")
    }
  }

  private func report<Object: ManagedObject>(
    _ request: FetchRequest<Object>, _ seed: UInt64, _ expected: [Int64], _ found: [Int64],
    _ count: Int, _ context: ManagedObjectContext
  ) {
    failures += 1
    let order = request.sortKeys.map {
      $0.value.format + ($0.isAscending ? "" : "-") + "\($0.options.rawValue)"
    }
    XCTFail(
      """
      seed \(seed) \(Object.self)\(context.hasChanges ? " unsaved" : ""): \(request.predicate?.format ?? "")
      order \(order) window \(request.offset) \(request.limit ?? -1)
      memory: \(expected) store: \(found) count \(count)
      """)
  }
}
