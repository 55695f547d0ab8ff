/// A reader of a database's whole content.
///
/// Links to missing objects are left out, since objects read them as nil. They
/// are kept only for relationships that may dangle in every store.
struct ContentReading {
  let mapping: StoreMapping
  let connection: Connection
  let path: String

  private var model: CompiledModel { mapping.model }

  /// Reads the whole content.
  ///
  /// A key is unique in the whole content, but in a database only within a
  /// hierarchy. An object whose key is used by another hierarchy gets a new
  /// key.
  ///
  /// - Throws: `StoreError` if a value does not fit its type: a value that cannot be
  ///   read must not be overwritten.
  func content() throws -> StoreContent { try content(keys: try ContentKeys(mapping, connection)) }

  /// Reads the whole content with the given keys.
  func content(keys: ContentKeys) throws -> StoreContent {
    let metadata = try StoreMetadata(connection, path: path)
    var content = StoreContent(
      identifier: metadata.identifier, metadata: metadata.properties,
      lastKey: keys.last)
    let links = try toManyLinks(keys)
    for entity in model.entities where !entity.description.isAbstract {
      content.objects += try objects(of: entity, keys, links)
    }
    return content
  }

  private func objects(
    of entity: CompiledEntity, _ keys: ContentKeys, _ links: [Owner: [String: [Int64]]]
  ) throws -> [StoredObject] {
    let mapping = mapping.mapping(of: entity)
    let columns = mapping.columns.map { $0.read("t") }
    let statement = try connection.prepare(
      """
      SELECT \((["Z_PK"] + columns).joined(separator: ", ")) FROM \(mapping.quotedTable) AS t \
      WHERE Z_ENT = \(mapping.number) ORDER BY Z_PK
      """)
    var objects: [StoredObject] = []
    try statement.forEachRow { row in
      let key = row.int64(0)
      var object = StoredObject(
        entityName: entity.name, key: keys[entity.rootIndex, key],
        links: links[Owner(root: entity.rootIndex, key: key)] ?? [:])
      for (index, column) in mapping.columns.enumerated() {
        try read(column, Int32(index + 1), of: row, entity, keys, into: &object)
      }
      if statement.faults.pointee.kind != nil {
        throw fault(statement, object, entity, mapping)
      }
      objects.append(object)
    }
    return objects
  }

  private func read(
    _ column: ColumnMapping, _ index: Int32, of row: Row, _ entity: CompiledEntity,
    _ keys: ContentKeys, into object: inout StoredObject
  ) throws {
    guard !row.isNull(index) else { return }
    if let type = column.type {
      object.values[column.keyPath] = row.constant(index, type)
    } else if let relationship = entity.relationship(column.propertyNumber),
      let key = destination(of: relationship, row.int64(index), keys)
    {
      object.links[column.keyPath] = [key]
    }
  }

  /// Returns the key in the content of the object that a link leads to; nil if
  /// there is no such object of the relationship's entity. A link that may
  /// dangle is also left out if its key now belongs to an object of another
  /// hierarchy.
  private func destination(
    of relationship: CompiledRelationship, _ key: Int64, _ keys: ContentKeys
  ) -> Int64? {
    let destination = model.entities[relationship.destinationIndex]
    let isThere =
      keys.entity(destination.rootIndex, key).map { destination.family.contains($0) }
      ?? (mayDangle(relationship, to: destination) && !keys.taken.contains(key))
    return isThere ? keys[destination.rootIndex, key] : nil
  }

  private func mayDangle(
    _ relationship: CompiledRelationship, to destination: CompiledEntity
  ) -> Bool {
    guard !relationship.isToMany else { return false }
    let inverse = relationship.inverse.flatMap { destination.relationship($0.number) }
    return inverse.map { $0.deleteRule == .noAction } ?? true
  }

  private func fault(
    _ statement: Statement, _ object: StoredObject, _ entity: CompiledEntity,
    _ mapping: EntityMapping
  ) -> StoreError {
    let column = Int(statement.faults.pointee.column) - 1
    statement.faults.pointee.clear()
    let name = mapping.columns.indices.contains(column) ? mapping.columns[column].keyPath : "Z_PK"
    return StoreError(
      .inaccessible,
      """
      \(entity.name) p\(object.key): the value of '\(name)' in '\(path)' is not of its type; \
      set it again, or delete the object
      """, propertyNames: [name])
  }
}

// MARK: - To-many relationships

extension ContentReading {
  /// An object, identified by the root of its hierarchy and its key there.
  private struct Owner: Hashable {
    let root: Int
    let key: Int64
  }

