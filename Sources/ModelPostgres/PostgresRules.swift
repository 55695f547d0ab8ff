#if PostgreSQL
  /// A foreign key, a unique constraint or an index of a table.
  struct PostgresRule: Hashable {
    enum Kind {
      case reference
      case unique
      case index
    }

    let kind: Kind
    let name: String
    let table: String
    let creation: String
    let removal: String
  }

  /// The foreign keys, unique constraints and indexes of a store's tables, each
  /// identified by its name.
  struct PostgresRules {
    private let layout: PostgresLayout
    private let profile: PostgresProfile

    init(_ layout: PostgresLayout, _ profile: PostgresProfile) {
      self.layout = layout
      self.profile = profile
    }

    /// All rules and indexes, in an order in which they can be created.
    var all: [PostgresRule] {
      var taken = layout.names
      return (references + layout.entities.flatMap { uniques($0) + indexes($0) })
        .map { rule($0, &taken) }
    }

    /// The clause that defers the check of a constraint until the commit; empty
    /// in a portable store.
    var deferral: String { profile == .full ? " DEFERRABLE INITIALLY DEFERRED" : "" }

    // MARK: References

    /// The foreign keys of references that may be dangling. Such references
    /// occur in stores of earlier versions of this library.
    var loose: [PostgresRule] {
      var taken: Set<String> = []
      return keyColumns.filter { !$0.column.isEnforced }
        .map { rule(key(of: $0.column, from: $0.table, to: $0.other), &taken) }
    }

    /// The foreign keys of all references, each with an index. References that
    /// may be dangling have only the index.
    private var references: [Draft] {
      keyColumns.flatMap { table, column, other -> [Draft] in
        let index = index(
          PostgresNames.limited("\(table.name)_\(column.name)") + "_idx", table,
          "(\(column.quoted))")
        return column.isEnforced ? [key(of: column, from: table, to: other), index] : [index]
      }
    }

    /// The columns that contain keys, with their tables and the tables to which
    /// the keys refer.
    private var keyColumns:
      [(table: PostgresLayout.Table, column: PostgresLayout.Column, other: PostgresLayout.Table)]
    {
      layout.tables.sorted { $0.key < $1.key }.map(\.value).flatMap { table in
        table.columns.compactMap { column in
          column.destination.flatMap { layout.tables[$0] }
            .map { (table: table, column: column, other: $0) }
        }
      }
    }

    private func key(
      of column: PostgresLayout.Column, from table: PostgresLayout.Table,
      to other: PostgresLayout.Table
    ) -> Draft {
      let name = PostgresNames.limited("\(table.name)_\(column.name)")
      let key = columns(of: column, from: table, to: other)
      return constraint(.reference, name + "_fkey", table, "FOREIGN KEY \(key)")
    }

    /// Returns the columns of a reference in SQL. A reference to a distributed
    /// table includes the value by which the rows of both tables are
    /// distributed. If a table is distributed by its key, this value is the
    /// key.
    private func columns(
      of column: PostgresLayout.Column, from table: PostgresLayout.Table,
      to other: PostgresLayout.Table
    ) -> String {
      guard let shard = other.shard else {
        return "(\(column.quoted)) REFERENCES \(other.quoted)"
      }
      return """
        (\(column.quoted), \(table.shard?.quoted ?? "id")) \
        REFERENCES \(other.quoted) (id, \(shard.quoted))
        """
    }

    // MARK: Unique values

    /// Returns the unique constraints of an entity. The constraints are checked
    /// at the end of a save, so that objects can exchange values. A rule for
    /// only some of a table's entities is an exclusion constraint, because a
    /// unique constraint cannot cover part of a table, and a unique index
    /// cannot be deferred.
    private func uniques(_ entity: PostgresLayout.Entity) -> [Draft] {
      let table = layout.table(entity.entity)
      let isWhole = entity.entity.index == entity.entity.rootIndex
      let family = layout.family(of: entity.entity).map { PostgresNames.literal($0.name) }
      let part = "(entity IN (\(family.joined(separator: ", "))))"
      return entity.entity.uniqueColumns.filter { !$0.isEmpty }.map { columns in
        var names = columns.map { table.columns[entity.columns[$0]].quoted }
        if let shard = table.shard?.quoted, !names.contains(shard) { names.append(shard) }
        let list = names.joined(separator: ", ")
        let plain = names.joined(separator: "_").replacing("\"", with: "")
        let name = "\(table.name)_\(plain)_key"
        guard profile == .full else {
          return index(
            name, table, "(\(list))\(isWhole ? "" : " WHERE \(part)")", kind: .unique)
        }
        let pairs = names.map { "\($0) WITH =" }.joined(separator: ", ")
        return constraint(
          .unique, name, table,
          isWhole ? "UNIQUE (\(list))" : "EXCLUDE (\(pairs)) WHERE \(part)")
      }
    }

    // MARK: Indexes

    private func indexes(_ entity: PostgresLayout.Entity) -> [Draft] {
      let table = layout.table(entity.entity)
      return entity.entity.description.indexes.compactMap { index in
        columns(of: index, entity.entity).map { columns in
          self.index(
            "\(table.name)_\(PostgresNames.snakeCase(index.name))", table,
            "(\(columns.joined(separator: ", ")))")
        }
      }
    }

    /// Returns the columns of an index in SQL, with the sort order of fetches;
    /// nil if an element of the index has no column.
    private func columns(
      of index: FetchIndexDescription, _ entity: StoreSchema.Entity
    ) -> [String]? {
      let columns = index.elements.map { element in
        layout.column(element.keyPath, of: entity).map {
          $0.quoted + (element.isAscending ? " NULLS FIRST" : " DESC NULLS LAST")
        }
      }
      return columns.contains { $0 == nil } || columns.isEmpty ? nil : columns.compactMap(\.self)
    }

    // MARK: Statements

    /// A rule or an index that does not have its final name.
    private struct Draft {
      let kind: PostgresRule.Kind
      /// False if the rule is an index that does not belong to a constraint.
      let isConstraint: Bool
      let name: String
      let table: PostgresLayout.Table
      let definition: String
    }

    private func constraint(
      _ kind: PostgresRule.Kind, _ name: String, _ table: PostgresLayout.Table,
      _ definition: String
    ) -> Draft {
      Draft(kind: kind, isConstraint: true, name: name, table: table, definition: definition)
    }

    private func index(
      _ name: String, _ table: PostgresLayout.Table, _ columns: String,
      kind: PostgresRule.Kind = .index
    ) -> Draft {
      Draft(kind: kind, isConstraint: false, name: name, table: table, definition: columns)
    }

    /// Returns the rule of a draft, with its final name. The names of indexes
    /// must be unique within the schema: `order_item.code` and
    /// `order.item_code` cannot both have `order_item_code_key`. The name of a
    /// reference must be unique only within its table.
    private func rule(_ draft: Draft, _ taken: inout Set<String>) -> PostgresRule {
      let name =
        switch draft.kind {
        case .reference: PostgresNames.limited(draft.name)
        case .unique, .index: PostgresNames.unused(draft.name, &taken)
        }
      let (table, quoted) = (draft.table.quoted, PostgresNames.quoted(name))
      guard draft.isConstraint else {
        return PostgresRule(
          kind: draft.kind, name: name, table: draft.table.name,
          creation: """
            CREATE \(draft.kind == .unique ? "UNIQUE " : "")INDEX IF NOT EXISTS \(quoted) \
            ON \(table) \(draft.definition)
            """, removal: "DROP INDEX IF EXISTS \(quoted)")
      }
      return PostgresRule(
        kind: draft.kind, name: name, table: draft.table.name,
        creation: "ALTER TABLE \(table) ADD CONSTRAINT \(quoted) \(draft.definition)\(deferral)",
        removal: "ALTER TABLE \(table) DROP CONSTRAINT IF EXISTS \(quoted)")
    }
  }
#endif
