#if PostgreSQL
  // The tables of an older model are altered in place if no value must be computed:
  //
  //   ALTER TABLE person DROP CONSTRAINT person_mail_key      rules that are removed or changed
  //   ALTER TABLE person RENAME TO human                      also sequences and columns
  //   ALTER TABLE human DROP COLUMN note; DROP TABLE club     columns and tables that are removed
  //   ALTER TABLE human ADD COLUMN level int4 DEFAULT '5'     columns with a value for old rows
  //
  // Additions are then made as for any store (`PostgresSetup`). All other changes
  // (values of other types, blocks, derived values, hierarchies that are merged or
  // split, …) require a migration of the content.

  /// The statements that convert the tables of an older model in place to those
  /// of a newer model.
  struct PostgresAlterations {
    /// A new column, and the value that it has in existing rows.
    struct Default {
      let table: PostgresLayout.Table
      let column: PostgresLayout.Column
      let value: ConstantValue
      /// The entities whose rows get the value; nil for all rows of the table.
      let entities: [String]?
    }

    /// A reference from a column of an older table to the rows of another
    /// table.
    struct Reference {
      let table: PostgresLayout.Table
      let column: PostgresLayout.Column
      let destination: PostgresLayout.Table
    }

    private let old: PostgresLayout
    private let new: PostgresLayout
    /// The mappings of entities, by the name of the newer entity.
    private var mappings: [String: MappingModel.Entity] = [:]
    /// The newer columns that replace older columns. For each older table,
    /// these are the indexes of the newer columns, by the indexes of the older
    /// columns.
    private var columns: [Int: [Int: Int]] = [:]
    /// The older tables that are kept, with the newer tables that they become.
    private var tables: [(old: Int, new: Int)] = []
    private var pairs: [(old: String, new: String)] = []
    /// The new columns that have a value for existing rows.
    private(set) var defaults: [Default] = []

    /// Creates the statements. The initialiser returns nil if a migration must
    /// compute values.
    init?(_ old: PostgresLayout, _ new: PostgresLayout, _ options: MigrationOptions) {
      self.old = old
      self.new = new
      guard let before = old.schema?.model, let after = new.schema?.model,
        let inferred = Self.mapping(from: before, to: after, options),
        inferred.diagnostics.isEmpty, inferred.conditions.isEmpty,
        inferred.mapping.entities.allSatisfy({ take($0) }),
        new.entities.allSatisfy({ takeTable($0.entity) }),
        new.entities.allSatisfy({ takeColumns($0) && takePairs($0.entity) }),
        keepsHierarchies, keepsColumns, leavesNothingBehind, keepsShards
      else { return nil }
    }

    /// Returns the inferred mapping of a migration in a single step without custom
    /// code; nil for other migrations.
    private static func mapping(
      from before: ManagedObjectModel, to after: ManagedObjectModel, _ options: MigrationOptions
    ) -> InferredMapping? {
      guard before.name == after.name, before.version ?? 0 <= after.version ?? 0,
        let path = try? MigrationPath(
          from: before, in: ModelVersions(current: after, released: options.olderVersions),
          mappings: options.code.mappings), path.steps.count <= 1,
        path.steps.allSatisfy({ $0.mapping == nil }),
        path.steps.flatMap(\.steps).allSatisfy({ if case .drop = $0 { true } else { false } })
      else { return nil }
      return path.steps.first?.inferred ?? InferredMapping(from: before, to: after)
    }

    /// True if tables are only extended, so that adding the missing parts is
    /// sufficient.
    var onlyAdd: Bool {
      defaults.isEmpty && changes.isEmpty
        && goneRules(.portable).allSatisfy { $0.kind == .index }
    }

    // MARK: Correspondence of tables and columns

    private mutating func take(_ mapping: MappingModel.Entity) -> Bool {
      guard mapping.predicate == nil, mapping.policyName == nil else { return false }
      guard let name = mapping.destinationName, let source = mapping.sourceName else { return true }
      let isTaken = mappings.values.contains { $0.sourceName == source }
      return !isTaken && mappings.updateValue(mapping, forKey: name) == nil
    }

    private func source(of entity: StoreSchema.Entity) -> StoreSchema.Entity? {
      mappings[entity.name]?.sourceName.flatMap { old.schema?.entity(named: $0) }
    }

    /// Finds the older table that becomes the table of an entity's hierarchy; a
    /// new hierarchy has none.
    ///
    /// - Returns: False if the rows of the hierarchy cannot remain in place.
    private mutating func takeTable(_ entity: StoreSchema.Entity) -> Bool {
      guard let source = source(of: entity) else { return true }
      guard let root = new.schema?.entities[entity.rootIndex], let before = self.source(of: root),
        before.index == source.rootIndex,
        source.description.parentName
          == entity.description.parentName.flatMap({ mappings[$0]?.sourceName }),
        old.table(source).isShared == new.table(entity).isShared
      else { return false }
      if entity.index == root.index { tables.append((before.index, root.index)) }
      return true
    }

    private mutating func takeColumns(_ entity: PostgresLayout.Entity) -> Bool {
      guard let source = source(of: entity.entity) else { return true }
      return entity.entity.columns.indices.allSatisfy { takeColumn($0, of: entity, from: source) }
    }

    private mutating func takeColumn(
      _ index: Int, of entity: PostgresLayout.Entity, from source: StoreSchema.Entity
    ) -> Bool {
      let column = entity.entity.columns[index]
      let parts = column.keyPath.split(separator: ".").map(String.init)
      switch mappings[entity.entity.name]?.property(named: parts[0])?.value {
      case nil: return isNew(parts[0], of: entity.entity)
      case .source(let name)?:
        let keyPath = ([name] + parts.dropFirst()).joined(separator: ".")
        guard let former = source.columns.firstIndex(where: { $0.keyPath == keyPath }),
          source.columns[former].destinationName
            == column.destinationName.map({ mappings[$0]?.sourceName ?? "" }),
          keepsValues(name, source, parts[0], entity.entity)
        else { return false }
        return connect(
          old.entities[source.index].columns[former], of: source, entity.columns[index],
          of: entity.entity)
      case .defaultValue?: return takeDefault(parts, entity.columns[index], entity.entity)
      case .converted?, .expression?: return false
      }
    }

    /// Records that an older column becomes a newer column.
    ///
    /// - Returns: False if the values of the columns have different types.
    private mutating func connect(
      _ formerPlace: Int, of source: StoreSchema.Entity, _ place: Int,
      of entity: StoreSchema.Entity
    ) -> Bool {
      let (before, after) = (
        old.table(source).columns[formerPlace], new.table(entity).columns[place]
      )
      let known = columns[source.rootIndex, default: [:]].updateValue(place, forKey: formerPlace)
      return (known ?? place) == place && before.type == after.type
        && (before.orderName == nil) == (after.orderName == nil)
    }

    /// Returns whether all existing values of a property remain valid, which
    /// means that its derivation is the same, and that optional values remain
    /// optional.
    private func keepsValues(
      _ former: String, _ source: StoreSchema.Entity, _ name: String, _ entity: StoreSchema.Entity
    ) -> Bool {
      guard let before = old.property(former, of: source)?.attribute,
        let after = new.property(name, of: entity)?.attribute
      else { return true }
      return keepsValues(before, after)
    }

    /// Returns whether all existing values of an attribute, or of an element of
    /// a composite attribute, remain valid.
    private func keepsValues(
      _ before: AttributeDescription, _ after: AttributeDescription
    ) -> Bool {
      guard before.derivation == after.derivation, after.isOptional || !before.isOptional,
        before.type.storageName == after.type.storageName
      else { return false }
      guard case .composite(let former) = before.type, case .composite(let name) = after.type else {
        return true
      }
      let elements = old.schema?.model.composite(named: former)?.elements ?? []
      return (new.schema?.model.composite(named: name)?.elements ?? []).allSatisfy { element in
        elements.first { $0.name == element.name }.map { keepsValues($0, element) } ?? true
      }
    }

    /// Returns whether a relationship and its inverse are both new.
    private func isNew(_ name: String, of entity: StoreSchema.Entity) -> Bool {
      guard let relationship = new.property(name, of: entity)?.relationship else { return false }
      let other = mappings[relationship.destinationName]
      return relationship.inverseName.flatMap { other?.property(named: $0) } == nil
    }

    /// Records the value that existing rows get in a new column.
    ///
    /// - Returns: False if the value must be computed.
    private mutating func takeDefault(
      _ parts: [String], _ place: Int, _ entity: StoreSchema.Entity
    ) -> Bool {
      guard let attribute = new.property(parts[0], of: entity)?.attribute else { return true }
      guard let value = attribute.defaultValue else {
        return attribute.isOptional && attribute.derivation == nil
      }
      // A value that a column does not contain directly, such as a list, is set when
      // the content is migrated.
      let table = new.table(entity)
      guard case .constant(let constant) = value, parts.count == 1,
        PostgresValue.takes(constant, table.columns[place].type)
      else { return false }
      // Subentities get the value through the entity that declares the attribute.
      guard entity.description.property(named: parts[0]) != nil else { return true }
      let isWhole = entity.index == entity.rootIndex
      defaults.append(
        Default(
          table: table, column: table.columns[place], value: constant,
          entities: isWhole ? nil : new.family(of: entity).map(\.name)))
      return true
    }

    /// Finds the older pairs that the relationships of a hierarchy keep.
    ///
    /// - Returns: False if the members of a relationship cannot remain in
    ///   place.
    private mutating func takePairs(_ entity: StoreSchema.Entity) -> Bool {
      guard let source = source(of: entity), let mapping = mappings[entity.name] else {
        return true
      }
      return entity.relationships.allSatisfy { relationship in
        guard case .source(let name)? = mapping.property(named: relationship.name)?.value else {
          return isNew(relationship.name, of: entity)
        }
        guard let former = source.relationships.first(where: { $0.name == name }),
          former.isOrdered == relationship.isOrdered,
          former.destinationName == mappings[relationship.destinationName]?.sourceName
        else { return false }
        switch (former.place, relationship.place) {
        case (.pairs(let before, let wasInverted), .pairs(let after, let isInverted)):
          if !pairs.contains(where: { $0 == (before, after) }) { pairs.append((before, after)) }
          return wasInverted == isInverted
        case (.column(let owner, let keyPath), .column(let newOwner, let newKeyPath)):
          guard mappings[newOwner]?.sourceName == owner,
            case .source(keyPath)? = mappings[newOwner]?.property(named: newKeyPath)?.value
          else { return false }
          return true
        case (.pairs, .column), (.column, .pairs): return false
        }
      }
    }

    /// True if each hierarchy is kept or removed as a whole. If only some of
    /// its entities were removed, other rows could still refer to their rows.
    private var keepsHierarchies: Bool {
      let kept = Set(mappings.values.compactMap(\.sourceName))
      return old.entities.map(\.entity).allSatisfy { entity in
        kept.contains(entity.name) || !tables.contains { $0.old == entity.rootIndex }
      } && pairs.allSatisfy { new.pairs[$0.new] != nil && old.pairs[$0.old] != nil }
    }

    /// True if no column combines the values of several older columns, or older
    /// values with new values. This would happen if an attribute moved to a
    /// parent entity.
    private var keepsColumns: Bool {
      tables.allSatisfy { before, after in
        let places = (columns[before] ?? [:]).map(\.value)
        let names = Set(places.compactMap { new.tables[after]?.columns[$0].name })
        return Set(places).count == places.count
          && !defaults.contains {
            $0.table.name == new.tables[after]?.name && names.contains($0.column.name)
          }
      }
    }

    /// True if all values in kept columns and pairs still belong to the entity
    /// of their row. If a property moved to a subentity, the rows of other
    /// subentities would still contain values of it.
    private var leavesNothingBehind: Bool {
      new.entities.allSatisfy { entity in
        guard !entity.entity.description.isAbstract, let source = source(of: entity.entity) else {
          return true
        }
        let kept = columns[source.rootIndex] ?? [:]
        return old.entities[source.index].columns.allSatisfy { place in
          kept[place].map { entity.columns.contains($0) } ?? true
        }
          && pairNames(of: source).allSatisfy { name in
            pairs.first { $0.old == name }
              .map { pairNames(of: entity.entity).contains($0.new) } ?? true
          }
      }
    }

    /// Returns the names of the pair tables for an entity's relationships.
    private func pairNames(of entity: StoreSchema.Entity) -> Set<String> {
      Set(
        entity.relationships.compactMap { relationship -> String? in
          if case .pairs(let name, _) = relationship.place { name } else { nil }
        })
    }

    /// True if the rows of all tables are distributed in the same way as
    /// before.
    private var keepsShards: Bool {
      tables.allSatisfy { before, after in
        guard let former = old.tables[before]?.shard, let shard = new.tables[after]?.shard else {
          return old.tables[before]?.shard == nil && new.tables[after]?.shard == nil
        }
        let isOwn = former.source == nil && shard.source == nil
        return isOwn
          ? columns[before]?[former.column] == shard.column
          : former.source != nil && shard.source != nil && former.name == shard.name
      }
    }
  }

  // MARK: Statements

  extension PostgresAlterations {
    /// Returns the rules of the older model that the newer model does not
    /// contain, or defines differently.
    func goneRules(_ profile: PostgresProfile) -> [PostgresRule] {
      let kept = Set(PostgresRules(new, profile).all)
      return PostgresRules(old, profile).all.filter { !kept.contains($0) }
    }

    /// The references in the older tables that must lead to existing rows in
    /// the newer model.
    var enforced: [Reference] {
      tables.flatMap { before, after -> [Reference] in
        guard let former = old.tables[before], let table = new.tables[after] else { return [] }
        let known = (columns[before] ?? [:]).sorted { $0.key < $1.key }
        return known.compactMap { place, newPlace -> Reference? in
          let column = former.columns[place]
          guard !column.isEnforced, table.columns[newPlace].isEnforced else { return nil }
          return column.destination.flatMap { old.tables[$0] }.map {
            Reference(table: former, column: column, destination: $0)
          }
        }
      }
    }

    /// The statements that drop or rename tables, columns and other objects of
    /// the database.
    var changes: [String] { droppedColumns + dropped + columnNames + names + entityNames }

    /// The statements that drop older tables that are not kept, with their
    /// sequences.
    private var dropped: [String] {
      let pairs = old.pairs.filter { name, _ in !self.pairs.contains { $0.old == name } }
      let tables = old.tables.filter { root, _ in !self.tables.contains { $0.old == root } }
      let names = pairs.values.map(\.quoted) + tables.values.map(\.quoted)
      guard !names.isEmpty else { return [] }
      return ["DROP TABLE \(names.sorted().joined(separator: ", "))"]
        + tables.values.map { "DROP SEQUENCE IF EXISTS \($0.sequence)" }.sorted()
    }

    private var droppedColumns: [String] {
      tables.flatMap { root, _ -> [String] in
        guard let table = old.tables[root] else { return [] }
        let copy = table.shard?.source == nil ? nil : table.shard?.name
        return table.columns.enumerated().flatMap { place, column -> [String] in
          guard columns[root]?[place] == nil, column.name != copy else { return [] }
          return ([column.name] + (column.orderName.map { [$0] } ?? [])).map {
            "ALTER TABLE \(table.quoted) DROP COLUMN \(PostgresNames.quoted($0))"
          }
        }
      }
    }

    private var columnNames: [String] {
      tables.flatMap { before, after -> [String] in
        guard let former = old.tables[before], let table = new.tables[after] else { return [] }
        let known = (columns[before] ?? [:]).sorted { $0.key < $1.key }
        return Self.renamings(
          known.flatMap { place, newPlace -> [(String, String)] in
            let (column, now) = (former.columns[place], table.columns[newPlace])
            let order = column.orderName.flatMap { order in now.orderName.map { (order, $0) } }
            return [(column.name, now.name)] + (order.map { [$0] } ?? [])
          }
        ) { "ALTER TABLE \(former.quoted) RENAME COLUMN \($0) TO \($1)" }
      }
    }

    private var names: [String] {
      let tables = tables.compactMap { before, after in
        old.tables[before].flatMap { former in new.tables[after].map { (former, $0) } }
      }
      let pairs = pairs.compactMap { before, after in
        old.pairs[before].flatMap { former in new.pairs[after].map { (former, $0) } }
      }
      return Self.renamings(
        tables.map { ($0.name, $1.name) } + pairs.map { ($0.name, $1.name) }
      ) { "ALTER TABLE \($0) RENAME TO \($1)" }
        + Self.renamings(tables.map { ($0.sequenceName, $1.sequenceName) }) {
          "ALTER SEQUENCE \($0) RENAME TO \($1)"
        }
        + Self.renamings(pairs.map { ($0.indexName, $1.indexName) }) {
          "ALTER INDEX \($0) RENAME TO \($1)"
        }
    }

    /// Returns the statements that rename objects. If an object gets the former
    /// name of another object, it is renamed in two steps, so that the order of
    /// the statements does not matter.
    private static func renamings(
      _ names: [(old: String, new: String)], _ statement: (String, String) -> String
    ) -> [String] {
      let changed = names.filter { $0.old != $0.new }
      let (left, taken) = (Set(changed.map(\.old)), Set(changed.map(\.new)))
      let detours = changed.filter { left.contains($0.new) || taken.contains($0.old) }.map {
        ($0.old, PostgresNames.limited("former_model_" + $0.old))
      }
      func quoted(_ names: (old: String, new: String)) -> String {
        statement(PostgresNames.quoted(names.old), PostgresNames.quoted(names.new))
      }
      return detours.map(quoted)
        + changed.map { name in
          quoted((detours.first { $0.0 == name.old }?.1 ?? name.old, name.new))
        }
    }

    /// The statements that update the names of renamed entities in the rows of
    /// shared tables.
    private var entityNames: [String] {
      tables.compactMap { _, root in
        guard let table = new.tables[root], table.isShared,
          let family = new.schema?.entities[root].family
        else { return nil }
        let renamed = family.compactMap { index -> (String, String)? in
          let name = new.entities[index].entity.name
          guard let former = mappings[name]?.sourceName, former != name else { return nil }
          return (PostgresNames.literal(former), PostgresNames.literal(name))
        }
        guard !renamed.isEmpty else { return nil }
        let cases = renamed.map { "WHEN \($0) THEN \($1)" }.joined(separator: " ")
        return """
          UPDATE \(table.quoted) SET entity = CASE entity \(cases) END \
          WHERE entity IN (\(renamed.map(\.0).joined(separator: ", ")))
          """
      }
    }
  }

  extension PostgresLayout {
    /// Returns the property with the given name, which can be inherited; nil if
    /// there is none.
    fileprivate func property(
      _ name: String, of entity: StoreSchema.Entity
    ) -> PropertyDescription? {
      schema?.model.properties(of: entity.description).first { $0.name == name }
    }
  }
#endif
