/// The Swift code of the function for a fetch template.
///
/// The function refers to the template by its name. The condition, the order
/// and the limits are in the entity's description, and are not repeated in the
/// code.
final class FetchText {
  private let template: FetchTemplate
  private let entity: EntityDescription
  private let shape: ModelShape
  /// The entity whose class has the function.
  private let owner: EntityDescription

  init(_ template: FetchTemplate, of entity: EntityDescription, in shape: ModelShape) {
    self.template = template
    self.entity = shape.entity(template.entityName) ?? entity
    self.shape = shape
    owner = entity
  }

  func view() throws(GenerationDiagnostic) -> FunctionTemplate {
    if let parameter = template.parameters.first(where: { !$0.type.isConstant }) {
      throw GenerationDiagnostic(
        place: "\(owner.name).\(template.title)",
        reason: .notSupported("a parameter of '\(SwiftType.name(of: parameter.type, in: shape))'"))
    }
    let context = Self.contextParameter(template.parameters.map(\.name))
    if let row = try FetchedRowTemplate(template, of: entity, in: shape) {
      return function(
        result: template.isList ? "[\(row.name)]" : template.isOneRow ? row.name : row.name + "?",
        context: context.declaration, body: rowsBody(row, context: context.name), row: row)
    }
    let (result, call) = resultAndCall()
    return function(
      result: result, context: context.declaration, body: body(call: call, context: context.name))
  }

  private func function(
    result: String, context: String, body: String, row: FetchedRowTemplate? = nil
  ) -> FunctionTemplate {
    let objects = template.parameters.compactMap(\.type.objectName)
    let head =
      shape.access(of: owner, towards: objects + [entity.name]).modifier
      + "static func \(SwiftName.declared(template.name))"
    return FunctionTemplate(
      docs: SwiftDocumentation.lines(template.documentation),
      signature: CodeLayout.signature(
        head, template.parameters.map(parameter) + [context],
        " throws -> \(result) {", indentation: 2),
      body: body,
      names: [template.name] + template.parameters.flatMap { [$0.name, $0.label ?? ""] }, row: row)
  }

  /// Returns the name and the declaration of the parameter for the context. Its
  /// name is different from those of all other parameters.
  static func contextParameter(_ others: [String]) -> (name: String, declaration: String) {
    let name = others.contains("context") ? "managedObjectContext" : "context"
    return (name, "in \(name): ManagedObjectContext")
  }

  private func resultAndCall() -> (String, String) {
    let className = shape.className(entity.name)
    switch template.result {
    case .objects: return ("[\(className)]", "fetch")
    case .first: return ("\(className)?", "first")
    case .count: return ("Int", "count")
    case .exists, .rows, .row: return ("Bool", "exists")
    }
  }

  private func parameter(_ parameter: FetchTemplate.Parameter) -> String {
    let name = SwiftName.escaped(parameter.name)
    let label: String
    switch parameter.label {
    case nil: label = "_ \(name)"
    case parameter.name?: label = name
    case let other?: label = "\(SwiftName.label(other)) \(name)"
    }
    let type = SwiftType.name(of: parameter.type, in: shape)
    return "\(label): \(type)" + (defaultText(of: parameter).map { " = \($0)" } ?? "")
  }

  private func defaultText(of parameter: FetchTemplate.Parameter) -> String? {
    guard let value = parameter.defaultValue else { return nil }
    return switch ExpressionType(parameter.type) {
    case .attribute(let type): SwiftConstant.text(value, as: type, in: shape)
    case .list(.attribute(let element)): SwiftConstant.text(value, as: .list(element), in: shape)
    case .unknown, .null, .object, .list, .toMany: SwiftConstant.text(value)
    }
  }
}

// MARK: - Bodies

