extension ManagedObjectModel: LiteralRecord {
  static let defaults = ["access": ".internal"]

  /// Returns the code that creates the model.
  ///
  /// - Parameter entity: A closure that returns the code for an entity, such as
  ///   the name of the constant that contains its description.
  func literal(entity: (EntityDescription) -> CodeLayout) -> CodeLayout {
    .call(
      "ManagedObjectModel(",
      arguments(replacing: [
        "version": .text(String(version ?? 0)), "entities": .list(entities.map(entity)),
      ]))
  }
}

extension EntityDescription: LiteralRecord {}

extension TypeAliasDescription: LiteralRecord {}

extension EnumerationDescription: LiteralRecord {
  static let defaults = ["cases": ""]
}

extension EnumerationDescription.Case: LiteralRecord {
  static let initializer = "EnumerationDescription.Case"
}

extension CompositeDescription: LiteralRecord {
  static let defaults = ["elements": ""]
}

extension ConfigurationDescription: LiteralRecord {
  static let defaults = ["entityNames": ""]
}

extension AccessLevel: LiteralCase {}

// MARK: - Properties

extension PropertyDescription: LiteralCase {
  var literal: CodeLayout {
    switch self {
    case .attribute(let attribute):
      .call(".attribute(", attribute.arguments(unlabelled: ["name", "type", "documentation"]))
    case .relationship(let relationship): relationship.literal
    case .fetched: caseLiteral()
    }
  }
}

extension AttributeDescription: LiteralRecord {}

extension RelationshipDescription: LiteralRecord {
  static let unlabelled = ["name", "destinationName", "documentation"]
  static let defaults = [
    "isOptional": "true", "minCount": "0", "maxCount": "0", "deleteRule": ".nullify",
  ]

  static func label(of property: String) -> String? {
    switch property {
    case "isToMany": nil
    case "inverseName": "inverse"
    default: property
    }
  }

  var literal: CodeLayout { .call(isToMany ? ".toMany(" : ".toOne(", arguments()) }
}

extension FetchedPropertyDescription: LiteralRecord {}

extension DeleteRule: LiteralCase {}

extension DefaultValue: LiteralCase {
  var literal: CodeLayout {
    switch self {
    // For these values a plain literal of Swift is a default, too.
    case .constant(.boolean(let value)): value.literal
    case .constant(.integer(let value)): .text(SwiftLiteral.integer(value))
    case .constant(.string(let text)): text.literal
    case .constant, .now, .uuid: caseLiteral()
    }
  }
}

extension ValidationRule: LiteralConvertible {
  var literal: CodeLayout {
    requirement.caseLiteral(adding: message.map { [.prefixed("message: ", $0.literal)] } ?? [])
  }
}

extension ValidationRule.Requirement: LiteralCase {
  static let leavesOutBlanks = true
}

extension AttributeType: LiteralCase {}

// MARK: - Indexes, constraints and checks

extension UniquenessConstraint: LiteralRecord {
  static let defaults = ["keyPaths": ""]
}

extension FetchIndexDescription: LiteralRecord {
  static let defaults = ["elements": ""]
}

extension FetchIndexDescription.Element: LiteralRecord {
  static let initializer = ".init"
  static let unlabelled = ["keyPath"]
  static let defaults = ["isAscending": "true", "collation": ".binary"]
}

extension FetchIndexDescription.Element.Collation: LiteralCase {}

extension FullTextIndexDescription: LiteralRecord {
  static let defaults = ["keyPaths": ""]
}

extension CheckDescription: LiteralRecord {}
