import BankModel
import Foundation
import ModelRuntime

/// Conditions as text: what is read prints and reads back as itself, and the
/// store and memory answer it alike.
enum FormatInput {
  static func finding(in bytes: [UInt8]) -> String? {
    guard let predicate = try? ObjectPredicate(format: String(decoding: bytes, as: UTF8.self))
    else { return nil }
    let text = predicate.format
    do {
      if try ObjectPredicate(format: text) != predicate { return "reads back as another: \(text)" }
    } catch {
      return "does not read back: \(text): \(error)"
    }
    let model = CompiledModel.bank.description
    guard let entity = model.entity(named: "FailedBankInfo"),
      predicate.errors(for: entity, in: model).isEmpty
    else { return nil }
    do { return try findingInAnswer(to: predicate) } catch { return "\(error)" }
  }

  /// Both refuse it, or both find the same banks.
  private static func findingInAnswer(to predicate: ObjectPredicate) throws -> String? {
    let container = try store.get()
    let context = try container.makeContext()
    let all = try context.fetch(FailedBankInfo.all)
    let stored = try answer { try context.fetch(FetchRequest<FailedBankInfo>(predicate)) }
    let kept = try answer { try all.filtered(by: predicate) }
    guard let stored, let kept, !dependsOnChance(predicate) else { return nil }
    let difference = Set(stored.map(\.objectID)).symmetricDifference(kept.map(\.objectID))
    guard !difference.isEmpty else { return nil }
    return "\(predicate.format): \(stored.count) in the store, \(kept.count) in memory"
  }

  /// The answer; nil where it is refused in words.
  private static func answer(_ body: () throws -> [FailedBankInfo]) throws -> [FailedBankInfo]? {
    do {
      return try body()
    } catch let error as StoreError where error.reason == .untranslatable {
      return nil
    } catch is ObjectPredicateError {
      return nil
    }
  }

  private static func dependsOnChance(_ predicate: ObjectPredicate) -> Bool {
    let text = predicate.format.lowercased()
    return text.contains("now") || text.contains("random")
  }

  private static let store = Result { try filled() }

  private static func filled() throws -> PersistentContainer {
    let container = try PersistentContainer(.bank, configuration: .inMemory)
    try SampleBanks.insert(into: container.makeContext())
    return container
  }
}
