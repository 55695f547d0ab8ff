extension DataModelImporter {
  /// Checks derivations and conditions against their entities, since an unknown name
  /// would fail when the condition is used.
  func checkConditions() {
    for index in model.entities.indices {
      for position in model.entities[index].properties.indices {
        checkProperty(position, of: index)
      }
      for position in model.entities[index].fetchTemplates.indices {
        let template = model.entities[index].fetchTemplates[position]
        let types = Dictionary(first: template.parameters.map { ($0.name, $0.type) })
        guard let error = error(of: template, types),
          let element = fetchElement(template.name, of: template.entityName)
        else { continue }
        keepAsText(
          element, &model.entities[index].fetchTemplates[position], template.name, error.message)
        model.entities[index].fetchTemplates[position].parameters = []
      }
    }
  }

  /// Returns the element of a fetch request template, or nil if there is none.
  func fetchElement(_ name: String, of entity: String?) -> XMLElementNode? {
    fetchElements[FetchKey(name: name, entity: entity ?? "")]
  }

  private func checkProperty(_ position: Int, of index: Int) {
    let entity = model.entities[index]
    guard
      let original = entitiesByName[entity.name]?.properties.first(where: {
        $0.name == entity.properties[position].name
      })
    else { return }
    switch entity.properties[position] {
    case .attribute(var attribute):
      guard let derivation = attribute.derivation,
        let error = derivation.errors(for: entity, in: model).first
      else { return }
      attribute.derivation = nil
      model.entities[index].properties[position] = .attribute(attribute)
      warnDerivation(original, error)
    case .fetched(var fetched):
      let types = [Self.sourceVariable.own: ValueType.object(entity.name)]
      guard let error = error(of: fetched.request, types),
        let request = original.element.children("fetchRequest").first
      else { return }
      keepAsText(request, &fetched.request, original.title, error.message)
      model.entities[index].properties[position] = .fetched(fetched)
    case .relationship: break
    }
  }

  private func error(
    of template: FetchTemplate, _ variables: [String: ValueType]
  ) -> ObjectPredicateError? {
    guard let predicate = template.predicate,
      let index = entityIndexes[template.entityName]
    else { return nil }
    return predicate.errors(for: model.entities[index], in: model, variables: variables).first
  }

  /// Warns about a derivation that is ignored.
  func warnDerivation(_ property: ImportedProperty, _ error: ObjectPredicateError) {
    diagnostics.warn(
      .derivation,
      "the derivation of '\(property.title)' cannot be read: \(error.message); it is a plain "
        + "attribute here", at: property.element.place(of: "derivationExpression"))
  }
}

extension ObjectExpression {
  /// Returns the expression with the operator of an aggregate moved: data models
  /// derive from `items.price.@sum`, while predicates use `items.@sum.price`.
  func movingAggregate(behind: Bool) -> ObjectExpression {
    guard case .keyPath(var names, of: let base) = self,
      let index = names.firstIndex(where: { $0.hasPrefix("@") }), names.count > 2
    else { return self }
    if behind {
      guard index == names.count - 2 else { return self }
      names.swapAt(index, index + 1)
    } else {
      guard index == names.count - 1 else { return self }
      names.swapAt(index, index - 1)
    }
    return .keyPath(names, of: base)
  }
}
