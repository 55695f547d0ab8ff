extension ModelDifference {
  /// The differences between the models in the words of the model language, one
  /// on each line; empty if there are none.
  ///
  /// The declarations of the newer model come first, in its order, and are
  /// followed by those that were removed. Fetches and types are included,
  /// although they are not stored.
  public var outline: String { DifferenceOutline(correspondence).text }

  /// Returns the outline that `modelgen diff` prints. It includes differences that only
  /// the source texts show, such as documentation, the limit of a fetch, or the SQL of
  /// a query.
  ///
  /// - Parameters:
  ///   - old: The lines of the older model's declarations, by declaration name.
  ///   - new: The lines of the newer model's declarations, by declaration name.
  package func outline(from old: [String: [String]], to new: [String: [String]]) -> String {
    DifferenceOutline(correspondence, from: old, to: new).text
  }
}

/// The differences between two models as a tree of lines.
private struct DifferenceOutline {
  /// A difference on one line, and the differences within the declaration that
  /// it names.
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
  private let oldTexts: [String: [String]]
  private let newTexts: [String: [String]]

  init(
    _ pairs: ModelCorrespondence, from oldTexts: [String: [String]] = [:],
    to newTexts: [String: [String]] = [:]
  ) {
    self.pairs = pairs
    (self.oldTexts, self.newTexts) = (oldTexts, newTexts)
    old = ModelShape(pairs.old)
    new = ModelShape(pairs.new)
  }

  var text: String { lines.map { $0.text(indentation: 0) }.joined() }

  private var lines: [Line] {
    var lines = pairs.entities.compactMap { line($0.old, $0.new) }
    lines += byName(\.enumerations, \.name, "enum") { value, _ in
      value.cases.map { "\($0.name) = \(SwiftConstant.text($0.rawValue))" }
    }
    lines += byName(\.composites, \.name, "composite") { composite, shape in
      composite.elements.map { Self.title(.attribute($0), shape) }
    }
    lines += Self.lines([Self.title(pairs.old)], [Self.title(pairs.new)]) + modelLines
    return lines + declarationLines(Self.others(old), Self.others(new))
  }

  private static func title(_ model: ManagedObjectModel) -> String {
    "model \(model.name)" + (model.version.map { ", version \($0)" } ?? "")
  }

  /// The lines about the model itself, except for its name and version.
  private var modelLines: [Line] {
    guard pairs.old.name == pairs.new.name else { return [] }
    return textLine("model \(pairs.new.name)", "model", "model").map { [$0] } ?? []
  }

  /// Returns the declarations of a model other than entities and types with
  /// members, one on each line.
  private static func others(_ shape: ModelShape) -> [NamedLine] {
    let model = shape.model
    var lines = model.typeAliases.map { alias in
      let name = "typealias \(alias.name)"
      return NamedLine(name, "\(name) = \(PropertyText.text(of: alias, in: shape))")
    }
    lines += model.configurations.map { configuration in
      let name = "configuration \(configuration.name)"
      return NamedLine(name, "\(name): \(configuration.entityNames.joined(separator: ", "))")
    }
    lines += model.queries.map { NamedLine("query \($0.name)") }
    return lines + model.migrations.map { NamedLine("migration from \($0.fromVersion)") }
  }

  // MARK: Entities

  private func line(_ before: EntityDescription?, _ after: EntityDescription?) -> Line? {
    Self.line(
      before.map(Self.title), after.map(Self.title),
      parts: properties(before, after) + order(before, after) + headLines(before, after)
        + members(before, after))
  }

  /// Returns the lines about the settings of an entity itself, which follow its
  /// title.
  private func headLines(
    _ before: EntityDescription?, _ after: EntityDescription?
  ) -> [Line] {
    let was = before.map(EntityText.words) ?? []
    let now = after.map(EntityText.words) ?? []
    guard let before, let after, was == now, Self.title(before) == Self.title(after) else {
      return Self.lines(was, now)
    }
    return textLines("entity \(before.name)", "entity \(after.name)")
  }

  /// Returns the lines about an entity's declarations other than properties.
  private func members(_ before: EntityDescription?, _ after: EntityDescription?) -> [Line] {
    declarationLines(
      before.map { EntityText.members(of: $0, in: old) } ?? [],
      after.map { EntityText.members(of: $0, in: new) } ?? [],
      of: before.map { "\($0.name)." } ?? "", after.map { "\($0.name)." } ?? "")
  }

  /// Returns a line about the order of the properties if it has changed,
  /// because the parameters of generated initialisers and the fields of forms
  /// are in this order; otherwise, an empty list.
  private func order(_ before: EntityDescription?, _ after: EntityDescription?) -> [Line] {
    let was = before?.properties.map(\.name) ?? []
    let now = after?.properties.map(\.name) ?? []
    let common = Set(was).intersection(now)
    let kept = now.filter(common.contains)
    guard was.filter(common.contains) != kept else { return [] }
    return [
      Line(kind: .changed, title: "order of properties: \(kept.joined(separator: ", "))")
    ]
  }

