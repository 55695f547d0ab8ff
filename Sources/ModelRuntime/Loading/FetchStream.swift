internal import ModelSQLite
internal import ModelSchema

/// The objects that a request asks for, one after the other, with memory for a
/// few hundred of them.
///
/// It belongs to its context's isolation domain, as the objects do. What is
/// saved while it runs may or may not be seen.
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
    private var statement: Statement?
    private var batch: ArraySlice<ManagedObject> = []
    private var isAtEnd = false
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
      if batch.isEmpty, !isAtEnd { try loadBatch() }
      return batch.popFirst().map { unsafeDowncast($0, to: Object.self) }
    }

    private mutating func loadBatch() throws {
      try Task.checkCancellation()
      let entity = context.entity(of: Object.self)
      if statement == nil {
        guard context.source.hasRows else {
          // A child has no rows to step through.
          isAtEnd = true
          batch = try context.objects(request.plan, entity)[...]
          return
        }
        if let overlay = try FetchOverlay(context: context, plan: request.plan, entity: entity) {
          isAtEnd = true
          batch = try overlay.objects()[...]
          return
        }
        // A statement of its own: one of the cache could be begun anew between two steps.
        statement = try context.ownStatement(request.plan, entity, .keys)
      }
      // A batch of rows that are gone by now is no end.
      while batch.isEmpty, let keys = try nextKeys() {
        // What the program has let go of makes room first.
        context.maps[entity.rootIndex].sweepIfGrown()
        batch = try context.objects(ofKeys: keys[...], entity)[...]
      }
    }

    private mutating func nextKeys() throws -> [Int64]? {
      guard let statement, !isAtEnd else { return nil }
      var keys: [Int64] = []
      do {
        while keys.count < Self.batchSize, try statement.step() {
          keys.append(Row(statement).int64(0))
        }
      } catch {
        throw context.connection.storeError(error)
      }
      if keys.count < Self.batchSize {
        isAtEnd = true
        statement.reset()
      }
      return keys.isEmpty ? nil : keys
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

  /// A statement that nobody else steps, with its values bound.
  func ownStatement(
    _ plan: FetchPlan, _ entity: CompiledEntity, _ purpose: FetchPurpose
  ) throws -> Statement {
    let fingerprint = try QueryFingerprint(plan, entity, purpose: purpose, store: store)
    let sql = try compiled(plan, entity, purpose, fingerprint.constants)
    do {
      let statement = try connection.connection.prepare(sql.sql)
      FetchConstants(values: fingerprint.constants, limit: plan.limit, offset: plan.offset)
        .bind(sql.parameters, to: statement)
      return statement
    } catch {
      throw connection.storeError(error)
    }
  }
}
