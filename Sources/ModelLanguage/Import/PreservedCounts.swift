extension ManagedObjectModel {
  /// The model with the preserved minimum counts of to-one relationships. Core Data's
  /// version hashes cover these counts, but the language has no syntax for them.
  var withPreservedCounts: ManagedObjectModel {
    let key = PreservedAttribute.prefix + "minCount"
    let common = userInfo[PreservedAttribute.prefix + "each.relationship.minCount"]
    var model = self
    for entity in model.entities.indices {
      for place in model.entities[entity].properties.indices {
        guard case .relationship(var relationship) = model.entities[entity].properties[place],
          !relationship.isToMany, let text = relationship.userInfo[key] ?? common,
          let count = Int(text)
        else { continue }
        relationship.minCount = count
        model.entities[entity].properties[place] = .relationship(relationship)
      }
    }
    return model
  }
}
