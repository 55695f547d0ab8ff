/// The values that the template `swift-types` receives for a type alias.
struct AliasTemplate: TemplateRecord {
  let docs: [String]
  let access: String
  let name: String
  let type: String
  let lint: String?

  init(_ alias: TypeAliasDescription, in shape: ModelShape) {
    docs = SwiftDocumentation.lines(alias.documentation)
    access = shape.typeAccess.modifier
    name = SwiftName.type(alias.name)
    type = SwiftType.name(of: alias.type)
    lint = LintNote.line(types: [alias.name])
  }
}

/// The values that the template `swift-enumeration` receives for an
/// enumeration.
struct EnumerationTemplate: TemplateRecord {
  let docs: [String]
  let access: String
  let name: String
  let rawType: String
  let cases: [Case]
  /// The case that represents unknown values, with its dot; nil if there is
  /// none.
  let unknownCase: String?
  let lint: String?

  struct Case: TemplateRecord {
    let docs: [String]
    /// The declaration of the case, without its raw value if this is the same
    /// as its name.
    let declaration: String
    /// The lines of Swift attributes before the case.
    let attributes: [String]

    init(_ value: EnumerationDescription.Case) {
      docs = SwiftDocumentation.lines(value.documentation)
      attributes = SwiftDeprecation.lines(value.deprecation, indentation: 2)
      let name = SwiftName.escaped(value.name)
      declaration =
        value.rawValue == .string(value.name)
        ? name : "\(name) = \(SwiftConstant.text(value.rawValue))"
    }
  }

  init(_ enumeration: EnumerationDescription, in shape: ModelShape) {
    docs = SwiftDocumentation.lines(enumeration.documentation)
    access = shape.typeAccess.modifier
    name = SwiftName.type(enumeration.name)
    rawType = SwiftType.name(of: enumeration.rawType)
    cases = enumeration.cases.map(Case.init)
    unknownCase = enumeration.unknownCase.map {
      SwiftName.enumerationCase($0, of: enumeration.name)
    }
    lint = LintNote.line(types: [enumeration.name], members: enumeration.cases.map(\.name))
  }
}

/// The values that the template `swift-composite` receives for a composite
/// type.
struct CompositeTemplate: TemplateRecord {
  let docs: [String]
  let access: String
  let name: String
  /// The indefinite article for the name of the type, `a` or `an`.
  let article: String
  let fields: [Field]
  /// The declaration of the memberwise initialiser, up to and including the opening
  /// brace.
  let initializer: String
  let columnCount: Int
  /// The declarations of the members of `CompositePaths`.
  let paths: [String]
  let lint: String?
  let memberLint: String?

  /// An element of the composite, which is a property of the struct.
  struct Field: TemplateRecord {
    let docs: [String]
    let name: String
    /// The name of the property within functions of the struct itself.
    let own: String
    let declaration: String
    /// The code that reads the value from a row.
    let read: String
    /// The code that writes the value to a row.
    let write: String
  }

  init(_ composite: CompositeDescription, in shape: ModelShape) {
    let elements = composite.elements.map { AttributeShape(attribute: $0, shape: shape) }
    let access = shape.typeAccess.modifier
    self.access = access
    docs = SwiftDocumentation.lines(composite.documentation)
    name = SwiftName.type(composite.name)
    article = SwiftName.article(composite.name)
    fields = Self.fields(elements)
    initializer = Self.initializer(elements, access)
    columnCount = SwiftType.columnCount(of: .composite(composite.name), in: shape)
    paths = composite.elements.map { element in
      let type = PathText.type(of: element, in: shape)
      let name = SwiftName.escaped(element.name)
      return "\(access)var \(name): \(type) { self[\(SwiftLiteral.string(element.name))] }"
    }
    lint = LintNote.line(types: [composite.name], members: composite.elements.map(\.name))
    memberLint = LintNote.line(members: composite.elements.map(\.name))
  }

  private static func fields(_ elements: [AttributeShape]) -> [Field] {
    var column = 0
    return elements.map { element in
      let position = column == 0 ? "first" : "first + \(column)"
      column += element.columnCount
      return Field(
        docs: SwiftDocumentation.lines(element.attribute.documentation), name: element.name,
        own: SwiftName.own(element.attribute.name), declaration: element.declaration,
        read: element.read("row", column: position), write: element.write(key: "key"))
    }
  }

  private static func initializer(_ elements: [AttributeShape], _ access: String) -> String {
    let parameters = elements.map { element in
      "\(element.name): \(element.type)" + (element.parameterDefault.map { " = \($0)" } ?? "")
    }
    return CodeLayout.signature("\(access)init", parameters, " {", indentation: 2)
  }
}
