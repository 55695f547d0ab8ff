/// Reads printed expressions in the same way as the text of a model.
///
/// The printer has no rules of its own: it uses the first form of an expression
/// that reads back as the same expression. The reader is the checker itself, which
/// uses the declarations of the model without their expressions.
final class ExpressionReader {
  let symbols: SymbolTable
  /// The syntax of the strings read so far, or nil for a string that is not an
  /// expression. Different forms contain the same pieces, and a piece is read
  /// with several expected types.
  private var syntaxes: [String: Expression?] = [:]

  init(_ model: ManagedObjectModel) {
    let text = SourceText(SourceFile(path: "", text: ModelPrinter(model.declarations).text))
    var parser = Parser(text, file: 0, diagnostics: SourceDiagnostics())
    symbols = SymbolTable([parser.parseFile()], diagnostics: SourceDiagnostics())
    _ = ModelCheck(symbols: symbols).run()
  }

  /// Returns the value of a string with its type, or nil if the string causes
  /// diagnostics.
  func value(_ text: String, in scope: Scope, expected: ExpressionType = .unknown) -> Lowered? {
    read(text) { symbols.expressions.value($0, in: scope, expected: expected) }
  }

  /// Returns the condition in a string, or nil if the string causes
  /// diagnostics.
  func predicate(_ text: String, in scope: Scope) -> ObjectPredicate? {
    read(text) { symbols.expressions.predicate($0, in: scope) }
  }

  /// Returns the constant in a string that is a default value or a bound, or
  /// nil if the string is not a constant of the type.
  func constant(_ text: String, of type: AttributeType) -> ConstantValue? {
    read(text) { syntax in
      let reading = ConstantReading(type: type).value(of: syntax, in: symbols)
      if case .value(let value) = reading { return value }
      return nil
    }
  }

  private func read<Meaning>(_ text: String, _ meaning: (Expression) -> Meaning?) -> Meaning? {
    guard let syntax = syntax(of: text) else { return nil }
    let count = symbols.diagnostics.all.count
    let result = meaning(syntax)
    return symbols.diagnostics.all.count == count ? result : nil
  }

  private func syntax(of text: String) -> Expression? {
    if let syntax = syntaxes[text] { return syntax }
    let diagnostics = SourceDiagnostics()
    var parser = Parser(
      SourceText(SourceFile(path: "", text: text)), file: 0, diagnostics: diagnostics)
    let expression = try? parser.expression()
    let isWhole = parser.kind == .endOfFile && diagnostics.all.isEmpty
    let syntax = isWhole ? expression : nil
    syntaxes[text] = .some(syntax)
    return syntax
  }
}

extension ManagedObjectModel {
  /// The model without the parts that contain expressions.
  fileprivate var declarations: ManagedObjectModel {
    var model = ManagedObjectModel(name: name, version: version)
    model.typeAliases = typeAliases.map { TypeAliasDescription(name: $0.name, type: $0.type) }
    model.enumerations = enumerations
    model.composites = composites.map { composite in
      CompositeDescription(
        name: composite.name, elements: composite.elements.map(\.declaration))
    }
    model.entities = entities.map { entity in
      EntityDescription(
        name: entity.name, isAbstract: entity.isAbstract, parentName: entity.parentName,
        properties: entity.properties.compactMap(\.declaration))
    }
    return model
  }
}

extension PropertyDescription {
  fileprivate var declaration: PropertyDescription? {
    switch self {
    case .attribute(let attribute): .attribute(attribute.declaration)
    case .relationship: self
    case .fetched: nil
    }
  }
}

extension AttributeDescription {
  fileprivate var declaration: AttributeDescription {
    AttributeDescription(
      name: name, type: type, isOptional: isOptional, isTransient: isTransient)
  }
}
