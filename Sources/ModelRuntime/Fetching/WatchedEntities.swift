internal import ModelPredicates
internal import ModelSchema

/// The hierarchies whose unsaved changes a fetch has to look at: those along
/// the paths of its condition and its order.
struct WatchedEntities {
  private let model: CompiledModel
  private let subject: CompiledEntity
  private var variables: [String: CompiledEntity] = [:]
  /// Indexes of root entities.
  private(set) var roots: Set<Int>
  /// A Boolean value that says whether a path leads through a relationship.
  private(set) var leadsElsewhere = false

  init(_ plan: FetchPlan, _ entity: CompiledEntity, _ model: CompiledModel) {
    self.model = model
    subject = entity
    roots = [entity.rootIndex]
    if let predicate = plan.predicate { walk(predicate) }
    for key in plan.sortKeys { _ = walk(key.value) }
  }

  private mutating func walk(_ predicate: ObjectPredicate) {
    predicate.forEach {
      _ = walk($0)
    } predicate: {
      walk($0)
    }
  }

  /// Walks an expression.
  ///
  /// - Returns: The entity of the objects that it leads to, or nil.
  private mutating func walk(_ expression: ObjectExpression) -> CompiledEntity? {
    switch expression {
    case .constant: return nil
    case .evaluatedObject: return subject
    case .variable(let name): return variables[name]
    case .keyPath(let names, let root): return follow(names, from: walk(root))
    case .function(PredicateFunction.fetch, let arguments):
      guard case .constant(.string(let name))? = arguments.first,
        let entity = model.entity(named: name)
      else { return nil }
      leadsElsewhere = true
      roots.insert(entity.rootIndex)
      return entity
    case .function(_, let arguments), .aggregate(let arguments):
      return arguments.map { walk($0) }.first ?? nil
    case .cast(let value, _): return walk(value)
    case .element(let index, let base):
      if case .expression(let expression) = index { _ = walk(expression) }
      return walk(base)
    case .set(_, let first, let second):
      let entity = walk(first)
      return walk(second) ?? entity
    case .conditional(let condition, let first, let second):
      walk(condition)
      let entity = walk(first)
      return walk(second) ?? entity
    case .subquery(let collection, let name, let condition):
      let entity = walk(collection)
      let shadowed = variables[name]
      variables[name] = entity
      walk(condition)
      variables[name] = shadowed
      return entity
    }
  }

  private mutating func follow(
    _ names: [String], from entity: CompiledEntity?
  ) -> CompiledEntity? {
    var entity = entity
    for name in names where name.utf8.first != UInt8(ascii: "@") {
      guard let property = entity?.property(named: name),
        let relationship = entity?.relationship(property.number)
      else { continue }
      leadsElsewhere = true
      let destination = model.entities[relationship.destinationIndex]
      roots.insert(destination.rootIndex)
      entity = destination
    }
    return entity
  }
}
