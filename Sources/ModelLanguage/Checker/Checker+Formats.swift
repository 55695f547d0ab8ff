internal import ModelPredicates
internal import ModelSchema

extension Checker {
  /// A condition in predicate format.
  struct Format {
    let predicate: ObjectPredicate
    let entityName: String
    let variables: [String: ValueType]
    let span: Span
  }

  /// Reports what conditions in predicate format name that the model has not.
  func checkFormats(in model: ManagedObjectModel) {
    for format in formats {
      guard let entity = model.entity(named: format.entityName) else { continue }
      let errors = format.predicate.errors(
        for: entity, in: model, variables: format.variables)
      for error in errors {
        report(.invalidExpression, error.message, at: format.span)
      }
    }
  }
}