extension FetchText {
  /// Returns the body of a function that passes a request to a context. If the
  /// function belongs to the class of the fetched objects, it requests objects
  /// of `Self`, so that a call on a subclass fetches objects of the subclass.
  private func body(call: String, context: String) -> String {
    let request =
      entity.name == owner.name
      ? CodeLayout.call("Self._template(", [.text(name)] + values)
      : .call(
        "FetchRequest<\(shape.className(entity.name))>(",
        [.text("template: \(name)"), .text("of: Self.self")] + values)
    return CodeLayout.call("try \(context).\(call)(", [request]).text(indentation: 4, column: 4)
  }

  private func rowsBody(_ row: FetchedRowTemplate, context: String) -> String {
    let arguments = [CodeLayout.text("of: Self.self"), .text(name)] + values
    let isOne = template.isOneRow && !template.isList
    if isOne {
      return CodeLayout.call("try \(row.name)(", [.call("\(context).row(", arguments)])
        .text(indentation: 4, column: 4)
    }
    // Calls after a call of several lines follow its closing bracket, which has a line
    // of its own.
    let rest = "\(template.isList ? "" : ".first").map(\(row.name).init)"
    let call = CodeLayout.call("try \(context).rows(", arguments, close: ")" + rest)
      .text(indentation: 4, column: 4)
    guard call.contains("\n") else { return call }
    return CodeLayout.call("try \(context).rows(", arguments, close: "")
      .text(indentation: 4, column: 200) + "\n    )" + rest
  }

  /// The literal by which the template is found: its name, or its title if
  /// several templates have the same name.
  private var name: String {
    // Fetches with the same name differ in their labels, which are part of the title.
    let isShared = owner.fetchTemplates.count { $0.name == template.name } > 1
    return SwiftLiteral.string(isShared ? template.title : template.name)
  }

  /// The dictionary of the parameters as constants, as an argument in Swift;
  /// empty if there are no parameters.
  private var values: [CodeLayout] {
    let pairs = template.parameters.map { parameter in
      CodeLayout.text(
        "\(SwiftLiteral.string(parameter.name)): \(Self.constant(parameter))")
    }
    return pairs.isEmpty ? [] : [.list(pairs)]
  }

  /// Returns the expression for a parameter as a constant of a predicate.
  private static func constant(_ parameter: FetchTemplate.Parameter) -> String {
    let name = SwiftName.escaped(parameter.name)
    let type = ExpressionType(parameter.type)
    if case .optional = parameter.type, let wrapped = compound("$0", of: type) {
      return "\(name).map { \(wrapped) } ?? .null"
    }
    return compound(name, of: type) ?? "\(name).constantValue"
  }

  /// Returns the expression for an object or a list as a constant; nil for
  /// other values, which are constants themselves.
  private static func compound(_ value: String, of type: ExpressionType) -> String? {
    switch type {
    case .object: ".objectID(\(value).objectID)"
    case .list(.object): ".list(\(value).map { .objectID($0.objectID) })"
    case .list, .attribute(.list): ".list(\(value).map(\\.constantValue))"
    case .unknown, .null, .attribute, .toMany: nil
    }
  }
}

extension ValueType {
  /// True if values of the type can be constants in conditions.
  fileprivate var isConstant: Bool {
    switch self {
    case .object: true
    case .attribute(.composite, _): false
    case .attribute(let type, _): type.isCompared
    case .list(let value), .optional(let value): value.isConstant
    }
  }

  /// The name of the entity of an object, or of the objects in a list; nil for
  /// other values.
  fileprivate var objectName: String? {
    switch self {
    case .attribute: nil
    case .object(let name): name
    case .list(let value), .optional(let value): value.objectName
    }
  }
}

extension FetchTemplate {
  /// True if the result is a list of rows.
  fileprivate var isList: Bool { if case .rows = result { true } else { false } }

  /// True if the result is always exactly one row, which combines the values of all
  /// objects.
  fileprivate var isOneRow: Bool {
    // Without groups, functions of all rows produce one row, even if there are no
    // objects.
    groupKeyPaths.isEmpty && havingPredicate == nil && limit == nil && offset == nil
      && selections.allSatisfy { selection in
        if case .function(let name, let arguments) = selection.expression {
          CollectionFunction(rawValue: name) != nil && arguments.count == 1
        } else {
          false
        }
      }
  }
}
