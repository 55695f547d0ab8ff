/// The Swift code for the screen and the command that create objects of an
/// entity.
struct NewObjectView {
  let entity: EntityDescription
  let shape: ModelShape

  private var className: String { shape.className(entity.name) }

  /// The properties for which the initialiser has parameters, in its order.
  private var parameters: [PropertyDescription] {
    shape.properties(of: entity).filter(\.isGivenAtStart)
  }

  /// The properties for which the initialiser has required parameters.
  var required: [PropertyDescription] {
    parameters.filter { property in
      switch property {
      case .attribute(let attribute):
        AttributeShape(attribute: attribute, shape: shape).parameterDefault == nil
      case .relationship(let relationship): !relationship.isOptional && !relationship.isToMany
      case .fetched: false
      }
    }
  }

  /// The properties for which the initialiser has required parameters that a
  /// user enters or chooses.
  var typed: [PropertyDescription] { required.filter { value(of: $0).hasPrefix("$1") } }

  /// The closure that creates an object from the values that a user has
  /// entered; nil if the application cannot create objects of the entity.
  var maker: CodeLayout? {
    guard !entity.isAbstract else { return nil }
    let required = required
    let arguments = ["in: $0"] + required.map { "\(label($0)): \(value(of: $0))" }
    let isTried = required.contains { value(of: $0).hasPrefix("$1") }
    let call = CodeLayout.call(
      "\(isTried ? "try " : "")\(className)(", arguments.map(CodeLayout.text))
    return .closure(isTried ? "{ " : "{ context, _ in", isTried ? call : untried(arguments))
  }

  private func untried(_ arguments: [String]) -> CodeLayout {
    .call(
      "\(className)(", (["in: context"] + arguments.dropFirst()).map(CodeLayout.text))
  }

  private func label(_ property: PropertyDescription) -> String { SwiftName.label(property.name) }

  private func value(of property: PropertyDescription) -> String {
    let name = SwiftLiteral.string(property.name)
    guard let attribute = property.attribute else { return "$1.object(\(name))" }
    switch attribute.type {
    case .enumeration: return "$1.choice(\(name))"
    case .date where PresentationHints.hasTime(attribute): return "$1.time(\(name))"
    case .boolean, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .uuid, .url:
      return "$1.value(\(name))"
    case .data, .json, .composite, .list, .codable, .transformable, .undefined:
      return SwiftType.blank(of: attribute.type, in: shape)
    }
  }

  /// The name of the property whose value is the only one that a new object
  /// needs, if it is a string; otherwise nil.
  var promptedField: String? {
    guard !entity.isAbstract, required.count == 1, let attribute = required[0].attribute,
      attribute.type == .string
    else { return nil }
    return attribute.name
  }

  // MARK: Sample objects

  /// Returns the closure that creates an object with the sample values of the model;
  /// nil if the model declares no sample values.
  func sample() throws(GenerationDiagnostic) -> CodeLayout? {
    guard let values = PresentationHints(entity: entity).sample else { return nil }
    return .closure("{ ", try call(values))
  }

  private func call(_ values: [(path: [String], value: String)]) throws(GenerationDiagnostic)
    -> CodeLayout
  {
    var arguments: [CodeLayout] = [.text("in: $0")]
    for property in parameters {
      let own = values.filter { $0.path.first == property.name }
      guard !own.isEmpty else {
        guard !required.contains(property) else { throw diagnostic(property.name) }
        continue
      }
      arguments.append(.prefixed("\(label(property)): ", try argument(property, own)))
    }
    let names = Set(parameters.map(\.name))
    for value in values where !names.contains(value.path.first ?? "") {
      throw diagnostic(value.path.joined(separator: "."))
    }
    return .call("\(className)(", arguments)
  }

  private func argument(
    _ property: PropertyDescription, _ values: [(path: [String], value: String)]
  ) throws(GenerationDiagnostic) -> CodeLayout {
    if let relationship = property.relationship, !relationship.isToMany,
      let destination = shape.entity(relationship.destinationName),
      values.allSatisfy({ $0.path.count > 1 })
    {
      return try NewObjectView(entity: destination, shape: shape)
        .call(values.map { (Array($0.path.dropFirst()), $0.value) })
    }
    guard let attribute = property.attribute, values.count == 1, values[0].path.count == 1,
      let literal = literal(values[0].value, attribute)
    else {
      throw GenerationDiagnostic(
        place: "\(entity.name) @info",
        reason: .wrongHint(
          "ui.new", values.map { "\($0.path.joined(separator: "."))=\($0.value)" }.joined(),
          wanted: "values that new objects can have"))
    }
    return .text(literal)
  }

  private func diagnostic(_ path: String) -> GenerationDiagnostic {
    GenerationDiagnostic(place: "\(entity.name) @info", reason: .unknownPath(path))
  }

  private func literal(_ value: String, _ attribute: AttributeDescription) -> String? {
    switch attribute.type {
    case .string: SwiftLiteral.string(value)
    case .boolean: ["yes": "true", "true": "true", "no": "false", "false": "false"][value]
    case .int16: Int16(value).map { "\($0)" }
    case .int32: Int32(value).map { "\($0)" }
    case .int64: Int64(value).map { "\($0)" }
    case .float, .double, .decimal: Double(value).flatMap { $0.isFinite ? "\($0)" : nil }
    case .date where value == "now":
      PresentationHints.hasTime(attribute) ? "Date()" : "ScreenDate.today"
    case .date: nil
    case .uuid: value == "uuid" ? "UUID()" : nil
    case .enumeration(let name, _):
      shape.enumeration(name)?.cases.first { $0.name == value }
        .map { SwiftName.enumerationCase($0.name, of: name) }
    default: nil
    }
  }
}
