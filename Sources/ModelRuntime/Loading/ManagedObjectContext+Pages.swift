/// Some objects of a fetch and the place where the next page begins.
public struct FetchPage<Object: ManagedObject> {
  /// The objects, in order.
  public let objects: [Object]
  /// The place where the next page begins; nil after the last page.
  public let next: FetchCursor?
}

extension ManagedObjectContext {
  /// Fetches a page of a request.
  ///
  /// Unlike an offset, a cursor costs no more on late pages, and inserts and deletes in
  /// the meantime neither repeat objects nor skip any. The request's own limit and
  /// offset are ignored.
  ///
  /// - Throws: As `fetch(_:)`, and `StoreError` (`.untranslatable`) for a cursor of
  ///   another order.
  public func page<Object: ManagedObject>(
    of request: FetchRequest<Object>, after cursor: FetchCursor? = nil, size: Int
  ) throws -> FetchPage<Object> {
    var plan = request.plan
    plan.offset = 0
    plan.limit = max(size, 0)
    plan.cursor = cursor
    guard cursor.map({ $0.values.count == plan.sortKeys.count }) ?? true else {
      throw StoreError(.untranslatable, "the cursor was made with another order")
    }
    let found = try objects(plan, entity(of: Object.self))
    // A full page may be the last; then the next one is empty.
    let isLast = found.count < size
    let next = isLast ? nil : try found.last.map { try FetchCursor($0, plan.sortKeys) }
    return FetchPage(objects: unsafeDowncast(found, to: Object.self), next: next)
  }
}
