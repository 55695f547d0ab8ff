/// The consequences of deleting an object.
public struct DeletionPlan: Sendable, Hashable {
  /// An object and one of its relationships.
  public struct Link: Sendable, Hashable {
    /// The object that has the relationship.
    public var objectID: ObjectID
    /// The name of the relationship.
    public var relationshipName: String

    /// Creates the link for a relationship of an object.
    public init(objectID: ObjectID, relationshipName: String) {
      self.objectID = objectID
      self.relationshipName = relationshipName
    }
  }

  /// The IDs of the objects that would be deleted, beginning with the object
  /// itself.
  public var deleted: [ObjectID] = []
  /// The relationships of other objects from which deleted objects would be
  /// removed.
  public var cleared: [Link] = []
  /// The IDs of the objects that deny the deletion, by the relationships that
  /// have the `deny` rule.
  public var denied: [Link: [ObjectID]] = [:]
}

extension ManagedObjectContext {
  /// Returns the consequences of deleting an object: the other objects that
  /// would be deleted, the relationships that would be cleared, and denials.
  /// Nothing is changed.
  ///
  /// - Complexity: Loads all objects that the deletion would affect.
  public func deletionPlan(for object: ManagedObject) -> DeletionPlan {
    var survey = DeletionSurvey(context: self)
    survey.visit(object)
    return survey.plan
  }
}

/// A survey of the effects of delete rules, which are not applied.
private struct DeletionSurvey {
  let context: ManagedObjectContext
  private var doomed: Set<ManagedObject> = []
  private var order: [ManagedObject] = []

  init(context: ManagedObjectContext) {
    self.context = context
  }

  /// Adds the consequences of deleting an object, and of all objects that would
  /// be deleted with it, to the plan.
  mutating func visit(_ object: ManagedObject) {
    var next = [object]
    while let object = next.popLast() {
      guard !object._flags.contains(.deleted), doomed.insert(object).inserted else { continue }
      order.append(object)
      for relationship in object._batch.entity.relationships
      where relationship.deleteRule == .cascade {
        next += object.related(relationship)
      }
    }
  }

  var plan: DeletionPlan {
    var plan = DeletionPlan()
    plan.deleted = order.map(\.objectID)
    for object in order {
      for relationship in object._batch.entity.relationships {
        add(relationship, of: object, to: &plan)
      }
    }
    return plan
  }

  private func add(
    _ relationship: CompiledRelationship, of object: ManagedObject, to plan: inout DeletionPlan
  ) {
    guard relationship.deleteRule == .nullify || relationship.deleteRule == .deny else { return }
    // Objects that are also deleted do not need to be cleared, and do not deny the
    // deletion.
    let others = object.related(relationship).filter { !doomed.contains($0) }
    guard !others.isEmpty else { return }
    if relationship.deleteRule == .deny {
      let link = DeletionPlan.Link(
        objectID: object.objectID, relationshipName: relationship.name)
      plan.denied[link] = others.map(\.objectID)
    } else {
      plan.cleared += others.compactMap { $0.end(of: relationship) }.map { end in
        DeletionPlan.Link(objectID: end.object.objectID, relationshipName: end.relationship.name)
      }
    }
  }
}
