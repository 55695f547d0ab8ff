/// An attribute of an entity.
public struct AttributeDescription: Sendable, Hashable, Codable {
  /// The name of the attribute, which is unique in its entity and the entity's parents.
  public var name: String
  /// The documentation comment, with its lines joined by line feeds; nil if there is none.
  public var documentation: String?
  /// The type of the attribute's values.
  public var type: AttributeType
  /// The name of the type alias that was used for the type in the model; nil if
  /// none was used. `type` and `rules` already contain the type and the rules
  /// of the alias.
  public var typeAlias: String?
  /// True if an object may have no value.
  public var isOptional: Bool
  /// True if the attribute is kept only in memory.
  public var isTransient: Bool
  /// True if the attribute is set only once, by the initialiser.
  public var isConstant: Bool
  /// The initial value in a new object; nil if there is none.
  public var defaultValue: DefaultValue?
  /// The expression that computes the value from other values when an object is
  /// saved; nil if the value is not derived.
  public var derivation: ObjectExpression? {
    didSet { derivation = derivation?.withCountsAsKeyPaths }
  }
  /// The rules that a value must satisfy when its object is saved. The rules of a type alias come
  /// first.
  public var rules: [ValidationRule]
  /// True if no two objects may have the same value.
  public var isUnique: Bool
  /// True if the attribute has its own index.
  public var isIndexed: Bool
  /// True if a Decimal keeps all digits, as text in a sortable form.
  public var isExact: Bool
  /// True if large values are kept in files beside the store.
  public var allowsExternalStorage: Bool
  /// True if messages and logs must not show the attribute's values.
  public var isSensitive: Bool
  /// True if the value is kept in the history after the object is deleted.
  public var preservesValueOnDeletion: Bool
  /// The name from which the name of the stored column is derived; nil for the attribute's own
  /// name.
  public var columnName: String?
  /// The deprecation message of the generated declaration; nil if the declaration is not
  /// deprecated.
  public var deprecation: String?
  /// The name that the attribute had in older versions; nil if it has not been
  /// renamed.
  public var renamingIdentifier: String?
  /// Text that changes the version hash without changing anything else; nil if
  /// there is none.
  public var versionHashModifier: String?
  /// Keys and values chosen by the author of the model, for tools to read.
  public var userInfo: [String: String]

  /// Creates an attribute. By default it is required and stored, and has no rules.
  public init(
    name: String, documentation: String? = nil, type: AttributeType, typeAlias: String? = nil,
    isOptional: Bool = false, isTransient: Bool = false, isConstant: Bool = false,
    defaultValue: DefaultValue? = nil, derivation: ObjectExpression? = nil,
    rules: [ValidationRule] = [], isUnique: Bool = false, isIndexed: Bool = false,
    isExact: Bool = false, allowsExternalStorage: Bool = false, isSensitive: Bool = false,
    preservesValueOnDeletion: Bool = false, columnName: String? = nil,
    deprecation: String? = nil, renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, userInfo: [String: String] = [:]
  ) {
    self.name = name
    self.documentation = documentation
    self.type = type
    self.typeAlias = typeAlias
    self.isOptional = isOptional
    self.isTransient = isTransient
    self.isConstant = isConstant
    self.defaultValue = defaultValue
    self.derivation = derivation?.withCountsAsKeyPaths
    self.rules = rules
    self.isUnique = isUnique
    self.isIndexed = isIndexed
    self.isExact = isExact
    self.allowsExternalStorage = allowsExternalStorage
    self.isSensitive = isSensitive
    self.preservesValueOnDeletion = preservesValueOnDeletion
    self.columnName = columnName
    self.deprecation = deprecation
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }
}

extension ObjectExpression {
  /// The expression with each count of members as a key path that ends in `@count`. Compiled
  /// models have the function `count:` in its place.
  fileprivate var withCountsAsKeyPaths: ObjectExpression {
    rewriting { part in
      guard case .function("count:", let arguments) = part, arguments.count == 1,
        case .keyPath(let names, let base) = arguments[0]
      else { return nil }
      return .keyPath(names + ["@count"], of: base)
    }
  }
}

/// The value of an attribute in a new object.
public enum DefaultValue: Sendable, Hashable, Codable {
  /// The same value for every object. A case of an enumeration is represented by its raw value.
  case constant(ConstantValue)
  /// The time at which the object is created.
  case now
  /// A new UUID for every object.
  case uuid
}

extension DefaultValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  /// Creates a default that is the same string for every object.
  public init(stringLiteral text: String) { self = .constant(.string(text)) }

  /// Creates a default that is the same number for every object.
  public init(integerLiteral number: Int64) { self = .constant(.integer(number)) }

  /// Creates a default that is the same Boolean for every object.
  public init(booleanLiteral value: Bool) { self = .constant(.boolean(value)) }
}
