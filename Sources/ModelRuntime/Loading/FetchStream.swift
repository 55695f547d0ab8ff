/// The objects that a request asks for, one after the other, with memory for a
/// few hundred of them, and for the keys of all.
///
/// It belongs to its context's isolation domain, as the objects do. Which objects come is known with
/// the first; what is saved while it runs may or may not be seen in them.
public struct FetchStream<Object: ManagedObject>: AsyncSequence {
  /// An object of the request's class.
  public typealias Element = Object

  let context: ManagedObjectContext
  let request: FetchRequest<Object>

  /// Begins the fetch.
  public func makeAsyncIterator() -> Iterator { Iterator(context: context, request: request) }

  /// The place that was reached.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let context: ManagedObjectContext
    fileprivate let request: FetchRequest<Object>
    /// The keys of objects that are still to come; nil before the first is asked for.
    private var keys: ArraySlice<Int64>?
    private var batch: ArraySlice<ManagedObject> = []
    private static var batchSize: Int { 256 }

    fileprivate init(context: ManagedObjectContext, request: FetchRequest<Object>) {
      self.context = context
      self.request = request
    }

    /// The next object, or nil after the last.
    public mutating func next() async throws -> Object? {
      try await next(isolation: #isolation)
    }

    /// The next object, or nil after the last.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Object? {
      while true {
        // A reset of the context may have taken them away since they were read.
        if batch.first?.isGone == true { leaveBatch() }
        if batch.isEmpty { try loadBatch() }
        guard let object = batch.popFirst() else { return nil }
        // With those before it the program may have deleted others.
        if !object._flags.contains(.deleted) { return unsafeDowncast(object, to: Object.self) }
      }
    }

    /// Lets the rest of the batch be read once more.
    private mutating func leaveBatch() {
      keys = (batch.map(\._key) + (keys ?? []))[...]
      batch = []
    }

    private mutating func loadBatch() throws {
      try Task.checkCancellation()
      let entity = context.entity(of: Object.self)
      // All at once: a statement that is open between two objects would hold the context at its
      // moment, where it could not save once somebody else has.
      var waiting = try keys ?? context.objectIDs(request.plan, entity).map(\.key)[...]
      // A batch of rows that are gone by now is no end.
      while batch.isEmpty, !waiting.isEmpty {
        // What the program has let go of makes room first.
        context.maps[entity.rootIndex].sweepIfGrown()
        batch = try context.foundObjects(ofKeys: waiting.prefix(Self.batchSize), entity)[...]
        waiting = waiting.dropFirst(Self.batchSize)
      }
      keys = waiting
    }
  }
}

extension ManagedObjectContext {
  /// The objects that a request asks for, read while they are used.
  ///
  /// ```swift
  /// for try await bank in context.stream(FailedBankInfo.all) { ... }
  /// ```
  public func stream<Object: ManagedObject>(
    _ request: FetchRequest<Object>
  ) -> FetchStream<Object> {
    FetchStream(context: self, request: request)
  }
}
