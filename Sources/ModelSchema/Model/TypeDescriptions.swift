/// A scalar type with a name and rules of its own.
public struct TypeAliasDescription: Sendable, Hashable, Codable {
  /// Name of the alias.
  public var name: String
  /// Documentation comment.
  public var documentation: String?
  /// The type that the alias stands for.
  public var type: AttributeType
  /// The rules that every attribute of the alias has.
  public var rules: [ValidationRule]

  /// Makes a type alias.
  public init(
    name: String, documentation: String? = nil, type: AttributeType, rules: [ValidationRule] = []
  ) {
    self.name = name
    self.documentation = documentation
    self.type = type
    self.rules = rules
  }
}

/// An enumeration whose cases are stored by their raw values.
public struct EnumerationDescription: Sendable, Hashable, Codable {
  /// A case of an enumeration.
  public struct Case: Sendable, Hashable, Codable {
    /// Name of the case.
    public var name: String
    /// Documentation comment.
    public var documentation: String?
    /// The value that a store holds for the case.
    public var rawValue: ConstantValue
    /// Message of the deprecation that generated code carries.
    public var deprecation: String?

    /// Makes a case.
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

  /// Name of the enumeration.
  public var name: String
  /// Documentation comment.
  public var documentation: String?
  /// Type of the raw values: an integer type or text.
  public var rawType: AttributeType
  /// The cases, in the order they were declared.
  public var cases: [Case]
  /// Name of the case for stored values without a case of their own; nil if such a
  /// value is an error.
  public var unknownCase: String?
  /// Free keys and values, kept for tools.
  public var userInfo: [String: String]

  /// Makes an enumeration.
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

/// A composite attribute type: several values under one name.
public struct CompositeDescription: Sendable, Hashable, Codable {
  /// Name of the type.
  public var name: String
  /// Documentation comment.
  public var documentation: String?
  /// The elements of the type, in the order they were declared.
  public var elements: [AttributeDescription]
  /// Free keys and values, kept for tools.
  public var userInfo: [String: String]

  /// Makes a composite type.
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

/// Type of a parameter, or of a column of a result.
public indirect enum ValueType: Sendable, Hashable, Codable {
  /// An attribute type; the name is the alias with which the model wrote it.
  case attribute(AttributeType, typeAlias: String?)
  /// An object of an entity.
  case object(String)
  /// An array.
  case list(ValueType)
  /// An optional value.
  case optional(ValueType)
}
