/// The objects of a request, one after another, with memory for a few hundred of them,
/// and for the keys of all.
///
/// A stream belongs to its context's isolation domain, as the objects do. Its objects
/// are determined when the first is read; saves during the iteration may or may not be
/// seen in them.
public struct FetchStream<Object: ManagedObject>: AsyncSequence {
  /// An object of the request's class.
  public typealias Element = Object

  let context: ManagedObjectContext
  let request: FetchRequest<Object>

  /// Begins the fetch.
  public func makeAsyncIterator() -> Iterator { Iterator(context: context, request: request) }

  /// The present place of an iteration.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let context: ManagedObjectContext
    fileprivate let request: FetchRequest<Object>
    /// The keys of the remaining objects; nil before the first is requested.
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
        // A reset of the context may have removed the objects since they were read.
        if batch.first?.isGone == true { leaveBatch() }
        if batch.isEmpty { try loadBatch() }
        guard let object = batch.popFirst() else { return nil }
        // The program may have deleted this object while it handled those before it.
        if !object._flags.contains(.deleted) { return unsafeDowncast(object, to: Object.self) }
      }
    }

    /// Schedules the rest of the batch for another read.
    private mutating func leaveBatch() {
      keys = (batch.map(\._key) + (keys ?? []))[...]
      batch = []
    }

    private mutating func loadBatch() throws {
      try Task.checkCancellation()
      let entity = context.entity(of: Object.self)
      // All keys are read together: a statement that stays open between two objects
      // would hold the context at its moment, where it could not save once somebody
      // else has.
      var waiting = try keys ?? context.objectIDs(request.plan, entity).map(\.key)[...]
      // A batch whose rows are all gone does not end the iteration.
      while batch.isEmpty, !waiting.isEmpty {
        // Objects that the program has let go of are removed first.
        context.maps[entity.rootIndex].sweepIfGrown()
        batch = try context.foundObjects(ofKeys: waiting.prefix(Self.batchSize), entity)[...]
        waiting = waiting.dropFirst(Self.batchSize)
      }
      keys = waiting
    }
  }
}

extension ManagedObjectContext {
  /// The objects of a request, read while they are used.
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
