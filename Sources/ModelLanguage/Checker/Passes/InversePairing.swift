/// Reports relationships without an inverse, and suggests inverses for them.
struct InversePairing {
  private let symbols: SymbolTable
  private let free: [PropertySymbol]
  private let suggested = SuggestedNames()

  init(symbols: SymbolTable, relationships: [PropertySymbol]) {
    self.symbols = symbols
    free = relationships
  }

  /// Reports all relationships without an inverse, grouped by the two entities
  /// that they connect.
  func report() {
    var reported: Set<ObjectIdentifier> = []
    for property in free where !reported.contains(ObjectIdentifier(property)) {
      let group = group(of: property)
      for member in group.forth + group.back { reported.insert(ObjectIdentifier(member)) }
      report(property, group)
    }
  }

  private typealias Group = (forth: [PropertySymbol], back: [PropertySymbol])

  /// Returns the unpaired relationships between the two entities of a
  /// relationship: those in its direction, and those in the opposite direction.
  private func group(of property: PropertySymbol) -> Group {
    let forth = free.filter { $0.owner === property.owner && leads($0, to: property.destination) }
    // A relationship from an entity to itself leads in both directions.
    if leads(property, to: property.owner) { return (forth, []) }
    let back = free.filter { candidate in
      candidate.owner === property.destination && leads(candidate, to: property.owner)
    }
    return (forth, back)
  }

  private func leads(_ property: PropertySymbol, to entity: EntitySymbol?) -> Bool {
    property.destination === entity
  }

  private func report(_ property: PropertySymbol, _ group: Group) {
    // With one candidate at each end, the pair is certain enough for `--fix`.
    switch (group.forth.count, group.back.count) {
    case (1, 1): reportPair(property, group.back[0])
    case (2, 0) where property.destination === property.owner:
      reportPair(property, group.forth[1])
    case (_, 0): group.forth.forEach(reportAlone)
    default:
      let many = group.forth.count > 1 ? group.forth : group.back
      reportAmbiguous(many, others: group.forth.count > 1 ? group.back : group.forth)
    }
  }

  private func reportPair(_ property: PropertySymbol, _ other: PropertySymbol) {
    var diagnostic = SourceDiagnostic(
      .missingInverse, "'\(property.title)' has no inverse", at: property.name.span
    ).note(
      "'\(other.title)' leads back; add '@inverse(\(property.name.text))' to it and "
        + "'@inverse(\(other.name.text))' to '\(property.name.text)'", at: other.name.span)
    diagnostic = diagnostic.fix(
      "'modelgen validate --fix' adds both; write '@noInverse' if they are independent")
    if let end = property.end { diagnostic = diagnostic.edit(end, " @inverse(\(other.name.text))") }
    if let end = other.end { diagnostic = diagnostic.edit(end, " @inverse(\(property.name.text))") }
    symbols.diagnostics.add(diagnostic)
  }

  private func reportAlone(_ property: PropertySymbol) {
    // The inverse may be among the declarations that could not be read.
    guard let destination = property.destination, destination.syntax.brokenNames.isEmpty else {
      return
    }
    let name = suggested.inverse(of: property, in: destination)
    let line =
      "var \(name): \(property.owner.name)? @inverse(\(property.name.text))"
    var diagnostic = SourceDiagnostic(
      .missingInverse, "'\(property.title)' has no inverse", at: property.name.span
    ).note(
      "'\(destination.name)' has no relationship to '\(property.owner.name)'; add '\(line)'",
      at: destination.syntax.name.span)
    diagnostic = diagnostic.fix(
      "'modelgen validate --fix' adds both ends; write '@noInverse' if one direction is enough")
    if let end = property.end, let brace = destination.syntax.closingBrace {
      let place = Span(file: brace.file, start: brace.start, end: brace.start)
      diagnostic = diagnostic.edit(end, " @inverse(\(name))").edit(
        place, (destination.syntax.isClosedOnOwnLine ? "" : "\n") + "    \(line)\n")
    }
    symbols.diagnostics.add(diagnostic)
  }

