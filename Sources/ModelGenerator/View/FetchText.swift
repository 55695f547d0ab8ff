/// A fetch template as a function of its class.
final class FetchText {
  private let template: FetchTemplate
  private let entity: EntityDescription
  private let shape: ModelShape
  private let builder: BuilderText
  /// The class that has the function.
  private let owner: EntityDescription

  init(_ template: FetchTemplate, of entity: EntityDescription, in shape: ModelShape) {
    self.template = template
    self.entity = shape.entity(template.entityName) ?? entity
    self.shape = shape
    builder = BuilderText(
      shape: shape,
      parameters: Dictionary(first: template.parameters.map { ($0.name, $0) }))
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
    let body =
      isNamed
      ? namedBody(call: call, context: context.name) : body(call: call, context: context.name)
    return function(result: result, context: context.declaration, body: body)
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

  /// The parameter that takes the context, under a name that is free.
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

extension FetchText {
  /// The call, with the request's parts on lines of their own if it is too wide for
  /// one.
  private func body(call: String, context: String) -> String {
    let base = condition()
    let parts = modifiers()
    let flat = "try \(context).\(call)(\(base.flat + parts.joined()))"
    if flat.count + 4 <= CodeLayout.width { return flat }
    let first = base.text(indentation: 6, column: 6, trailing: parts.isEmpty ? 1 : 0)
    // The parts that follow a bracket on its own line have the same indentation.
    let isBroken = first.contains("\n")
    let space = CodeLayout.space(isBroken ? 6 : 8)
    let rest = parts.map { "\n" + space + $0 }.joined()
    let closesBeneath = isBroken && first.hasSuffix(")") && !parts.isEmpty
    let head = closesBeneath ? first.dropLast() + "\n\(space))" : first[...]
    return "try \(context).\(call)(\n      \(head)\(rest))"
  }

  private func condition() -> CodeLayout {
    guard let predicate = template.predicate else { return .text("\(requested).all") }
    do {
      return try typed(predicate)
    } catch {
      // Not every predicate has a form in the typed builder.
      return value(predicate)
    }
  }

  /// The type that is fetched: `Self`, so that a call on a subclass fetches objects of
  /// the subclass. It is the class itself if the function belongs to another class, or
  /// if an object of the class is compared, since no such object has the type `Self`.
  private var requested: String {
    let hasObject = template.parameters.contains { parameter in
      switch parameter.type {
      case .object, .optional(.object), .list(.object): true
      case .attribute, .list, .optional: false
      }
    }
    return hasObject || entity.name != owner.name ? shape.className(entity.name) : "Self"
  }

  /// The condition in the form of the typed builder.
  private func typed(_ predicate: ObjectPredicate) throws(BuilderText.Wordless) -> CodeLayout {
    let needsName = predicate.needsNamedObject
    let scope = BuilderText.Scope(object: needsName ? objectName : "$0", entity: entity)
    let layout = try builder.condition(predicate, in: scope)
    // A condition of only constants does not use its object.
    let head = needsName ? "\(objectName) in" : layout.flat.contains("$0") ? "" : "_ in"
    return .closure("\(requested).where { " + head, layout)
  }

  /// The condition as a value, if the builder cannot express it.
  private func value(_ predicate: ObjectPredicate) -> CodeLayout {
    let literal = PredicateLiteral(parameters: builder.parameters.mapValues(Self.constant))
    return .call("FetchRequest<\(shape.className(entity.name))>(", [literal.predicate(predicate)])
  }

  /// A parameter as a constant of a predicate.
  private static func constant(_ parameter: FetchTemplate.Parameter) -> String {
    let name = SwiftName.escaped(parameter.name)
    let type = ExpressionType(parameter.type)
    if parameter.type.isOptional, let wrapped = compound("$0", of: type) {
      return "\(name).map { \(wrapped) } ?? .null"
    }
    return compound(name, of: type) ?? "\(name).constantValue"
  }

  /// An object or a list as a constant; nil for values, which have constants of their
  /// own.
  private static func compound(_ value: String, of type: ExpressionType) -> String? {
    switch type {
    case .object: ".objectID(\(value).objectID)"
    case .list(.object): ".list(\(value).map { .objectID($0.objectID) })"
    case .list, .attribute(.list): ".list(\(value).map(\\.constantValue))"
    case .unknown, .null, .attribute, .toMany: nil
    }
  }

  /// The closure's name for its object if it cannot be `$0`.
  private var objectName: String {
    var name = "object"
    while builder.parameters[name] != nil { name += "_" }
    return name
  }

  private func modifiers() -> [String] {
    var parts: [String] = []
    if !template.sortKeys.isEmpty {
      parts.append(".sorted { [\(template.sortKeys.map(sortKey).joined(separator: ", "))] }")
    }
    if !template.prefetchedKeyPaths.isEmpty {
      let paths = template.prefetchedKeyPaths.map { "$0.\(escaped($0)).path" }
      parts.append(".prefetching { [\(paths.joined(separator: ", "))] }")
    }
    if let offset = template.offset { parts.append(".offset(\(number(offset)))") }
    if let limit = template.limit { parts.append(".limit(\(number(limit)))") }
    return parts
  }

  /// A number of objects: a constant, or a parameter.
  private func number(_ expression: ObjectExpression) -> String {
    switch expression {
    case .constant(.integer(let value)): return String(value)
    case .variable(let name): return "Int(\(SwiftName.escaped(name)))"
    case .constant, .evaluatedObject, .keyPath, .element, .function, .aggregate, .set, .subquery,
      .conditional, .cast:
      return "nil"
    }
  }

  private func sortKey(_ key: SortKey) -> String {
    let path = key.keyPath.map(SwiftName.escaped).joined(separator: ".")
    // A rank is a complete sort key, which puts the best match first.
    if key.keyPath.count == 2, key.keyPath[1] == FullTextIndexDescription.rank, key.isAscending,
      shape.model.fullTextIndex(key.keyPath[0], of: entity) != nil
    {
      return "$0.\(path)"
    }
    let word = key.isAscending ? "ascending" : "descending"
    let options = key.options.names
    return "$0.\(path).\(word)" + (options.isEmpty ? "" : "(\(options.joined(separator: ", ")))")
  }

  private func escaped(_ keyPath: String) -> String {
    keyPath.split(separator: ".").map { SwiftName.escaped(String($0)) }.joined(separator: ".")
  }
}

// MARK: - By the template's name

extension FetchText {
  /// True if the request names the template in the entity's description, because the
  /// template's content has no other form in Swift.
  private var isNamed: Bool {
    template.predicateFormat != nil
      || [template.limit, template.offset].contains { count in
        switch count {
        case nil, .constant(.integer): false
        // A parameter that is nil means no limit, which is not a number in Swift.
        case .variable(let name): builder.parameters[name]?.type.isOptional == true
        case .constant, .evaluatedObject, .keyPath, .element, .function, .aggregate, .set,
          .subquery, .conditional, .cast:
          true
        }
      }
  }

  private func namedBody(call: String, context: String) -> String {
    let request = CodeLayout.call(
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
    // Calls behind a call of several lines follow its closing bracket, which is on a
    // line of its own.
    let rest = "\(template.isList ? "" : ".first").map(\(row.name).init)"
    let call = CodeLayout.call("try \(context).rows(", arguments, close: ")" + rest)
      .text(indentation: 4, column: 4)
    guard call.contains("\n") else { return call }
    return CodeLayout.call("try \(context).rows(", arguments, close: "")
      .text(indentation: 4, column: 200) + "\n    )" + rest
  }

  /// The template's name, or its title if several templates share the name.
  private var name: String {
    // Fetches of one name differ by their labels, which the title has.
    let isShared = owner.fetchTemplates.count { $0.name == template.name } > 1
    return SwiftLiteral.string(isShared ? template.title : template.name)
  }

  /// The parameters as a dictionary of constants.
  private var values: [CodeLayout] {
    let pairs = template.parameters.map { parameter in
      CodeLayout.text(
        "\(SwiftLiteral.string(parameter.name)): \(Self.constant(parameter))")
    }
    return pairs.isEmpty ? [] : [.list(pairs)]
  }
}

extension ValueType {
  /// True if conditions have constants of the type.
  fileprivate var isConstant: Bool {
    switch self {
    case .object: true
    case .attribute(.composite, _): false
    case .attribute(let type, _): type.isCompared
    case .list(let value), .optional(let value): value.isConstant
    }
  }

  /// The entity of an object type or of a list of objects; nil for values.
  fileprivate var objectName: String? {
    switch self {
    case .attribute: nil
    case .object(let name): name
    case .list(let value), .optional(let value): value.objectName
    }
  }
}

extension FetchTemplate {
  /// True if the result is any number of rows.
  fileprivate var isList: Bool { if case .rows = result { true } else { false } }

  /// True if the result is exactly one row, whatever the store holds: values of all
  /// objects together.
  fileprivate var isOneRow: Bool {
    // Without groups, functions of all rows give one row, even of none.
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
