/// Resolves the expressions of derived attributes.
struct DerivationPass: CheckPass {
  let symbols: SymbolTable

  func run() {
    for property in symbols.entityList.flatMap(\.properties) {
      guard let syntax = property.syntax, syntax.kind == .derived,
        case .attribute(var attribute) = property.kind
      else { continue }
      attribute.derivation = derivation(of: attribute, syntax, in: property.owner)
      property.kind = .attribute(attribute)
    }
    refuseDerivationCircles()
  }

  private func derivation(
    of attribute: AttributeDescription, _ syntax: PropertySyntax, in entity: EntitySymbol
  ) -> ObjectExpression? {
    guard let expression = syntax.value else {
      return refuse(
        .derivation, "'\(attribute.name)' has to say what it is derived from: '= items.count'",
        at: syntax.name.span)
    }
    let type = ExpressionType.attribute(attribute.type)
    guard let value = expressions.value(expression, in: Scope(entity), expected: type) else {
      return nil
    }
    if let entity = value.type.manyEntity {
      expressions.reportCollection(expression, of: entity)
      return nil
    }
    guard expressions.areComparable(value.type, type) else {
      return refuse(
        .derivation,
        "'\(attribute.name)' is '\(attribute.type.text)', but its derivation is "
          + "'\(value.type.text)'", at: expression.span)
    }
    return value.expression
  }
}
