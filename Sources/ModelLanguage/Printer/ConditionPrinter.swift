/// The conditions of a model as its text has them.
package struct ConditionPrinter {
  private let printer: ModelPrinter

  /// Makes a printer of the conditions of a model.
  package init(_ model: ManagedObjectModel) { printer = ModelPrinter(model) }

  /// A condition on the objects of an entity, in a fetch with parameters.
  package func text(
    _ predicate: ObjectPredicate, ofEntity name: String, parameters: [FetchTemplate.Parameter]
  ) -> String {
    var place = Scope.Place()
    place.allowsTransient = true
    place.parameters = Dictionary(first: parameters.map { ($0.name, ExpressionType($0.type)) })
    place.source = printer.reader.value.symbols.entities[name]
    return printer.printer(.object(name), place).text(predicate)
  }

  /// A condition on the values of an attribute.
  package func text(_ predicate: ObjectPredicate, of type: AttributeType) -> String {
    printer.printer(.attribute(type)).text(predicate)
  }

  /// A value that is computed of the objects of an entity.
  package func text(
    _ expression: ObjectExpression, ofEntity name: String, as type: AttributeType
  ) -> String {
    printer.printer(.object(name)).text(expression, expected: .attribute(type))
  }
}