  private func reportAmbiguous(_ many: [PropertySymbol], others: [PropertySymbol]) {
    guard let first = many.first, let destination = first.destination else { return }
    let words = [2: "two", 3: "three", 4: "four", 5: "five"]
    let count = words[many.count] ?? "\(many.count)"
    var diagnostic = SourceDiagnostic(
      .ambiguousInverse,
      "\(count) relationships lead from '\(first.owner.name)' to '\(destination.name)'; "
        + "say which inverse each one has", at: first.name.span)
    for other in many.dropFirst() {
      let text = many.count == 2 ? "the other one is here" : "another one is here"
      diagnostic = diagnostic.note(text, at: other.name.span)
    }
    symbols.diagnostics.add(
      diagnostic.note(freeEnds(others, in: destination)).fix(pairing(many, others)))
  }

  private func freeEnds(_ others: [PropertySymbol], in entity: EntitySymbol) -> String {
    let ends = others.map {
      "'\($0.name.text)' (\($0.relationship?.isToMany == true ? "to many" : "to one"))"
    }
    switch ends.count {
    case 0: return "'\(entity.name)' has no free end"
    case 1: return "the free end in '\(entity.name)' is \(ends[0])"
    default: return "free ends in '\(entity.name)' are \(ends.listed())"
    }
  }

  /// Returns the suggested declarations, paired in order.
  private func pairing(_ many: [PropertySymbol], _ others: [PropertySymbol]) -> String {
    let lines = many.enumerated().map { index, property in
      let attribute =
        others.indices.contains(index) ? "@inverse(\(others[index].name.text))" : "@noInverse"
      let type = type(of: property, besides: others.indices.contains(index) ? others[index] : nil)
      return "'var \(property.name.text): \(type) \(attribute)'"
    }
    return lines.listed()
  }
}

extension InversePairing {
  /// Returns the type with which a relationship and its inverse can work
  /// together: a required to-one relationship cannot be emptied when the other
  /// end is deleted.
  private func type(of property: PropertySymbol, besides inverse: PropertySymbol?) -> String {
    let type = property.typeText ?? ""
    guard property.relationship?.isToMany == false, !type.hasSuffix("?"),
      inverse?.relationship?.deleteRule == .nullify
    else { return type }
    return type + "?"
  }
}

extension PropertySymbol {
  /// The position after the whole declaration, or nil for a fetched property.
  fileprivate var end: Span? {
    syntax?.span.behind
  }
}

/// Creates distinct names for missing relationships.
private final class SuggestedNames {
  private var taken: [String: Set<String>] = [:]

  /// Returns a name for the missing inverse of a relationship.
  func inverse(of property: PropertySymbol, in destination: EntitySymbol) -> String {
    let short = Self.withoutCommonWords(property.owner.name, destination.name)
    let long = Self.lowerFirst(property.owner.name)
    let numbered = (2...).lazy.map { "\(long)\($0)" }
    let isTaken = { (name: String) in
      destination.property(named: name) != nil
        || self.taken[destination.name, default: []].contains(name)
    }
    var name = long
    if !short.isEmpty, !isTaken(short) {
      name = short
    } else if isTaken(long) {
      name = numbered.first { !isTaken($0) } ?? long
    }
    taken[destination.name, default: []].insert(name)
    return name
  }

  /// Returns the name without the words that both names begin with: `info` for
  /// `BankInfo` beside `BankDetails`.
  private static func withoutCommonWords(_ name: String, _ other: String) -> String {
    var words = NameWords.words(of: name)[...]
    var others = NameWords.words(of: other)[...]
    while let word = words.first, word == others.first, words.count > 1 {
      words.removeFirst()
      others.removeFirst()
    }
    return lowerFirst(words.joined())
  }

  private static func lowerFirst(_ name: String) -> String {
    name.prefix(1).lowercased() + name.dropFirst()
  }
}
