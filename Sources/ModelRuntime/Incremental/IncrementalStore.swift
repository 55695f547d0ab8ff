#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store that answers fetches and saves piece by piece, kept anywhere: what
/// Core Data calls an incremental store.
///
/// Contexts are the same over it as over a file: objects, unsaved changes,
/// validation, delete rules, conflicts and live lists are the runtime's. The
/// store is told what is wanted as values and answers with rows:
///
/// ```
/// fetch(_:)   → parts(of:)        which parts of the fetch it does by itself
///             → read(_:into:)     rows, one after the other; the rest is done in memory
/// a fault     → read(keys:of:into:)
/// a to-many   → members(of:owners:)
/// new objects → reserveKeys(_:of:)
/// save()      → save(_:)          everything or nothing, each row tied to its version
/// ```
///
/// All of it is called from the threads that contexts are used on, by several at
/// once.
public protocol IncrementalStore: AnyObject, Sendable {
  /// The identity of the store, which is part of object IDs: the same whenever and
  /// wherever it is opened.
  var identifier: UUID { get }

  /// Makes the store ready for the entities of a model; called once, before
  /// anything else.
  ///
  /// - Throws: `StoreError` where it cannot hold them.
  func open(_ schema: StoreSchema) throws

  /// The parts of a fetch that the store does by itself, in whatever the fetch
  /// wants: what is left is done in memory, over all the rows that the rest lets
  /// through.
  func parts(of fetch: StoreFetch) -> StoreFetch.Parts

  /// Answers the parts of a fetch that the store does: the rows of its entities that
  /// match, in order, inside of the window.
  ///
  /// - Parameters:
  ///   - fetch: What is wanted.
  ///   - parts: What `parts(of:)` said; without the window where condition or order
  ///     are left to the runtime.
  ///   - sink: Takes the rows.
  func read(_ fetch: StoreFetch, _ parts: StoreFetch.Parts, into sink: RowSink) throws

  /// The number of objects of a fetch, of which the store does all; its window is
  /// left out.
  func count(_ fetch: StoreFetch) throws -> Int

  /// The rows of some keys of an entity and those below it, in any order; those
  /// that are gone are left out.
  func read(keys: [Int64], of entity: StoreSchema.Entity, into sink: RowSink) throws

  /// The versions of the rows of some keys of a hierarchy, by key; those that are
  /// gone are left out.
  func versions(of keys: [Int64], _ root: StoreSchema.Entity) throws -> [Int64: Int32]

  /// The keys of the members of a to-many relationship, for each of some owners:
  /// those of an ordered relationship in their order, others in any.
  func members(
    of relationship: StoreSchema.Relationship, owners: [Int64]
  ) throws -> [[Int64]]

  /// Reserves keys for new objects of a hierarchy that nobody else gets.
  ///
  /// - Parameters:
  ///   - count: How many would be good; the store decides.
  ///   - root: The root of the hierarchy.
  /// - Returns: At least one key, from 1 on.
  func reserveKeys(_ count: Int64, of root: StoreSchema.Entity) throws -> ClosedRange<Int64>

  /// Saves changes, all of them or none.
  ///
  /// - Throws: `StoreError` (`.conflict`) where a row that is updated or deleted has
  ///   another version or is gone, where unique values are taken, or where a
  ///   reference would lead nowhere: the runtime then looks for the conflicts itself
  ///   and asks the context's merge policy. After `.ioFailure`, where nobody can tell
  ///   whether it was saved, the context's next save looks first. Other errors reach
  ///   whoever saves.
  func save(_ changes: StoreChanges) throws

  /// A number that grows when somebody else saves, another program or another
  /// container; nil where the store cannot tell.
  func foreignChangeCount() throws -> Int64?

  /// What the store makes of a fetch, in its own words, for `explain(_:)`.
  func explanation(of fetch: StoreFetch, _ parts: StoreFetch.Parts) throws -> String
}

extension IncrementalStore {
  /// Nil: the store cannot tell.
  public func foreignChangeCount() throws -> Int64? { nil }

  /// The parts that the store does, and those that are left to the runtime.
  public func explanation(of fetch: StoreFetch, _ parts: StoreFetch.Parts) throws -> String {
    "the store does: \(parts)"
  }
}
