/// The hierarchies whose unsaved changes a fetch has to look at: those along
/// the paths of its condition and its order.
struct WatchedEntities {
  private let model: CompiledModel
  private let subject: CompiledEntity
  private var variables: [String: [CompiledEntity]] = [:]
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
  /// - Returns: The entities of the objects that it leads to.
  private mutating func walk(_ expression: ObjectExpression) -> [CompiledEntity] {
    switch expression {
    case .constant: return []
    case .evaluatedObject: return [subject]
    case .variable(let name): return variables[name] ?? []
    case .keyPath(let names, let root): return follow(names, from: walk(root))
    case .function(PredicateFunction.fetch, let arguments):
      guard case .constant(.string(let name))? = arguments.first,
        let entity = model.entity(named: name)
      else { return [] }
      leadsElsewhere = true
      roots.insert(entity.rootIndex)
      return [entity]
    case .function(_, let arguments), .aggregate(let arguments):
      return arguments.flatMap { walk($0) }
    case .cast(let value, let type):
      let found = walk(value)
      // What only a subentity has is found behind the cast alone.
      return model.entity(named: type).map { [$0] } ?? found
    case .element(.expression(.constant(.string(let name))), let base):
      return follow([name], from: walk(base))
    case .element(let index, let base):
      if case .expression(let expression) = index { _ = walk(expression) }
      return walk(base)
    case .set(_, let first, let second): return walk(first) + walk(second)
    case .conditional(let condition, let first, let second):
      walk(condition)
      return walk(first) + walk(second)
    case .subquery(let collection, let name, let condition):
      let entities = walk(collection)
      let shadowed = variables[name]
      variables[name] = entities
      walk(condition)
      variables[name] = shadowed
      return entities
    }
  }

  private mutating func follow(
    _ names: [String], from entities: [CompiledEntity]
  ) -> [CompiledEntity] {
    entities.map { follow(names, from: $0) }
  }

  private mutating func follow(_ names: [String], from entity: CompiledEntity) -> CompiledEntity {
    var entity = entity
    for name in names where name.utf8.first != UInt8(ascii: "@") {
      guard let property = entity.property(named: name),
        let relationship = entity.relationship(property.number)
      else { continue }
      leadsElsewhere = true
      let destination = model.entities[relationship.destinationIndex]
      roots.insert(destination.rootIndex)
      entity = destination
    }
    return entity
  }
}
