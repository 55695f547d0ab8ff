/// Writes the conditions of a model as source text.
package struct ConditionPrinter {
  private let printer: ModelPrinter

  /// Creates a printer for the conditions of a model.
  package init(_ model: ManagedObjectModel) { printer = ModelPrinter(model) }

  /// Returns the text of a condition on an entity's objects, in a fetch with
  /// the given parameters.
  package func text(
    _ predicate: ObjectPredicate, ofEntity name: String, parameters: [FetchTemplate.Parameter]
  ) -> String {
    let place = Scope.Place(
      parameters: parameters.expressionTypes, source: printer.reader.value.symbols.entities[name],
      allowsTransient: true)
    return printer.printer(.object(name), place).text(predicate)
  }

  /// Returns the text of a condition on an attribute's values.
  package func text(_ predicate: ObjectPredicate, of type: AttributeType) -> String {
    printer.printer(.attribute(type)).text(predicate)
  }

  /// Returns the text of an expression that is computed from an entity's objects.
  package func text(
    _ expression: ObjectExpression, ofEntity name: String, as type: AttributeType
  ) -> String {
    printer.printer(.object(name)).text(expression, expected: .attribute(type))
  }
}
