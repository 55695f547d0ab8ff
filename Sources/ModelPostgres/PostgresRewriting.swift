#if PostgreSQL
  /// A writer of the entire content of a store to empty tables.
  struct PostgresRewriting {
    private let layout: PostgresLayout
    private let connection: PostgresConnection
    /// The greatest key of an object in the content that was read from a row.
    /// Greater keys belong to new objects.
    private let lastKey: Int64
    private let hierarchies: Int64
    private var keys: [Int64: Int64] = [:]
    /// The keys of existing objects that have got another key, by the former key, and by the index
    /// of the older hierarchy.
    private(set) var moved: [Int: [Int64: Int64]] = [:]

    init(
      _ layout: PostgresLayout, _ connection: PostgresConnection, lastKey: Int64,
      hierarchies: Int64
    ) {
      self.layout = layout
      self.connection = connection
      self.lastKey = lastKey
      self.hierarchies = max(hierarchies, 1)
    }

    /// Writes all objects of the content.
    ///
    /// - Parameter last: The greatest key of existing objects; new objects get greater
    ///   keys.
    mutating func write(_ content: StoreContent, keysAfter last: Int64) throws {
      let greatest = settleKeys(content, last)
      var rows: [Int: [StoreChanges.Row]] = [:]
      var changes = StoreChanges()
      for object in content.objects {
        guard let entity = layout.schema?.entity(named: object.entityName) else { continue }
        rows[entity.index, default: []].append(row(object, entity))
        note(object, entity, &changes)
      }
      changes.inserts = rows.sorted { $0.key < $1.key }.flatMap(\.value)
      try PostgresWriter(layout, connection, .full).write(changes)
      for table in layout.tables.values {
        let sequence = PostgresNames.literal(table.sequence)
        try connection.query("SELECT setval(\(sequence), \(greatest))")
      }
    }

    /// Assigns a key to every object. An object keeps its former key, unless
    /// another object of its new hierarchy has the same key.
    ///
    /// - Returns: The greatest key.
    private mutating func settleKeys(_ content: StoreContent, _ last: Int64) -> Int64 {
      var taken: [Int: Set<Int64>] = [:]
      var greatest = last
      for object in content.objects {
        let root = layout.schema?.entity(named: object.entityName)?.rootIndex ?? 0
        let former = object.key / hierarchies
        if object.key <= lastKey, taken[root, default: []].insert(former).inserted {
          keys[object.key] = former
        } else {
          greatest += 1
          keys[object.key] = greatest
          if object.key <= lastKey {
            moved[Int(object.key % hierarchies), default: [:]][former] = greatest
          }
        }
      }
      return greatest
    }

    private func row(_ object: StoredObject, _ entity: StoreSchema.Entity) -> StoreChanges.Row {
      let values = entity.columns.map { column -> ConstantValue in
        guard column.destinationName != nil else { return object.values[column.keyPath] ?? .null }
        let key = object.links[column.keyPath]?.first.flatMap { keys[$0] }
        return key.map(ConstantValue.integer) ?? .null
      }
      return StoreChanges.Row(new: entity, key: keys[object.key] ?? 0, values: values)
    }

    /// Adds the members of an object's to-many relationships, and their order,
    /// to the changes.
    private func note(
      _ object: StoredObject, _ entity: StoreSchema.Entity, _ changes: inout StoreChanges
    ) {
      let owner = keys[object.key] ?? 0
      for relationship in entity.relationships {
        let members = object.links[relationship.name]?.compactMap { keys[$0] } ?? []
        guard !members.isEmpty else { continue }
        if case .pairs(let name, false) = relationship.place {
          let index =
            changes.insertedLinks.firstIndex { $0.pairs == name } ?? changes.insertedLinks.endIndex
          if index == changes.insertedLinks.endIndex {
            changes.insertedLinks.append(StoreChanges.Link(pairs: name))
          }
          changes.insertedLinks[index].owners += members.map { _ in owner }
          changes.insertedLinks[index].members += members
        }
        guard relationship.isOrdered else { continue }
        changes.orders.append(
          StoreChanges.Order(relationship: relationship, owner: owner, members: members))
      }
    }
  }
#endif
