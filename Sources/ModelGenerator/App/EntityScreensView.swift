/// The values that the template for the screens of an entity receives.
struct EntityScreensView {
  let entity: EntityDescription
  let shape: ModelShape
  /// The name of the module that contains the model's classes.
  let module: String
  let source: String

  func value() throws(GenerationDiagnostic) -> TemplateValue {
    let hints = PresentationHints(entity: entity)
    let new = NewObjectView(entity: entity, shape: shape)
    let sample = try new.sample()
    var later: [String] = []
    let others = try FieldView(entity: entity, shape: shape).others()
    if !others.isEmpty { later.append("others: " + list(others)) }
    let searches = try SearchView(entity: entity, shape: shape).kinds()
    if !searches.isEmpty { later.append("searches: " + list(searches.map(\.code))) }
    if let tick = try hints.tick(of: entity, in: shape) {
      later.append("tick: \(SwiftLiteral.string(tick.name))")
      if let word = tick.word { later.append("tickWord: \(SwiftLiteral.string(word))") }
    }
    if let sample { later.append("sample: " + code(sample, after: "sample: ")) }
    if sample == nil, let name = new.promptedField {
      later.append("prompt: \(SwiftLiteral.string(name))")
    }
    if let maker = new.maker, owner == nil { later.append("make: " + code(maker, after: "make: ")) }
    let row = code(try RowView(entity: entity, shape: shape).closure(), after: "row: ")
    let fields = list(try FieldView(entity: entity, shape: shape).fields())
    return [
      "source": .text(source), "imports": .texts(imports(later + [row, fields])),
      "entity": .text(entity.name), "class": .text(shape.className(entity.name)),
      "constant": .text(shape.constant(of: entity)),
      "noun": .text(SwiftLiteral.string(hints.noun)),
      "plural": .text(hints.plural.map { ", plural: \(SwiftLiteral.string($0))" } ?? ""),
      "row": .text(row), "order": .text(try order()), "fields": .text(fields),
      "later": .texts(later),
    ]
  }

  /// The relationship to the object of which an object of this entity is a
  /// part; nil if there is none.
  private var owner: RelationshipDescription? {
    FieldView(entity: entity, shape: shape).owner
  }

  /// Returns the import lines for code that refers to classes. The screens
  /// re-export the runtime.
  private func imports(_ code: [String]) -> [String] {
    guard !module.isEmpty else { return ["public import ModelScreens"] }
    let modules = [("internal", module), ("public", "ModelScreens")].sorted { $0.1 < $1.1 }
    return modules.map { "\($0.0) import \($0.1)" }
      + ambiguousClasses(code).map { "internal import class \($0)" }
  }

  /// Returns the classes in the code whose names also occur in modules that
  /// screens import.
  private func ambiguousClasses(_ code: [String]) -> [String] {
    shape.model.entities.filter { other in
      let name = shape.className(other.name)
      let isNamed = code.contains { $0.contains("\(name)(") || $0.contains("\\\(name).") }
      return AmbiguousNames.contains(name) && (other.name == entity.name || isNamed)
    }.map { "\(module).\(shape.className($0.name))" }.sorted()
  }

  /// Returns the elements as an array literal, with each element on a line of
  /// its own.
  private func list(_ elements: [CodeLayout]) -> String {
    guard !elements.isEmpty else { return "[]" }
    let rows = elements.map {
      "      " + $0.text(indentation: 6, column: 6, trailing: 1)
    }
    return "[\n" + rows.joined(separator: ",\n") + (rows.count > 1 ? "," : "") + "\n    ]"
  }

  private func code(_ layout: CodeLayout, after label: String) -> String {
    layout.text(indentation: 4, column: 4 + label.count, trailing: 1)
  }

  private func order() throws(GenerationDiagnostic) -> String {
    var keys: [String] = []
    for (path, isAscending) in try sortKeys() {
      let found = try ScreenPath.ofText(path, from: entity, in: shape)
      let order =
        found.property.attribute?.type == .string
        ? (isAscending ? "alphabetical" : "reverseAlphabetical")
        : isAscending ? "ascending" : "descending"
      keys.append("$0.\(found.names.joined(separator: ".")).\(order)")
    }
    return keys.isEmpty ? "{ _ in [] }" : "{ [\(keys.joined(separator: ", "))] }"
  }

  private func sortKeys() throws(GenerationDiagnostic) -> [(path: String, isAscending: Bool)] {
    if let sort = PresentationHints(entity: entity).sort { return sort }
    let attributes = shape.properties(of: entity).compactMap(\.attribute).filter(\.isShownInRows)
    return RowView.title(of: attributes).map { [($0.name, true)] } ?? []
  }
}