  private func toManyLinks(_ keys: ContentKeys) throws -> [Owner: [String: [Int64]]] {
    var links: [Owner: [String: [Int64]]] = [:]
    for entity in model.entities {
      for relationship in entity.relationships
      where relationship.isToMany && entity.declares(relationship.number) {
        guard let sql = select(relationship, of: entity) else { continue }
        try connection.prepare(sql).forEachRow { row in
          let owner = Owner(root: entity.rootIndex, key: row.int64(0))
          guard let known = keys.entity(owner.root, owner.key), entity.family.contains(known),
            let member = destination(of: relationship, row.int64(1), keys)
          else { return }
          links[owner, default: [:]][relationship.name, default: []].append(member)
        }
      }
    }
    return links
  }

  /// Returns the statement that reads the pairs of a to-many relationship, as
  /// owner and member; nil if the database does not store them.
  private func select(_ relationship: CompiledRelationship, of entity: CompiledEntity) -> String? {
    if let join = mapping.join(relationship, of: entity) { return join.selectAll }
    let destination = mapping.entities[relationship.destinationIndex]
    guard let inverse = relationship.inverse, let column = destination.column(inverse) else {
      return nil
    }
    let owner = column.quotedName
    let place = relationship.description.isOrdered ? destination.orderColumn(inverse) : nil
    return """
      SELECT \(owner), Z_PK FROM \(destination.quotedTable) WHERE \(owner) IS NOT NULL \
      ORDER BY \(owner), \(place.map { $0 + ", " } ?? "")Z_PK
      """
  }
}

// MARK: - Keys and values

/// The keys that the objects of a database have in the content.
struct ContentKeys {
  /// The greatest key that has ever been assigned.
  private(set) var last: Int64 = 0
  /// The keys that differ from those in the database, by the index of the root entity.
  private(set) var changed: [Int: [Int64: Int64]] = [:]
  /// The keys of all objects in the content.
  private(set) var taken: Set<Int64> = []
  /// The indexes of the objects' entities, by the index of the root entity and the key
  /// in the database.
  private var entities: [Int: [Int64: Int]] = [:]

  /// Assigns a unique key to every object of a database; if several objects
  /// have the same key, the first keeps it.
  init(_ mapping: StoreMapping, _ connection: Connection) throws {
    var clashes: [(root: Int, key: Int64)] = []
    // Rows with other entity numbers are not objects.
    let indexes = Dictionary(
      first: mapping.entities.filter { !$0.entity.description.isAbstract }.map {
        ($0.number, $0.entity.index)
      })
    for entity in mapping.entities where entity.entity.depth == 0 {
      let root = entity.entity.index
      try connection.prepare(
        "SELECT Z_PK, Z_ENT FROM \(entity.quotedTable) ORDER BY Z_PK"
      ).forEachRow {
        let key = $0.int64(0)
        if !taken.insert(key).inserted { clashes.append((root, key)) }
        entities[root, default: [:]][key] = indexes[$0.int64(1)]
      }
    }
    let counted = try connection.prepare("SELECT max(Z_MAX) FROM Z_PRIMARYKEY").first {
      $0.optionalInt64(0) ?? 0
    }
    last = max(counted ?? 0, taken.max() ?? 0)
    guard last < Int64.max - Int64(clashes.count) else {
      throw StoreError(.damaged, "no keys are left: the greatest is \(last)")
    }
    for (root, key) in clashes {
      last += 1
      changed[root, default: [:]][key] = last
      taken.insert(last)
    }
  }

  /// The key of an object in the content.
  subscript(root: Int, key: Int64) -> Int64 { changed[root]?[key] ?? key }

  /// Returns the index of the entity of an object in the database; nil if there
  /// is no such object.
  func entity(_ root: Int, _ key: Int64) -> Int? { entities[root]?[key] }
}

extension Row {
  /// Returns the value of a column that is not NULL. Problems are reported as
  /// they are when an object is read.
  package func constant(_ column: Int32, _ type: AttributeType) -> ConstantValue {
    switch type {
    case .boolean: .boolean(bool(column))
    case .int16: .integer(Int64(int16(column)))
    case .int32: .integer(Int64(int32(column)))
    case .int64: .integer(int64(column))
    case .float, .double: .double(double(column))
    case .decimal: .decimal(decimal(column))
    case .string, .json, .list, .codable: .string(string(column))
    case .date: .date(date(column))
    case .data, .transformable, .composite, .undefined: .data(data(column))
    case .uuid: .uuid(uuid(column))
    case .url: .url(url(column))
    case .enumeration(_, let raw): constant(column, raw)
    }
  }
}