  private static func title(_ entity: EntityDescription) -> String {
    (entity.isAbstract ? "abstract entity " : "entity ") + entity.name
      + (entity.parentName.map { ": \($0)" } ?? "")
  }

  /// Returns the lines about the properties that an entity itself declares.
  private func properties(
    _ before: EntityDescription?, _ after: EntityDescription?
  ) -> [Line] {
    guard let after else { return [] }
    // These are only the entity's own properties. An inherited one is listed with the
    // entity that declares it.
    var gone = before?.properties ?? []
    let known = Dictionary(first: pairs.properties(of: after).map { ($0.new.name, $0.old) })
    let kept = after.properties.compactMap { property in
      let source = gone.firstIndex { $0.name == (known[property.name] ?? nil)?.name }
        .map { gone.remove(at: $0) }
      let title = Self.title(property, new)
      return Self.line(source.map { Self.title($0, old) }, title)
        ?? textLine(
          title, "\(before?.name ?? "").\(source?.name ?? "")", "\(after.name).\(property.name)")
    }
    return kept + gone.compactMap { Self.line(Self.title($0, old), nil) }
  }

  /// Returns a property on one line, such as `name: String (unique)`.
  private static func title(_ property: PropertyDescription, _ shape: ModelShape) -> String {
    let row = PropertyText.row(property, in: shape)
    return "\(row[0]): \(row[1])" + (row[2].isEmpty ? "" : " (\(row[2]))")
  }

  // MARK: Lines

  /// Returns the line about an element that was added, removed or changed; nil
  /// for an unchanged element.
  private static func line(
    _ before: String?, _ after: String?, parts: [Line] = []
  ) -> Line? {
    guard let after else { return before.map { Line(kind: .removed, title: $0) } }
    guard let before else { return Line(kind: .added, title: after, parts: parts) }
    if before == after, parts.isEmpty { return nil }
    let title = before == after ? after : "\(after), was \(before)"
    return Line(kind: .changed, title: title, parts: parts)
  }

  /// Returns a line for each string that was added, then a line for each string
  /// that was removed.
  private static func lines(_ before: [String], _ after: [String]) -> [Line] {
    after.filter { !before.contains($0) }.map { Line(kind: .added, title: $0) }
      + before.filter { !after.contains($0) }.map { Line(kind: .removed, title: $0) }
  }

  /// Returns lines about declarations that were added or removed, and about
  /// declarations of which only the source text has changed.
  private func declarationLines(
    _ before: [NamedLine], _ after: [NamedLine], of oldOwner: String = "",
    _ newOwner: String = ""
  ) -> [Line] {
    Self.lines(before.map(\.text), after.map(\.text))
      + after.filter(before.contains).compactMap {
        textLine($0.text, oldOwner + $0.name, newOwner + $0.name)
      }
  }

  /// Returns the line about a declaration whose source text has changed; nil if
  /// it is unchanged.
  private func textLine(_ title: String, _ before: String, _ after: String) -> Line? {
    let parts = textLines(before, after)
    return parts.isEmpty ? nil : Line(kind: .changed, title: title, parts: parts)
  }

  /// Returns a line of the outline for each line of source text that was added
  /// to a declaration or removed from it.
  private func textLines(_ before: String, _ after: String) -> [Line] {
    guard let was = oldTexts[before], let now = newTexts[after] else { return [] }
    let difference = now.difference(from: was)
    let changes = difference.insertions + difference.removals
    return changes.map { change in
      switch change {
      case .insert(_, let text, _): Line(kind: .added, title: Self.trimmed(text))
      case .remove(_, let text, _): Line(kind: .removed, title: Self.trimmed(text))
      }
    }
  }

  private static func trimmed(_ text: String) -> String { String(text.drop { $0 == " " }) }

  /// Returns the lines about types of one kind, which are paired by name, and
  /// whose members are one line each.
  private func byName<Element>(
    _ list: (ManagedObjectModel) -> [Element], _ name: (Element) -> String, _ word: String,
    _ parts: (Element, ModelShape) -> [String]
  ) -> [Line] {
    let (before, after) = (list(pairs.old), list(pairs.new))
    let gone = before.filter { element in !after.contains { name($0) == name(element) } }
    return after.compactMap { element in
      let source = before.first { name($0) == name(element) }
      let title = "\(word) \(name(element))"
      return Self.line(
        source.map { "\(word) \(name($0))" }, title,
        parts: Self.lines(source.map { parts($0, old) } ?? [], parts(element, new)))
        ?? textLine(title, title, title)
    } + gone.map { Line(kind: .removed, title: "\(word) \(name($0))") }
  }
}
