/// Compares a released version with the current model.
///
/// `ModelCorrespondence` matches entities and properties across the versions in
/// between. This check reports only changes that no version declares.
///
/// 1. Each released version is compared with the current text, not with the next
///    version, because stores of any age are migrated to the current version.
/// 2. If a version in between drops a property, renames it, or gives it a
///    value, the property is settled, and older versions are not checked for
///    it.
/// 3. Only source code is compared. Problems that depend on the data, such
///    as a value that does not fit a narrower type, are found when a store is
///    migrated.
final class VersionCheck {
  let old: VersionText
  let new: VersionText
  let paths: (old: String, new: String)
  let diagnostics: SourceDiagnostics
  private let pairs: ModelCorrespondence
  private let assigned: MapAssignments
  /// The errors that the newer version allows.
  private let allowed: Set<String>
  /// The correspondence with the last version between the old and the new
  /// version, all of whose properties are settled; nil if there is no such
  /// version.
  private let last: ModelCorrespondence?

  init(
    old: VersionText, new: VersionText, through versions: [ManagedObjectModel],
    paths: (old: String, new: String), memo: VersionMemo, diagnostics: SourceDiagnostics
  ) {
    self.old = old
    self.new = new
    self.paths = paths
    self.diagnostics = diagnostics
    allowed = new.allowedNames
    pairs = memo.correspondence(from: old.model, to: new.model, through: versions)
    assigned = MapAssignments(new.model.migrationSteps(from: old.model), in: new.model)
    last = versions.last.map { memo.correspondence(from: $0, to: new.model, through: []) }
  }

  var number: Int { old.model.version ?? 0 }

  /// Reports a released version that has been edited.
  func checkSeal(of text: ReleasedText) {
    guard let frozen = old.symbols.frozenHash,
      let attribute = old.header.attributes.named("frozen")
    else { return }
    let hash = text.hash
    guard hash != frozen else { return }
    let next = new.model.version.map { "version \($0)" } ?? "a new version"
    diagnostics.add(
      SourceDiagnostic(
        .frozenVersionEdited,
        "version \(number) has been edited since it was frozen: its hash is now \(hash)",
        at: attribute.span
      ).fix("'git checkout \(paths.old)', then make the change in \(paths.new) as \(next)"))
  }

  /// Reports a current text that has the number of a released version but
  /// different content.
  func checkCurrent(_ current: [SourceFile], against text: ReleasedText) {
    // The hash covers a single file, and a released version is always a single file.
    guard current.count == 1, contentHash(of: current[0]) != text.hash else { return }
    let attribute = new.header.attributes.named("version")
    diagnostics.add(
      SourceDiagnostic(
        .frozenVersionEdited,
        "version \(number) is released, and this text is no longer the same",
        at: attribute?.span ?? new.header.span
      ).fix("write '@version(\(number + 1))': changes belong to the next version")
        .choice(attribute?.span ?? new.header.span.behind, "@version(\(number + 1))"))
  }

  /// Reports lost entities and properties, and new properties without a value for old
  /// rows.
  func checkEntities() {
    // An entity mapping lists all properties that are kept; all others are
    // dropped.
    let mappings = new.model.migrationSteps(from: old.model).mapping?.entities ?? []
    let mapped = Set(mappings.compactMap(\.sourceName))
    let sources = old.model.entitiesByName
    for entity in old.symbols.entityList where !mapped.contains(entity.name) {
      guard let source = sources[entity.name] else { continue }
      // The first successor is sufficient here: an entity that is split is
      // reported elsewhere.
      guard let description = pairs.successors(of: source).first,
        let successor = new.symbols.entities[description.name]
      else {
        if !pairs.isDropped(source), !allows(.lostProperty) { reportLost(entity) }
        continue
      }
      let kept = pairs.properties(of: description, from: source).compactMap { new, old in
        keptNames(
          successor.property(named: new.name), old.flatMap { entity.property(named: $0.name) })
      }
      let known = Set(kept.map(\.new))
      // An inherited property is reported once, with the entity that declares it.
      let lost = entity.properties.filter { property in
        property.isStored && !kept.contains { $0.old == property.name.text }
      }
      // Dropping an entity also drops its properties.
      for property in lost where !pairs.isDropped(source) && !allows(.lostProperty) {
        guard !pairs.isDropped(property.name.text, of: source) else { continue }
        reportLost(property, in: successor, known: known)
      }
      if !allows(.noValueForOldRows) { checkNew(in: successor, since: entity, known: known) }
    }
    if !allows(.lostProperty) { checkComposites() }
  }

