#if PostgreSQL
  internal import ModelRuntime
  internal import ModelSchema

  /// The parts that a newer model has beyond the one whose tables are there.
  struct PostgresAdditions {
    private let old: PostgresLayout
    private let new: PostgresLayout

    init(_ old: PostgresLayout, _ new: PostgresLayout) {
      self.old = old
      self.new = new
    }

    /// A Boolean value that says whether the newer model only adds what rows of before have no
    /// values of: then its tables are those of before with more columns, and more tables.
    var areAll: Bool {
      guard let before = old.schema?.model, let after = new.schema?.model,
        before.name == after.name, before.version ?? 0 <= after.version ?? 0
      else { return false }
      let inferred = InferredMapping(from: before, to: after)
      let isTold = after.migrations.contains {
        $0.fromVersion == before.version && !$0.steps.isEmpty
      }
      return !isTold && inferred.diagnostics.isEmpty && inferred.conditions.isEmpty
        && inferred.mapping.entities.allSatisfy(isAddition) && keepsTables
    }

    private func isAddition(_ mapping: MappingModel.Entity) -> Bool {
      guard let source = mapping.sourceName else { return mapping.destinationName != nil }
      guard source == mapping.destinationName, mapping.predicate == nil,
        let entity = new.schema?.entity(named: source)
      else { return false }
      return (mapping.attributes + mapping.relationships).allSatisfy { property in
        switch property.value {
        case .source(let name): name == property.name
        case .defaultValue: !entity.hasValue(property.name)
        case .converted, .expression: false
        }
      }
    }

    /// A Boolean value that says whether every column of before has the same place.
    private var keepsTables: Bool {
      for entity in old.entities.map(\.entity) {
        guard let other = new.schema?.entity(named: entity.name),
          other.description.parentName == entity.description.parentName,
          old.table(entity).name == new.table(other).name,
          old.table(entity).isShared == new.table(other).isShared,
          old.table(entity).shard?.name == new.table(other).shard?.name
        else { return false }
        for column in entity.columns {
          guard let before = old.column(column.keyPath, of: entity),
            let after = new.column(column.keyPath, of: other), before.name == after.name,
            before.type == after.type, before.orderName == after.orderName,
            column.destinationName
              == other.columns.first(where: { $0.keyPath == column.keyPath })?
              .destinationName
          else { return false }
        }
        let kept = Set(other.uniqueColumns.map { $0.map { other.columns[$0].keyPath } })
        let rules = entity.uniqueColumns.map { $0.map { entity.columns[$0].keyPath } }
        guard rules.allSatisfy(kept.contains) else { return false }
      }
      return old.pairs.allSatisfy { name, pairs in new.pairs[name]?.name == pairs.name }
    }
  }

  extension StoreSchema.Entity {
    /// A Boolean value that says whether objects of before need a value of a property.
    fileprivate func hasValue(_ name: String) -> Bool {
      guard let attribute = description.attributes.first(where: { $0.name == name }) else {
        return false
      }
      return !attribute.isOptional || attribute.defaultValue != nil
    }
  }
#endif
