/// A stream of the objects of a request. It keeps the keys of all objects in
/// memory, but only a few hundred objects at a time.
///
/// Like the objects, a stream belongs to the isolation domain of its context. The
/// request is executed when the first object is read; saves during the iteration may or
/// may not be visible in the objects.
public struct FetchStream<Object: ManagedObject>: AsyncSequence {
  /// An object of the request's class.
  public typealias Element = Object

  let context: ManagedObjectContext
  let request: FetchRequest<Object>

  /// Creates an iterator. The request is executed when the first object is read.
  public func makeAsyncIterator() -> Iterator { Iterator(context: context, request: request) }

  /// An iterator over the objects.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let context: ManagedObjectContext
    fileprivate let request: FetchRequest<Object>
    /// The keys of the objects that have not been read yet; nil before the
    /// first object is requested.
    private var keys: ArraySlice<Int64>?
    private var batch: ArraySlice<ManagedObject> = []
    private static var batchSize: Int { 256 }

    fileprivate init(context: ManagedObjectContext, request: FetchRequest<Object>) {
      self.context = context
      self.request = request
    }

    /// Returns the next object; nil after the last one.
    ///
    /// - Throws: The errors of `ManagedObjectContext.fetch(_:)`.
    public mutating func next() async throws -> Object? {
      try await next(isolation: #isolation)
    }

    /// Returns the next object; nil after the last one.
    ///
    /// - Throws: The errors of `ManagedObjectContext.fetch(_:)`.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Object? {
      while true {
        // The objects may have been removed by a reset of the context after they were
        // read.
        if batch.first?.isGone == true { leaveBatch() }
        if batch.isEmpty { try loadBatch() }
        guard let object = batch.popFirst() else { return nil }
        // The program may have deleted this object while it was processing earlier
        // ones.
        if !object._flags.contains(.deleted) { return unsafeDowncast(object, to: Object.self) }
      }
    }

    /// Discards the objects of the current batch, so that the objects that have
    /// not been returned yet are read again.
    private mutating func leaveBatch() {
      keys = (batch.map(\._key) + (keys ?? []))[...]
      batch = []
    }

    private mutating func loadBatch() throws {
      try Task.checkCancellation()
      let entity = context.entity(of: Object.self)
      // All keys are read together. If a statement stayed open between two objects, the
      // context would remain in an old state of the store, in which it could no longer
      // save once others have saved.
      var waiting = try keys ?? context.objectIDs(request.plan, entity).map(\.key)[...]
      // A batch whose rows have all been deleted does not end the iteration.
      while batch.isEmpty, !waiting.isEmpty {
        // Objects that the program no longer uses are removed first.
        context.maps[entity.rootIndex].sweepIfGrown()
        batch = try context.foundObjects(ofKeys: waiting.prefix(Self.batchSize), entity)[...]
        waiting = waiting.dropFirst(Self.batchSize)
      }
      keys = waiting
    }
  }
}

extension ManagedObjectContext {
  /// Returns the objects of a request as a stream, which reads them as they are used.
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
