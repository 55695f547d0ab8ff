internal import ModelPredicates
internal import ModelSchema

/// The declarations that an attribute of the language can stand at.
struct AttributeTarget: OptionSet {
  var rawValue: Int

  static let model = AttributeTarget(rawValue: 1 << 0)
  static let typeAlias = AttributeTarget(rawValue: 1 << 1)
  static let enumeration = AttributeTarget(rawValue: 1 << 2)
  static let enumerationCase = AttributeTarget(rawValue: 1 << 3)
  static let composite = AttributeTarget(rawValue: 1 << 4)
  static let element = AttributeTarget(rawValue: 1 << 5)
  static let entity = AttributeTarget(rawValue: 1 << 6)
  static let attribute = AttributeTarget(rawValue: 1 << 7)
  static let toOne = AttributeTarget(rawValue: 1 << 8)
  static let toMany = AttributeTarget(rawValue: 1 << 9)
  static let fetched = AttributeTarget(rawValue: 1 << 10)
  static let fetch = AttributeTarget(rawValue: 1 << 11)
  static let index = AttributeTarget(rawValue: 1 << 12)
  static let unique = AttributeTarget(rawValue: 1 << 13)
  static let fullText = AttributeTarget(rawValue: 1 << 14)
  static let configuration = AttributeTarget(rawValue: 1 << 15)
  static let mapping = AttributeTarget(rawValue: 1 << 16)

  static let relationship: AttributeTarget = [.toOne, .toMany]
  static let stored: AttributeTarget = [.attribute, .relationship]
}

/// The attributes of the language, in the order in which the formatter
/// writes them.
enum AttributeKind: String, CaseIterable {
  case version
  case identifier
  case frozen
  case renamed
  case inverse
  case noInverse
  case onDelete
  case count
  case required
  case unique
  case index
  case length
  case range
  case matches
  case check
  case swift
  case exact
  case external
  case column
  case unknown
  case `class`
  case access
  case table
  case shard
  case hash
  case sensitive
  case tombstone
  case fullText
  case tokenizer
  case prefixes
  case scan
  case deprecated
  case allow
  case info
}

extension AttributeKind {
  /// The declarations that it can stand at.
  var targets: AttributeTarget {
    switch self {
    case .version, .identifier, .frozen: .model
    case .renamed: [.entity, .attribute, .element, .relationship]
    case .inverse, .noInverse, .onDelete: .relationship
    case .count, .required: .toMany
    case .unique, .index: .attribute
    case .length, .range, .matches, .check: [.typeAlias, .attribute, .element]
    case .swift, .exact: [.attribute, .element]
    case .external, .tombstone: [.attribute, .element]
    case .sensitive: [.attribute, .element]
    case .column: [.attribute, .element, .relationship]
    case .unknown: .enumeration
    case .class, .table, .shard: .entity
    case .access: [.model, .entity]
    case .hash: [.entity, .attribute, .element, .relationship]
    case .fullText: .index
    case .tokenizer, .prefixes: .fullText
    case .scan: .fetch
    case .deprecated: [.enumerationCase, .attribute, .element, .relationship]
    case .info:
      [
        .model, .enumeration, .composite, .element, .entity, .attribute, .relationship, .fetched,
        .fetch, .configuration, .mapping,
      ]
    case .allow:
      [
        .model, .typeAlias, .enumeration, .composite, .element, .entity, .attribute,
        .relationship, .fetched, .fetch, .index, .unique, .fullText, .configuration,
      ]
    }
  }

  /// The declarations that it applies to, in words.
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

  /// Returns whether it applies to values of a type.
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
  /// The first attribute of a name.
  func named(_ name: String) -> AttributeSyntax? {
    first { $0.name.text == name }
  }
}
