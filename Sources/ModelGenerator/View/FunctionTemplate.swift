/// The values that templates receive for a function of a class, which is a
/// finder of a unique key, or a fetch.
struct FunctionTemplate: TemplateRecord {
  let docs: [String]
  /// The function's declaration, up to and including the opening brace.
  let signature: String
  /// The only statement in the body.
  let body: String
  /// The names of the function's parameters.
  let names: [String]
  /// The struct of the rows that the function returns; nil for other results.
  var row: FetchedRowTemplate?
  /// True if another function precedes it.
  var isLater = false
}

extension FunctionTemplate {
  /// Returns the functions of an entity's class, which are its finders,
  /// followed by its fetches.
  static func all(
    of entity: EntityDescription, in shape: ModelShape
  ) throws(GenerationDiagnostic) -> [FunctionTemplate] {
    var functions: [FunctionTemplate] = []
    let lineage = shape.lineage(of: entity)
    // A static function in an extension cannot be overridden, so the function of the
    // parent is used.
    let inherited = lineage.dropLast().flatMap(\.allUniquenessConstraints).map(\.keyPaths)
    for constraint in entity.allUniquenessConstraints {
      guard !inherited.contains(constraint.keyPaths) else { continue }
      let finder = FinderText(constraint: constraint, entity: entity, shape: shape)
      guard finder.isCompared else { continue }
      // A fetch with the same name and labels replaces the finder.
      guard !lineage.contains(where: { $0.fetchTemplates.contains(where: finder.isCalledLike) })
      else { continue }
      let view = finder.view
      // A repeated constraint gets only one finder.
      if !functions.contains(where: { $0.signature == view.signature }) { functions.append(view) }
    }
    for template in entity.fetchTemplates {
      functions.append(try FetchText(template, of: entity, in: shape).view())
    }
    for index in functions.indices.dropFirst() { functions[index].isLater = true }
    return functions
  }
}

/// The Swift code of the finder for a uniqueness constraint.
private struct FinderText {
  let constraint: UniquenessConstraint
  let entity: EntityDescription
  let shape: ModelShape

  var view: FunctionTemplate {
    // An inherited finder returns objects of the subentity.
    let result = shape.hasSubentities(entity) ? "Self" : shape.className(entity.name)
    let parameters = zip(constraint.parameterNames, constraint.keyPaths).map { parameter($0, $1) }
    let context = FetchText.contextParameter(parameters.map(\.name))
    let objects = constraint.keyPaths.compactMap {
      shape.property($0, of: entity)?.relationship?.destinationName
    }
    let head = shape.access(of: entity, towards: objects).modifier + "static func find"
    return FunctionTemplate(
      docs: SwiftDocumentation.lines(documentation),
      signature: CodeLayout.signature(
        head, parameters.map { "\($0.name): \($0.type)" } + [context.declaration],
        " throws -> \(result)? {", indentation: 2),
      body: body(parameters, context: context.name), names: parameters.map(\.name))
  }

  /// True if conditions can compare the values of all keys in the constraint.
  var isCompared: Bool {
    constraint.keyPaths.allSatisfy { attribute($0)?.type.isCompared != false }
  }

  /// Returns whether a fetch has the same name and the same labels as the
  /// finder.
  func isCalledLike(_ template: FetchTemplate) -> Bool {
    template.title == "find(\(constraint.parameterNames.map { $0 + ":" }.joined()))"
  }

  private var documentation: String {
    let names = constraint.keyPaths.map { "`\($0)`" }
    return names.count == 1
      ? "The object whose \(names[0]) is this one, or nil."
      : "The object whose \(names.joined(separator: " and ")) are these, or nil."
  }

  private func body(_ parameters: [Parameter], context: String) -> String {
    if let lookup = lookup(parameters, context: context) { return lookup }
    let conditions = parameters.map { CodeLayout.text("$0.\($0.path) == \($0.name)") }
    return CodeLayout.call(
      "try \(context).first(",
      [.call("Self.where { ", [.chain(conditions, operator: "&&")], close: " }")]
    ).text(indentation: 4, column: 4)
  }

  /// Returns the call that finds an object by a single attribute through an
  /// index; nil for other keys, for which a request is needed.
  private func lookup(_ parameters: [Parameter], context: String) -> String? {
    // Only a single attribute can be looked up by its index. Several keys, elements of
    // composites and lists need a condition.
    guard let parameter = parameters.first, parameters.count == 1,
      case .attribute(let attribute) = shape.property(parameter.path, of: entity)
    else { return nil }
    if case .list = attribute.type { return nil }
    let name = SwiftName.escaped(attribute.name)
    return CodeLayout.call(
      "try \(context)._find(", ["Self.self", "Key.\(name)", parameter.name].map { .text($0) }
    ).text(indentation: 4, column: 4)
  }

  private struct Parameter {
    let name: String
    let type: String
    let path: String
  }

  private func parameter(_ name: String, _ keyPath: String) -> Parameter {
    let names = keyPath.split(separator: ".").map(String.init)
    return Parameter(
      name: SwiftName.escaped(name), type: type(keyPath),
      path: names.map(SwiftName.escaped).joined(separator: "."))
  }

  /// Returns the Swift type of the value at the end of a key path, without a
  /// question mark.
  private func type(_ keyPath: String) -> String {
    if let relationship = shape.property(keyPath, of: entity)?.relationship {
      return shape.className(relationship.destinationName)
    }
    return attribute(keyPath).map { AttributeShape(attribute: $0, shape: shape).baseType }
      ?? "Never"
  }

  /// Returns the attribute, or the element of a composite, at the end of a key
  /// path; nil for a relationship.
  private func attribute(_ keyPath: String) -> AttributeDescription? {
    let names = keyPath.split(separator: ".").map(String.init)
    let first = names.first.flatMap { shape.property($0, of: entity)?.attribute }
    return names.dropFirst().reduce(first) { current, name in
      guard case .composite(let composite)? = current?.type else { return nil }
      return shape.composite(composite)?.elements.first { $0.name == name }
    }
  }
}