  /// Reports lost elements of composite types, once for each pair of types.
  private func checkComposites() {
    guard !old.symbols.composites.isEmpty else { return }
    var open: [(old: String, new: String)] = pairs.entities.flatMap { source, entity in
      guard let source, let entity else { return [(old: String, new: String)]() }
      return pairs.properties(of: entity, from: source).compactMap { new, old in
        Self.types(old?.attribute?.type, new.attribute?.type)
      }
    }
    // Composites can be nested, so that several paths lead to the same pair.
    var seen: Set<[String]> = []
    while let types = open.popLast() {
      guard seen.insert([types.old, types.new]).inserted,
        let before = old.symbols.composites[types.old],
        let after = new.symbols.composites[types.new]
      else { continue }
      let names = pairs.elements(of: types.new, from: types.old)
      for name in pairs.goneElements(of: types.new, from: types.old)
      where !pairs.isDropped(name, ofComposite: types.old) {
        reportLost(name, of: before, in: after, known: Set(names.keys))
      }
      open += names.compactMap {
        Self.types(before.element(named: $1)?.type, after.element(named: $0)?.type)
      }
    }
  }

  private static func types(
    _ old: AttributeType?, _ new: AttributeType?
  ) -> (old: String, new: String)? {
    guard case .composite(let old)? = old, case .composite(let new)? = new else { return nil }
    return (old, new)
  }

  private func allows(_ name: DiagnosticName) -> Bool { allowed.contains(name.rawValue) }

  /// Returns the new and old names of a property whose values a store keeps, or
  /// nil if the values are not kept.
  private func keptNames(
    _ new: PropertySymbol?, _ old: PropertySymbol?
  ) -> (new: String, old: String)? {
    guard let new, let old, new.isStored, old.isStored,
      (new.attribute == nil) == (old.attribute == nil)
    else { return nil }
    return (new.name.text, old.name.text)
  }

  /// Reports policies for entities that did not exist in the older version.
  func checkPolicies() {
    let syntax = new.symbols.files.flatMap(\.migrations).filter { $0.version == number }
    for migration in syntax {
      for case .policy(let name, _) in migration.steps {
        guard let entity = new.model.entity(named: name.text), pairs.source(of: entity) == nil
        else { continue }
        diagnostics.add(
          SourceDiagnostic(
            .migration, "'\(name.text)' is new since version \(number): a policy has no objects",
            at: name.span
          ).fix("write '@renamed(from: …)' on the entity, or leave the policy out"))
      }
    }
  }

  // MARK: Lost entities and properties

  private func reportLost(_ entity: EntitySymbol) {
    diagnostics.add(
      lost(entity.name, at: entity.syntax.name.span)
        .fix(successorOrDrop(entity.name, entity.name))
        .dropping(PrintedName.quoted(entity.name), from: number, in: new))
  }

  private func lost(_ title: String, at span: Span) -> SourceDiagnostic {
    SourceDiagnostic(
      .lostProperty,
      "'\(title)' of version \(number) is gone; say whether it was renamed or dropped", at: span)
  }

  private func successorOrDrop(_ name: String, _ path: String) -> String {
    "write '@renamed(from: \(name))' on its successor, or "
      + "'migration from \(number) { drop \(path) \"why\" }'"
  }

  private func reportLost(
    _ property: PropertySymbol, in successor: EntitySymbol, known: Set<String>
  ) {
    let entity = property.owner.name
    let name = property.name.text
    var diagnostic = lost(property.title, at: property.name.span)
    let candidate = successor.allProperties.first {
      $0.isStored && !known.contains($0.name.text) && $0.isAlike(property)
    }
    let drop = ("migration from \(number) { drop \(entity).\(name) \"why\" }", "lose the values")
    var rename = ("var newName: … @renamed(from: \(name))", "keep the values")
    if let candidate, let type = candidate.typeText {
      diagnostic = diagnostic.note(
        "'\(candidate.title)' is new and has the same type and the same rules",
        at: candidate.name.span)
      rename.0 = "var \(candidate.name.text): \(type) @renamed(from: \(name))"
      if let span = candidate.syntax?.span.behind {
        diagnostic = diagnostic.choice(span, " @renamed(from: \(PrintedName.quoted(name)))")
      }
    } else {
      // No property could be its successor, so the drop is certain.
      let path = PrintedName.path("\(entity).\(name)")
      diagnostic = diagnostic.dropping(path, from: number, in: new)
    }
    diagnostics.add(diagnostic.fix("one of" + Self.table([rename, drop], column: 47)))
  }

  /// Reports a lost element of a composite type. A new element with the same
  /// type may be its successor.
  private func reportLost(
    _ name: String, of composite: CompositeSymbol, in successor: CompositeSymbol,
    known: Set<String>
  ) {
    guard let element = composite.syntax.elements.first(where: { $0.name.text == name }) else {
      return
    }
    let type = composite.element(named: name)?.type
    let candidate = successor.syntax.elements.first {
      !known.contains($0.name.text) && successor.element(named: $0.name.text)?.type == type
    }
    let path = PrintedName.path("\(composite.description.name).\(name)")
    var diagnostic = lost("\(composite.description.name).\(name)", at: element.name.span)
      .fix(successorOrDrop(name, path))
    if let candidate {
      diagnostic = diagnostic.note(
        "'\(successor.description.name).\(candidate.name.text)' is new and has the same type",
        at: candidate.name.span
      ).choice(candidate.span.behind, " @renamed(from: \(PrintedName.quoted(name)))")
    } else {
      diagnostic = diagnostic.dropping(path, from: number, in: new)
    }
    diagnostics.add(diagnostic)
  }

