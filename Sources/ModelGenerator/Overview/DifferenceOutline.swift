public import ModelSchema

extension ModelDifference {
  /// Everything that differs in the words of the language, one a line; empty
  /// where nothing does. It is what `modelgen diff` prints.
  ///
  /// The newer model's order comes first, then what is gone. Documentation,
  /// fetches and types are looked at too, which no store knows of.
  public var outline: String {
    DifferenceOutline(correspondence).lines.map { $0.text(indentation: 0) }.joined()
  }
}

/// The differences between two models as a tree of lines.
private struct DifferenceOutline {
  /// A line, with what happened inside of what it names.
  struct Line {
    enum Kind: String {
      case added = "+"
      case removed = "-"
      case changed = "~"
    }

    let kind: Kind
    let title: String
    var parts: [Line] = []

    func text(indentation: Int) -> String {
      "\(CodeLayout.space(indentation))\(kind.rawValue) \(title)\n"
        + parts.map { $0.text(indentation: indentation + 4) }.joined()
    }
  }

  private let pairs: ModelCorrespondence
  private let old: ModelShape
  private let new: ModelShape

  init(_ pairs: ModelCorrespondence) {
    self.pairs = pairs
    old = ModelShape(pairs.old)
    new = ModelShape(pairs.new)
  }

  var lines: [Line] {
    pairs.entities.compactMap { line($0.old, $0.new) }
      + byName(\.enumerations, \.name, "enum") { value, _ in
        value.cases.map { "\($0.name) = \(SwiftConstant.text($0.rawValue))" }
      }
      + byName(\.composites, \.name, "composite") { composite, shape in
        composite.elements.map { Self.title(.attribute($0), shape) }
      } + Self.lines(Self.others(old), Self.others(new))
  }

  /// The declarations of a model beside entities and types with parts.
  private static func others(_ shape: ModelShape) -> [String] {
    let model = shape.model
    return ["model \(model.name)" + (model.version.map { ", version \($0)" } ?? "")]
      + model.typeAliases.map { "typealias \($0.name) = \(PropertyText.text(of: $0, in: shape))" }
      + model.configurations.map {
        "configuration \($0.name): \($0.entityNames.joined(separator: ", "))"
      }
      + model.queries.map { "query \($0.name)" }
  }

  // MARK: Entities

  private func line(_ before: EntityDescription?, _ after: EntityDescription?) -> Line? {
    Self.line(
      before.map(Self.title), after.map(Self.title),
      parts: properties(before, after)
        + Self.lines(
          before.map { EntityText.lines(of: $0, in: old) } ?? [],
          after.map { EntityText.lines(of: $0, in: new) } ?? []))
  }

  private static func title(_ entity: EntityDescription) -> String {
    (entity.isAbstract ? "abstract entity " : "entity ") + entity.name
      + (entity.parentName.map { ": \($0)" } ?? "")
  }

  /// The lines of an entity's own properties.
  private func properties(
    _ before: EntityDescription?, _ after: EntityDescription?
  ) -> [Line] {
    guard let after else { return [] }
    // Own properties alone: an inherited one is told of once, with the entity that declares it.
    var gone = before?.properties ?? []
    let known = Dictionary(
      pairs.properties(of: after).map { ($0.new.name, $0.old) },
      uniquingKeysWith: { one, _ in one })
    let kept = after.properties.compactMap { property in
      let source = gone.firstIndex { $0.name == (known[property.name] ?? nil)?.name }
        .map { gone.remove(at: $0) }
      return Self.line(source.map { Self.title($0, old) }, Self.title(property, new))
    }
    return kept + gone.compactMap { Self.line(Self.title($0, old), nil) }
  }

  /// A property in one line: `name: String (unique)`.
  private static func title(_ property: PropertyDescription, _ shape: ModelShape) -> String {
    let row = PropertyText.row(property, in: shape)
    return "\(row[0]): \(row[1])" + (row[2].isEmpty ? "" : " (\(row[2]))")
  }

  // MARK: Lines

  /// The line of an element that changed; nil for one that did not.
  private static func line(
    _ before: String?, _ after: String?, parts: [Line] = []
  ) -> Line? {
    guard let after else { return before.map { Line(kind: .removed, title: $0) } }
    guard let before else { return Line(kind: .added, title: after, parts: parts) }
    if before == after, parts.isEmpty { return nil }
    let title = before == after ? after : "\(after), was \(before)"
    return Line(kind: .changed, title: title, parts: parts)
  }

  /// Lines that came and lines that went.
  private static func lines(_ before: [String], _ after: [String]) -> [Line] {
    after.filter { !before.contains($0) }.map { Line(kind: .added, title: $0) }
      + before.filter { !after.contains($0) }.map { Line(kind: .removed, title: $0) }
  }

  /// Types, which belong together by name, and whose parts are lines.
  private func byName<Element>(
    _ list: (ManagedObjectModel) -> [Element], _ name: (Element) -> String, _ word: String,
    _ parts: (Element, ModelShape) -> [String]
  ) -> [Line] {
    let (before, after) = (list(pairs.old), list(pairs.new))
    let gone = before.filter { element in !after.contains { name($0) == name(element) } }
    return after.compactMap { element in
      let source = before.first { name($0) == name(element) }
      return Self.line(
        source.map { "\(word) \(name($0))" }, "\(word) \(name(element))",
        parts: Self.lines(source.map { parts($0, old) } ?? [], parts(element, new)))
    } + gone.map { Line(kind: .removed, title: "\(word) \(name($0))") }
  }
}
