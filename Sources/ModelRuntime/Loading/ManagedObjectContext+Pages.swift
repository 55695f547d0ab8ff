/// A page of the objects of a fetch, and the position at which the next page begins.
public struct FetchPage<Object: ManagedObject> {
  /// The objects of the page, in the order of the request.
  public let objects: [Object]
  /// The position at which the next page begins; nil after the last page.
  public let next: FetchCursor?
}

extension ManagedObjectContext {
  /// Fetches a page of a request.
  ///
  /// Unlike an offset, a cursor is not slower on late pages, and objects that
  /// are inserted or deleted between two pages do not cause other objects to be
  /// repeated or skipped. The request's own limit and offset are ignored.
  ///
  /// - Throws: The errors of `fetch(_:)`, and `StoreError` (`.untranslatable`) if the
  ///   cursor belongs to another sort order.
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
    // A full page can be the last one; the next page is then empty.
    let isLast = found.count < size
    let next = isLast ? nil : try found.last.map { try FetchCursor($0, plan.sortKeys) }
    return FetchPage(objects: unsafeDowncast(found, to: Object.self), next: next)
  }
}
