public import ModelSchema

/// What differs between two models, in the words of the language: what
/// `modelgen diff` prints.
///
/// Entities and properties are the same where they have one name, or where the
/// newer one says that it was renamed from the older; entities also where its
/// migration block maps the one to the other.
public struct ModelComparison: Sendable, Hashable {
  /// A line of the comparison.
  public struct Change: Sendable, Hashable {
    /// What happened to it.
    public enum Kind: String, Sendable, Hashable {
      case added = "+"
      case removed = "-"
      case changed = "~"
    }

    /// What happened.
    public let kind: Kind
    /// What it happened to.
    public let text: String
    /// What happened inside of it.
    public let parts: [Change]
  }

  /// The changes, the newer model's order first, then what is gone.
  public let changes: [Change]

  /// Compares two models.
  public init(from old: ManagedObjectModel, to new: ManagedObjectModel) {
    let shapes = (old: ModelShape(old), new: ModelShape(new))
    var changes = Self.entityPairs(old, new).compactMap { Self.change($0, $1, shapes) }
    changes += Self.pairs(old.enumerations, new.enumerations, \.name, { _ in nil })
      .compactMap { Self.change("enum", $0, $1, \.name) { Self.cases($0) } }
    changes += Self.pairs(old.composites, new.composites, \.name, { _ in nil })
      .compactMap { old, new in
        Self.change("composite", old, new, \.name) { composite in
          composite.elements.map { Self.line(.attribute($0), shapes.new) }
        }
      }
    changes += Self.lines(Self.others(shapes.old), Self.others(shapes.new))
    self.changes = changes
  }

  /// What a model declares beside entities and types with parts.
  private static func others(_ shape: ModelShape) -> [String] {
    let model = shape.model
    return ["model \(model.name)" + (model.version.map { ", version \($0)" } ?? "")]
      + model.typeAliases.map { "typealias \($0.name) = \(PropertyText.text(of: $0, in: shape))" }
      + model.configurations.map {
        "configuration \($0.name): \($0.entityNames.joined(separator: ", "))"
      }
      + model.queries.map { "query \($0.name)" }
  }

  /// The changes, one a line; empty where there is none.
  public var text: String { changes.map { $0.text(indentation: 0) }.joined() }
}

extension ModelComparison.Change {
  fileprivate func text(indentation: Int) -> String {
    "\(CodeLayout.space(indentation))\(kind.rawValue) \(text)\n"
      + parts.map { $0.text(indentation: indentation + 4) }.joined()
  }
}

extension ModelComparison {
  /// The entities that belong together, as a migration has them.
  private static func entityPairs(
    _ old: ManagedObjectModel, _ new: ManagedObjectModel
  ) -> [(EntityDescription?, EntityDescription?)] {
    let block = new.migrations.first { $0.fromVersion == old.version }
    let pairs = ModelCorrespondence(from: old, to: new, steps: block?.steps ?? [])
    return new.entities.map { (pairs.source(of: $0), $0) }
      + old.entities.filter { pairs.successors(of: $0).isEmpty }.map { ($0, nil) }
  }

  /// What belongs together: of the newer list in its order, then of the older
  /// list what is left.
  private static func pairs<Element>(
    _ old: [Element], _ new: [Element], _ name: (Element) -> String,
    _ oldName: (Element) -> String?
  ) -> [(Element?, Element?)] {
    var rest = old
    var pairs: [(Element?, Element?)] = []
    for element in new {
      let names = [name(element), oldName(element)].compactMap(\.self)
      let index = rest.firstIndex { names.contains(name($0)) }
      pairs.append((index.map { rest.remove(at: $0) }, element))
    }
    return pairs + rest.map { ($0, nil) }
  }

  private static func change(
    _ old: EntityDescription?, _ new: EntityDescription?,
    _ shapes: (old: ModelShape, new: ModelShape)
  ) -> Change? {
    let parts =
      pairs(old?.properties ?? [], new?.properties ?? [], \.name, \.renamingIdentifier)
      .compactMap { property($0, $1, shapes) }
      + lines(
        old.map { EntityText.lines(of: $0, in: shapes.old) } ?? [],
        new.map { EntityText.lines(of: $0, in: shapes.new) } ?? [])
    switch (old, new) {
    case (nil, let new?): return Change(kind: .added, text: title(new), parts: parts)
    case (let old?, nil): return Change(kind: .removed, text: title(old), parts: [])
    case (let old?, let new?):
      let isSame = title(old) == title(new)
      guard !isSame || !parts.isEmpty else { return nil }
      return Change(
        kind: .changed, text: title(new) + (isSame ? "" : ", was \(title(old))"), parts: parts)
    default: return nil
    }
  }

  private static func title(_ entity: EntityDescription) -> String {
    (entity.isAbstract ? "abstract entity " : "entity ") + entity.name
      + (entity.parentName.map { ": \($0)" } ?? "")
  }

  private static func property(
    _ old: PropertyDescription?, _ new: PropertyDescription?,
    _ shapes: (old: ModelShape, new: ModelShape)
  ) -> Change? {
    let before = old.map { line($0, shapes.old) }
    let after = new.map { line($0, shapes.new) }
    switch (before, after) {
    case (nil, let after?): return Change(kind: .added, text: after, parts: [])
    case (let before?, nil): return Change(kind: .removed, text: before, parts: [])
    case (let before?, let after?) where before != after:
      return Change(kind: .changed, text: "\(after), was \(before)", parts: [])
    default: return nil
    }
  }

  /// A property in one line: `name: String (unique)`.
  private static func line(_ property: PropertyDescription, _ shape: ModelShape) -> String {
    let row = PropertyText.row(property, in: shape)
    return "\(row[0]): \(row[1])" + (row[2].isEmpty ? "" : " (\(row[2]))")
  }

  /// Lines that came and lines that went.
  private static func lines(_ before: [String], _ after: [String]) -> [Change] {
    after.filter { !before.contains($0) }.map { Change(kind: .added, text: $0, parts: []) }
      + before.filter { !after.contains($0) }.map { Change(kind: .removed, text: $0, parts: []) }
  }

  private static func cases(_ enumeration: EnumerationDescription) -> [String] {
    enumeration.cases.map { "\($0.name) = \(SwiftConstant.text($0.rawValue))" }
  }

  /// A type whose parts are lines.
  private static func change<Element>(
    _ word: String, _ old: Element?, _ new: Element?, _ name: (Element) -> String,
    _ described: (Element) -> [String]
  ) -> Change? {
    let before = old.map(described) ?? []
    let after = new.map(described) ?? []
    let parts = Self.lines(before, after)
    guard let shown = new ?? old else { return nil }
    let text = "\(word) \(name(shown))"
    if old == nil { return Change(kind: .added, text: text, parts: parts) }
    if new == nil { return Change(kind: .removed, text: text, parts: []) }
    return parts.isEmpty ? nil : Change(kind: .changed, text: text, parts: parts)
  }
}

extension PropertyDescription {
  /// Name that it had in older versions.
  fileprivate var renamingIdentifier: String? {
    attribute?.renamingIdentifier ?? relationship?.renamingIdentifier
  }
}