  // MARK: Missing values

  private func checkNew(
    in successor: EntitySymbol, since entity: EntitySymbol, known: Set<String>
  ) {
    for property in successor.allProperties where property.isStored && property.needsValue {
      guard !known.contains(property.name.text), !hasValue(property, in: successor)
      else { continue }
      reportNew(property, in: successor, since: entity)
    }
  }

  /// Returns whether the migration block assigns the property, or the property
  /// already exists in a version in between and therefore has a value.
  private func hasValue(_ property: PropertySymbol, in entity: EntitySymbol) -> Bool {
    guard let entity = new.model.entity(named: entity.name) else { return false }
    let name = property.name.text
    if assigned.expression(for: name, of: entity) != nil { return true }
    // Elements without a value are reported when the mapping is inferred.
    if !assigned.elements(of: name, in: entity).isEmpty { return true }
    return last?.properties(of: entity).contains {
      $0.new.name == property.name.text && $0.old?.isStored == true
    } ?? false
  }

  private func reportNew(
    _ property: PropertySymbol, in entity: EntitySymbol, since old: EntitySymbol
  ) {
    let name = property.name.text
    let type = property.typeText ?? ""
    var cures: [(String, String)] = []
    var choices: [SourceDiagnostic.Edit] = []
    let typeEnd = property.syntax?.type.span.behind
    if let value = property.attribute?.type.emptyValue {
      cures.append(("var \(name): \(type) = \(value)", "a default for old and new rows"))
      if let typeEnd { choices.append(.init(span: typeEnd, replacement: " = \(value)")) }
    }
    cures.append(("var \(name): \(type)?", "allow it to be missing"))
    if let typeEnd { choices.append(.init(span: typeEnd, replacement: "?")) }
    let map = "map \(old.name) -> \(entity.name) { \(name) = … }"
    cures.append(("migration from \(number) { \(map) }", "compute it from the old row"))
    var diagnostic = SourceDiagnostic(
      .noValueForOldRows,
      "'\(entity.name).\(name)' is new and required, so version \(number) stores have no "
        + "value for it", at: property.name.span
    ).fix("one of" + Self.table(cures, column: 55))
    for edit in choices { diagnostic = diagnostic.choice([edit]) }
    diagnostics.add(diagnostic)
  }

  /// Returns lines with a fix and its effect, which is aligned at a column if
  /// there is room.
  private static func table(_ lines: [(String, String)], column: Int) -> String {
    lines.map { cure, effect in
      let blanks = max(2, column - 2 - cure.count)
      return "\n  \(cure)\(String(repeating: " ", count: blanks))\(effect)"
    }.joined()
  }
}

extension PropertySymbol {
  /// True if a store keeps the values of the property: it is neither transient,
  /// derived nor fetched.
  fileprivate var isStored: Bool {
    switch kind {
    case .attribute(let attribute): !attribute.isTransient && attribute.derivation == nil
    case .relationship(let relationship): !relationship.isTransient
    case .fetched, .broken: false
    }
  }

  /// True if a row needs a value for the property.
  fileprivate var needsValue: Bool {
    if let attribute { return !attribute.isOptional && attribute.defaultValue == nil }
    return relationship.map { !$0.isToMany && !$0.isOptional } ?? false
  }

  /// Returns whether the property has the type and the rules of another property.
  fileprivate func isAlike(_ other: PropertySymbol) -> Bool {
    if let attribute, let other = other.attribute {
      return attribute.type == other.type && attribute.rules == other.rules
    }
    if let relationship, let other = other.relationship {
      return relationship.destinationName == other.destinationName
        && relationship.isToMany == other.isToMany
    }
    return false
  }
}

extension AttributeType {
  /// The source text of an empty value, or nil if the type has none.
  fileprivate var emptyValue: String? {
    switch self {
    case .boolean: "false"
    case .int16, .int32, .int64, .float, .double, .decimal: "0"
    case .string: "\"\""
    case .date: "now()"
    case .uuid: "uuid()"
    case .list: "[]"
    case .json: "\"{}\""
    default: nil
    }
  }
}

extension SourceDiagnostic {
  /// Returns the diagnostic with an edit that adds a `drop` step: before the `}` of
  /// the migration block for a version, or in a new block at the end of the text.
  fileprivate func dropping(_ path: String, from number: Int, in text: VersionText)
    -> SourceDiagnostic
  {
    let step = "drop \(path) \"no longer kept\"\n"
    let blocks = text.symbols.files.flatMap(\.migrations)
    if let block = blocks.first(where: { $0.version == number }) {
      let place = block.span.end - 1
      return edit(
        Span(file: block.span.file, start: place, end: place),
        (block.isClosedOnOwnLine ? "" : "\n") + "    " + step)
    }
    return edit(text.end, "\nmigration from \(number) {\n    \(step)}\n")
  }
}
