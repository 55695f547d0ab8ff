/// The consequences of deleting an object.
public struct DeletionPlan: Sendable, Hashable {
  /// A relationship of an object.
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

  /// The objects that would be deleted, beginning with the object itself.
  public var deleted: [ObjectID] = []
  /// The relationships of other objects from which deleted ones would be removed.
  public var cleared: [Link] = []
  /// The relationships that deny the deletion, with the denying objects.
  public var denied: [Link: [ObjectID]] = [:]
}

extension ManagedObjectContext {
  /// Returns the consequences of deleting an object: further deletions, cleared
  /// relationships, and denials. Nothing is changed.
  ///
  /// - Complexity: Loads all objects that the deletion would affect.
  public func deletionPlan(for object: ManagedObject) -> DeletionPlan {
    var survey = DeletionSurvey(context: self)
    survey.visit(object)
    return survey.plan
  }
}

/// A survey of delete rules, without any changes.
private struct DeletionSurvey {
  let context: ManagedObjectContext
  private var doomed: Set<ManagedObject> = []
  private var order: [ManagedObject] = []

  init(context: ManagedObjectContext) {
    self.context = context
  }

  /// Collects all objects that are deleted with an object.
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
