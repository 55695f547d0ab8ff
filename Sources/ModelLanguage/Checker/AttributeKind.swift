/// A kind of declaration that an attribute of the language can belong to.
enum AttributeTarget {
  case model, typeAlias, enumeration, enumerationCase, composite, element, entity, attribute
  case toOne, toMany, fetched, fetch, index, unique, fullText, configuration, mapping
}

/// The attributes of the language, in the order in which the formatter
/// writes them.
enum AttributeKind: String, CaseIterable {
  case version, identifier, frozen, renamed, inverse, noInverse, onDelete, count, required, unique
  case index, length, range, matches, check, swift, exact, external, column, unknown, `class`
  case access, table, shard, hash, sensitive, tombstone, fullText, tokenizer, prefixes, scan
  case deprecated, allow, info
}

extension AttributeKind {
  /// The kinds of declaration that the attribute can belong to.
  var targets: Set<AttributeTarget> {
    switch self {
    case .version, .identifier, .frozen: [.model]
    case .renamed: [.entity, .attribute, .element, .toOne, .toMany]
    case .inverse, .noInverse, .onDelete: [.toOne, .toMany]
    case .count, .required: [.toMany]
    case .unique, .index: [.attribute]
    case .length, .range, .matches, .check: [.typeAlias, .attribute, .element]
    case .swift, .exact: [.attribute, .element]
    case .external, .tombstone: [.attribute, .element]
    case .sensitive: [.attribute, .element]
    case .column: [.attribute, .element, .toOne, .toMany]
    case .unknown: [.enumeration]
    case .class, .table, .shard: [.entity]
    case .access: [.model, .entity]
    case .hash: [.entity, .attribute, .element, .toOne, .toMany]
    case .fullText: [.index]
    case .tokenizer, .prefixes: [.fullText]
    case .scan: [.fetch]
    case .deprecated: [.enumerationCase, .attribute, .element, .toOne, .toMany]
    case .info:
      [
        .model, .enumeration, .composite, .element, .entity, .attribute, .toOne, .toMany, .fetched,
        .fetch, .configuration, .mapping,
      ]
    case .allow:
      [
        .model, .typeAlias, .enumeration, .composite, .element, .entity, .attribute,
        .toOne, .toMany, .fetched, .fetch, .index, .unique, .fullText, .configuration,
      ]
    }
  }

  /// A description of the kinds of declaration that the attribute applies to.
  var targetText: String {
    switch self {
    case .version, .identifier, .frozen: "the 'model' line"
    case .renamed, .hash: "entities and their stored properties"
    case .inverse, .noInverse, .onDelete: "relationships"
    case .count, .required: "to-many relationships"
    case .unique, .index, .sensitive, .tombstone: "attributes"
    case .length: "String and Data"
    case .range: "numbers and dates"
    case .matches: "String"
    case .check: "attributes"
    case .swift: "attributes of type Data"
    case .exact: "Decimal"
    case .external: "String and Data"
    case .column: "stored properties"
    case .unknown: "enums"
    case .class, .table, .shard: "entities"
    case .access: "the 'model' line and entities"
    case .fullText: "'index' lines"
    case .tokenizer, .prefixes: "full-text indexes"
    case .scan: "fetches"
    case .deprecated: "properties and cases"
    case .info, .allow: "declarations"
    }
  }

  /// Returns whether the attribute applies to values of a type.
  func applies(to type: AttributeType) -> Bool {
    let scalar = type.scalar
    switch self {
    case .length: return scalar == .string || scalar == .data
    case .range: return scalar.isNumber || scalar == .date
    case .matches: return scalar == .string
    case .exact: return scalar == .decimal
    case .external: return scalar == .data || scalar == .string || scalar.typeCode == 1800
    case .swift: return scalar == .data
    case .unique, .index:
      if case .composite = type { return false }
      return true
    default: return true
    }
  }
}

extension [AttributeSyntax] {
  /// Returns the first attribute with the given name, or nil if there is none.
  func named(_ name: String) -> AttributeSyntax? {
    first { $0.name.text == name }
  }
}
