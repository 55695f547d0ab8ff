/// A scalar type with its own name and rules.
public struct TypeAliasDescription: Sendable, Hashable, Codable {
  /// The name with which attributes use the alias.
  public var name: String
  /// The documentation comment, with its lines joined by line feeds; nil if there is none.
  public var documentation: String?
  /// The type that the alias stands for.
  public var type: AttributeType
  /// The rules of every attribute that uses the alias.
  public var rules: [ValidationRule]

  /// Creates a type alias, with rules for every attribute that uses it.
  public init(
    name: String, documentation: String? = nil, type: AttributeType, rules: [ValidationRule] = []
  ) {
    self.name = name
    self.documentation = documentation
    self.type = type
    self.rules = rules
  }
}

/// An enumeration whose cases are stored as their raw values.
public struct EnumerationDescription: Sendable, Hashable, Codable {
  /// A case, with the value that is stored for it.
  public struct Case: Sendable, Hashable, Codable {
    /// The name of the case in Swift.
    public var name: String
    /// The documentation comment, with its lines joined by line feeds; nil if there is none.
    public var documentation: String?
    /// The value that is stored for the case.
    public var rawValue: ConstantValue
    /// The deprecation message of the generated declaration; nil if the declaration is not
    /// deprecated.
    public var deprecation: String?

    /// Creates a case with its stored value.
    public init(
      name: String, documentation: String? = nil, rawValue: ConstantValue,
      deprecation: String? = nil
    ) {
      self.name = name
      self.documentation = documentation
      self.rawValue = rawValue
      self.deprecation = deprecation
    }
  }

  /// The name of the enumeration in Swift.
  public var name: String
  /// The documentation comment, with its lines joined by line feeds; nil if there is none.
  public var documentation: String?
  /// The type of the raw values: an integer type or a string.
  public var rawType: AttributeType
  /// The cases, in the order in which they were declared.
  public var cases: [Case]
  /// The name of the case for stored values that have no case; nil if such a value is an error.
  public var unknownCase: String?
  /// Keys and values chosen by the author of the model, for tools to read.
  public var userInfo: [String: String]

  /// Creates an enumeration. If there is no unknown case, a stored value that has no case is an
  /// error.
  public init(
    name: String, documentation: String? = nil, rawType: AttributeType, cases: [Case],
    unknownCase: String? = nil, userInfo: [String: String] = [:]
  ) {
    self.name = name
    self.documentation = documentation
    self.rawType = rawType
    self.cases = cases
    self.unknownCase = unknownCase
    self.userInfo = userInfo
  }
}

/// A composite attribute type, which combines several values under one name.
public struct CompositeDescription: Sendable, Hashable, Codable {
  /// The name of the type in Swift.
  public var name: String
  /// The documentation comment, with its lines joined by line feeds; nil if there is none.
  public var documentation: String?
  /// The elements of the type, in the order in which they were declared.
  public var elements: [AttributeDescription]
  /// Keys and values chosen by the author of the model, for tools to read.
  public var userInfo: [String: String]

  /// Creates a composite type from its elements.
  public init(
    name: String, documentation: String? = nil, elements: [AttributeDescription],
    userInfo: [String: String] = [:]
  ) {
    self.name = name
    self.documentation = documentation
    self.elements = elements
    self.userInfo = userInfo
  }
}

/// The type of a parameter, or of a column in a result.
public indirect enum ValueType: Sendable, Hashable, Codable {
  /// An attribute type; the name is the alias with which the model wrote it.
  case attribute(AttributeType, typeAlias: String? = nil)
  /// An object of an entity.
  case object(String)
  /// An array of values of the same type.
  case list(ValueType)
  /// A value of a type, or nil.
  case optional(ValueType)
}
