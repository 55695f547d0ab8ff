/// The Swift code for the ways to search for objects of an entity.
struct SearchView {
  let entity: EntityDescription
  let shape: ModelShape

  /// A way to search for objects.
  struct Kind {
    /// The name on command lines, such as `closed-after`.
    let name: String
    /// The title that users see.
    let title: String
    /// The operand after the name on command lines; empty if there is none.
    let operand: String
    /// The call that creates the way to search.
    let code: CodeLayout
  }

  /// Returns the ways to search that the model declares. If it declares none,
  /// there is a search for each attribute that can be entered as text, and for
  /// each to-many relationship.
  func kinds() throws(GenerationDiagnostic) -> [Kind] {
    var declared: [DeclaredSearch] = []
    for template in entity.fetchTemplates {
      if let search = try DeclaredSearch(template, of: entity, in: shape) {
        declared.append(search)
      }
    }
    for (place, search) in declared.enumerated() {
      guard !declared[..<place].contains(where: { $0.kind.name == search.kind.name }) else {
        throw GenerationDiagnostic(place: search.place, reason: .duplicateName(search.kind.name))
      }
    }
    return declared.isEmpty ? distinct(standardKinds) : declared.map(\.kind)
  }

  /// Returns the ways to search without those that have the name of an earlier
  /// one, because `homeURL` and `homeUrl` would be the same option.
  private func distinct(_ kinds: [Kind]) -> [Kind] {
    var names: Set<String> = []
    return kinds.filter { names.insert($0.name).inserted }
  }

  private var standardKinds: [Kind] {
    shape.properties(of: entity).compactMap { property in
      switch property {
      case .attribute(let attribute): attribute.isTransient ? nil : kind(attribute)
      case .relationship(let relationship):
        relationship.isToMany && !relationship.isTransient
          ? kind(
            "any", relationship.name, "Has any of its", "\(swiftName(relationship.name)).count")
          : nil
      case .fetched: nil
      }
    }
  }

  private func kind(_ attribute: AttributeDescription) -> Kind? {
    let name = swiftName(attribute.name)
    switch attribute.type {
    case .string: return kind("contains", attribute.name, "contains", name)
    case .date:
      let kind = PresentationHints.hasTime(attribute) ? "dayOfTime" : "day"
      return self.kind(kind, attribute.name, "is on day", name)
    case .enumeration: return kind("choice", attribute.name, "is", name)
    case .boolean, .int16, .int32, .int64, .float, .double, .decimal, .uuid, .url:
      return kind("equal", attribute.name, "is", name)
    case .data, .json, .composite, .list, .codable, .transformable, .undefined: return nil
    }
  }

  private func kind(
    _ kind: String, _ name: String, _ words: String, _ path: String
  ) -> Kind {
    let label = PlainName.words(name)
    let title = kind == "any" ? "\(words) \(label.lowercased())" : "\(label) \(words)"
    let type = shape.className(entity.name)
    let dashed = CommandSpelling.dashed(name)
    // An attribute can have the same name as an option.
    let option = DeclaredSearch.takenNames.contains(dashed) ? "\(dashed)-\(kind)" : dashed
    let code = CodeLayout.closure(
      ".\(kind)(\(SwiftLiteral.string(option)), \(SwiftLiteral.string(title)), in: \(type).self) { ",
      .text("$0.\(path)"))
    return Kind(name: option, title: title, operand: kind == "any" ? "" : "TEXT", code: code)
  }

  private func swiftName(_ name: String) -> String { SwiftName.escaped(name) }
}
