#if PostgreSQL
  extension PostgresStore {
    /// Returns the value that the store keeps instead of the given value, which
    /// is a date rounded to microseconds, or a document without -0; nil if the
    /// value is kept unchanged.
    ///
    /// - Throws: `StoreError` (`.wrongType`) if the store cannot keep the
    ///   value.
    public func keptValue(
      for value: ConstantValue, in column: StoreSchema.Column
    ) throws -> ConstantValue? {
      switch value {
      case .date(let date):
        _ = try PostgresValue.microseconds(date)
        return PostgresValue.kept(date).map(ConstantValue.date)
      case .string(let text):
        let type = PostgresType(column.type)
        try PostgresValue.check(text, type)
        return type == .json ? PostgresValue.kept(document: text).map(ConstantValue.string) : nil
      case .null, .boolean, .integer, .double, .decimal, .data, .uuid, .url, .objectID, .list:
        return nil
      }
    }

    public func save(_ changes: StoreChanges) throws {
      try save(deriving: { _ in changes })
    }

    public func save(
      deriving makeChanges: (_ lock: (StoreLock) throws -> Void) throws -> StoreChanges
    ) throws {
      var witness: PostgresWitness?
      var isSaved = false
      func isRepeatable(_ failure: PostgresFailure) throws -> Bool {
        guard failure.isOutcomeUnknown else { return true }
        isSaved = try witness?.isCommitted(pool) ?? false
        return !isSaved && witness != nil
      }
      do {
        try pool.withConnection(isRepeatable: isRepeatable) { connection in
          witness = nil
          try connection.transaction {
            let writer = PostgresWriter(layout, connection, profile)
            let changes = try pool.readingBeside { try makeChanges { try writer.lock($0) } }
            var gone: [StoreChanges.Delete] = []
            do {
              gone = try writer.write(changes)
            } catch let failure as PostgresFailure where failure.state == "54000" {
              throw tooLarge(changes, failure)
            }
            witness = try PostgresWitness(changes, layout, pool, connection, profile)
            if let transaction = changes.transaction?.leaving(gone) {
              witness?.note(try writer.add(transaction))
            }
          }
        }
      } catch {
        // If the save was committed, only the server's response was lost.
        if !isSaved { throw error }
      }
    }

    /// Returns the error for a value that is too long for an index. Because the
    /// server does not identify the row, it names the longest indexed value.
    private func tooLarge(_ changes: StoreChanges, _ failure: PostgresFailure) -> StoreError {
      let indexed = (changes.inserts + changes.updates).flatMap { row in
        zip(row.columns, row.values).filter { row.entity.isIndexed($0.0) }.map { (row, $0.0, $0.1) }
      }
      guard let (row, place, _) = indexed.max(by: { $0.2.textLength < $1.2.textLength }) else {
        return StoreError(failure)
      }
      let (name, keyPath) = (row.entity.name, row.entity.columns[place].keyPath)
      return StoreError(
        .wrongType,
        "'\(name).\(keyPath)' of p\(row.key) is too long for an index: \(failure.message)",
        objectIDs: [
          ObjectID(entity: EntityReference(store: identifier, entityName: name), key: row.key)
        ], propertyNames: [keyPath])
    }
  }

  extension StoreSchema.Entity {
    /// Returns whether an index or a unique constraint contains the values of a
    /// column.
    fileprivate func isIndexed(_ place: Int) -> Bool {
      uniqueColumns.joined().contains(place)
        || description.indexes.contains { index in
          index.elements.contains { $0.keyPath == columns[place].keyPath }
        }
    }
  }

  extension ConstantValue {
    /// The number of bytes in a string, a URL or data; 0 for other values,
    /// whose lengths are limited.
    var textLength: Int {
      switch self {
      case .string(let text): text.utf8.count
      case .url(let url): url.absoluteString.utf8.count
      case .data(let data): data.count
      case .null, .boolean, .integer, .double, .decimal, .date, .uuid, .objectID, .list: 0
      }
    }
  }
#endif
