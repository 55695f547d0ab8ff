import ModelSchema

/// An enumeration as its template receives it.
struct EnumerationView {
  let enumeration: EnumerationDescription
  let shape: ModelShape

  var value: TemplateValue {
    [
      "docs": .texts(SwiftDocumentation.lines(enumeration.documentation)),
      "access": .text(shape.access.modifier), "name": .text(SwiftName.escaped(enumeration.name)),
      "rawType": .text(SwiftType.name(of: enumeration.rawType)),
      "cases": .list(enumeration.cases.map(caseValue)),
      "unknownCase": .optional(enumeration.unknownCase.map(SwiftName.escaped)),
      "lint": LintNote.value(types: [enumeration.name], members: enumeration.cases.map(\.name)),
    ]
  }

  private func caseValue(_ value: EnumerationDescription.Case) -> TemplateValue {
    [
      "docs": .texts(SwiftDocumentation.lines(value.documentation)),
      "declaration": .text(declaration(value)),
      "attributes": .texts(SwiftDeprecation.lines(value.deprecation, indentation: 2)),
    ]
  }

  /// The case; a text that is its name goes without saying.
  private func declaration(_ value: EnumerationDescription.Case) -> String {
    let name = SwiftName.escaped(value.name)
    if value.rawValue == .string(value.name) { return name }
    return "\(name) = \(SwiftConstant.text(value.rawValue))"
  }
}

/// A composite type as its template receives it.
struct CompositeView {
  let composite: CompositeDescription
  let shape: ModelShape

  var value: TemplateValue {
    let name = SwiftName.escaped(composite.name)
    return [
      "docs": .texts(SwiftDocumentation.lines(composite.documentation)),
      "access": .text(shape.access.modifier), "name": .text(name),
      "article": .text(SwiftName.article(composite.name)), "fields": .list(fields),
      "initializer": .text(initializer),
      "columnCount": .integer(SwiftType.columnCount(of: .composite(composite.name), in: shape)),
      "paths": .texts(composite.elements.map(path)),
      "lint": LintNote.value(types: [composite.name], members: composite.elements.map(\.name)),
      "memberLint": LintNote.value(members: composite.elements.map(\.name)),
    ]
  }

  private var elements: [AttributeShape] {
    composite.elements.map { AttributeShape(attribute: $0, shape: shape) }
  }

  private var fields: [TemplateValue] {
    var column = 0
    return elements.map { element in
      let position = column == 0 ? "first" : "first + \(column)"
      column += element.columnCount
      return [
        "docs": .texts(SwiftDocumentation.lines(element.attribute.documentation)),
        "name": .text(element.name), "own": .text(SwiftName.own(element.attribute.name)),
        "declaration": .text(element.declaration),
        "read": .text(element.read("row", column: position)),
        "write": .text(element.write(key: "key")),
      ]
    }
  }

  private var initializer: String {
    let parameters = elements.map { element in
      "\(element.name): \(element.type)" + (element.parameterDefault.map { " = \($0)" } ?? "")
    }
    return CodeLayout.signature(
      "\(shape.access.modifier)init", parameters, " {", indentation: 2)
  }

  private func path(_ element: AttributeDescription) -> String {
    let name = SwiftName.escaped(element.name)
    let type = PathText.type(of: element, in: shape)
    return
      "\(shape.access.modifier)var \(name): \(type) { self[\(SwiftLiteral.string(element.name))] }"
  }
}
