/// The examples of an entity's commands for an application's README.
struct CommandExamples {
  let entity: EntityDescription
  let shape: ModelShape
  /// True if the commands apply to this entity when no entity is named.
  let isFirst: Bool

  func value() throws(GenerationDiagnostic) -> TemplateValue {
    let hints = PresentationHints(entity: entity)
    let plural = hints.plural ?? hints.noun + "s"
    let word = plural.lowercased().map { $0 == " " ? "-" : String($0) }.joined()
    let searches = try SearchView(entity: entity, shape: shape).kinds().map { kind in
      let isOne = kind.operand.allSatisfy(\.isLetter)
      let words = kind.operand.isEmpty ? "" : isOne ? " \(kind.operand)" : " '\(kind.operand)'"
      return ["option": .text("--\(kind.name)\(words)"), "title": .text(kind.title)]
        as TemplateValue
    }
    return [
      "prefix": .text(isFirst ? "" : word + " "), "plural": .text(plural),
      "documentation": .optional(entity.documentation), "add": .optional(add),
      "hasSearches": .boolean(!searches.isEmpty), "searches": .list(searches),
    ]
  }

  /// An example such as `add NAME due=VALUE`; nil if the application cannot create
  /// objects of the entity.
  private var add: String? {
    guard !entity.isAbstract else { return nil }
    let texts = shape.properties(of: entity).compactMap(\.attribute)
      .filter { $0.type == .string && $0.derivation == nil }
    let name = RowView.title(of: texts)?.name
    let others = NewObjectView(entity: entity, shape: shape).typed.map(\.name)
      .filter { $0 != name }
    let words = [name.map { $0.uppercased() }].compactMap { $0 } + others.map { "\($0)=VALUE" }
    return (["add"] + (words.isEmpty ? ["FIELD=VALUE..."] : words)).joined(separator: " ")
  }
}
