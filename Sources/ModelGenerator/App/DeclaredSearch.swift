/// The Swift code for a `fetch` of a model that is shown as a way to search.
struct DeclaredSearch {
  /// The declaration, by its name in the model.
  let place: String
  /// The way to search that the `fetch` declares.
  let kind: SearchView.Kind

  /// Reads the declaration of a fetch. The initialiser returns nil if it is not
  /// a search, because its results are not objects of the entity, because a
  /// parameter is an object, because it has a limit, or because of
  /// `@info("ui.search": "no")`.
  ///
  /// - Throws: `GenerationDiagnostic` if its `@info` is not valid.
  init?(
    _ template: FetchTemplate, of entity: EntityDescription, in shape: ModelShape
  ) throws(GenerationDiagnostic) {
    let place = "\(entity.name).\(template.title)"
    let hints = try Hints(template.userInfo, of: template, place: place)
    guard template.result == .objects, template.entityName == entity.name, hints.isOffered,
      template.limit == nil, template.offset == nil
    else { return nil }
    var arguments: [CodeLayout] = []
    for parameter in template.parameters {
      guard let argument = try Self.argument(parameter, place) else { return nil }
      arguments.append(.text(argument))
    }
    self.place = place
    let name = hints.name ?? CommandSpelling.dashed(template.name)
    guard Self.isName(name) else {
      throw GenerationDiagnostic(place: place, reason: .noOption(name))
    }
    guard !Self.takenNames.contains(name) else {
      throw GenerationDiagnostic(place: place, reason: .takenOption(name))
    }
    let title = hints.title ?? PlainName.words(template.name)
    let names = template.parameters.map(\.name)
    let operand =
      hints.prompt ?? (names.count > 1 ? names.joined(separator: ":") : names.isEmpty ? "" : "TEXT")
    var texts = [name, title, template.title]
      .map { CodeLayout.text(SwiftLiteral.string($0)) }
    texts.append(.text("of: \(shape.className(entity.name)).self"))
    if let prompt = hints.prompt { texts.append(.text("prompt: \(SwiftLiteral.string(prompt))")) }
    kind = SearchView.Kind(
      name: name, title: title, operand: operand, code: .call(".declared(", texts + arguments))
  }

  /// Returns the Swift code that parses a parameter from text; nil if the
  /// parameter is an object.
  ///
  /// - Throws: `GenerationDiagnostic` if values of the type cannot be parsed from text.
  private static func argument(
    _ parameter: FetchTemplate.Parameter, _ place: String
  ) throws(GenerationDiagnostic) -> String? {
    var type = parameter.type
    if case .optional(let wrapped) = type { type = wrapped }
    var kind = "value"
    if case .list(let element) = type { (kind, type) = ("list", element) }
    guard case .attribute(let attribute, _) = type else { return nil }
    switch attribute {
    case .enumeration:
      kind = kind == "list" ? "choices" : "choice"
    case .boolean, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .uuid, .url:
      break
    case .data: kind = kind == "list" ? "bytesList" : "bytes"
    case .json, .composite, .list, .codable, .transformable, .undefined:
      throw GenerationDiagnostic(place: place, reason: .noText(SwiftType.name(of: attribute)))
    }
    let typeName = attribute == .data ? [] : ["\(SwiftType.name(of: attribute)).self"]
    let mayMiss = parameter.defaultValue == nil ? [] : ["isOptional: true"]
    let arguments = [SwiftLiteral.string(parameter.name)] + typeName + mayMiss
    return ".\(kind)(\(arguments.joined(separator: ", ")))"
  }

  /// The options that are already taken in commands with searches.
  static let takenNames: Set = ["by", "help", "json", "kind", "limit", "store"]

  /// Returns whether a string can be used as an option, because it begins with
  /// a letter and contains only letters, digits, dashes and underscores.
  private static func isName(_ text: String) -> Bool {
    text.first?.isLetter == true
      && text.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
  }

  /// The hints in the `@info` of a fetch.
  private struct Hints {
    let name: String?
    let title: String?
    let prompt: String?
    let isOffered: Bool

    init(
      _ info: [String: String], of template: FetchTemplate, place: String
    ) throws(GenerationDiagnostic) {
      let known = ["ui.name", "ui.prompt", "ui.search", "ui.title"]
      try PresentationHints.check(info, known: known, at: place)
      func hint(_ key: String) -> String? { info[key].flatMap { $0.isEmpty ? nil : $0 } }
      (name, title, prompt) = (hint("ui.name"), hint("ui.title"), hint("ui.prompt"))
      guard title?.allSatisfy({ $0 == " " }) != true else {
        throw GenerationDiagnostic(
          place: place, reason: .wrongHint("ui.title", title ?? "", wanted: "a title"))
      }
      isOffered = try PresentationHints.answer("ui.search", in: info, at: place) ?? true
      guard let prompt else { return }
      guard Self.holds(prompt, template.parameters.map(\.name)) else {
        throw GenerationDiagnostic(place: place, reason: .wrongPrompt(prompt))
      }
    }

    /// Returns whether a prompt contains the given names in their order, with
    /// text between them.
    private static func holds(_ prompt: String, _ names: [String]) -> Bool {
      var rest = Substring(prompt)
      for (place, name) in names.enumerated() {
        guard let range = rest.firstRange(of: name) else { return false }
        if place > 0, range.lowerBound == rest.startIndex { return false }
        rest = rest[range.upperBound...]
      }
      return true
    }
  }
}
