/// A fetch request with a name and parameters.
public struct FetchTemplate: Sendable, Hashable, Codable {
  /// A parameter of a template. A call passes a value for it.
  public struct Parameter: Sendable, Hashable, Codable {
    /// The label of the argument; nil if there is no label.
    public var label: String?
    /// The name of the `$variable`.
    public var name: String
    /// The type of the values that a call passes.
    public var type: ValueType
    /// The value that is used if the call omits the argument; nil if every call
    /// must pass the argument.
    public var defaultValue: ConstantValue?

    /// Creates a parameter. Without a default value, every call must pass the
    /// argument.
    public init(
      label: String? = nil, name: String, type: ValueType, defaultValue: ConstantValue? = nil
    ) {
      self.label = label
      self.name = name
      self.type = type
      self.defaultValue = defaultValue
    }
  }

  /// The kind of result that a fetch returns.
  public enum Result: Sendable, Hashable, Codable {
    /// All objects that match the fetch's condition.
    case objects
    /// The first object that matches; nil if none does.
    case first
    /// The number of objects that match the fetch's condition.
    case count
    /// A Boolean: whether any object matches the fetch's condition.
    case exists
    /// Rows of named values.
    case rows([Column])
    /// One row of named values.
    case row([Column])
  }

  /// A named value in a row.
  public struct Column: Sendable, Hashable, Codable {
    /// The name under which a row contains the value.
    public var name: String
    /// The type of the values; an optional type if a value may be nil.
    public var type: ValueType

    /// Creates a column with a name and a type.
    public init(name: String, type: ValueType) {
      self.name = name
      self.type = type
    }
  }

  /// An expression that a fetch of rows selects.
  public struct Selection: Sendable, Hashable, Codable {
    /// The expression that is computed.
    public var expression: ObjectExpression
    /// The name of the expression's column; nil if it has no name.
    public var name: String?

    /// Creates the selection of an expression, with or without a name for its column.
    public init(_ expression: ObjectExpression, name: String? = nil) {
      self.expression = expression
      self.name = name
    }
  }

  /// The name of the template and of its generated function.
  public var name: String
  /// The documentation comment, with its lines joined by line feeds; nil if
  /// there is none.
  public var documentation: String?
  /// The parameters, in order.
  public var parameters: [Parameter]
  /// The name of the entity whose objects the fetch finds.
  public var entityName: String
  /// The kind of result that the fetch returns.
  public var result: Result
  /// The condition that objects must satisfy; nil for all objects.
  public var predicate: ObjectPredicate?
  /// The condition in predicate format, if an imported model contains it in
  /// this form; otherwise nil.
  public var predicateFormat: String?
  /// The sort keys, the most significant first.
  public var sortKeys: [SortKey]
  /// The maximum number of results; nil for no limit.
  public var limit: ObjectExpression?
  /// The number of results to skip at the beginning; nil to skip none.
  public var offset: ObjectExpression?
  /// The key paths of relationships to prefetch.
  public var prefetchedKeyPaths: [String]
  /// The values that rows consist of.
  public var selections: [Selection]
  /// The key paths that rows are grouped by.
  public var groupKeyPaths: [String]
  /// The condition that a group must satisfy; nil for all groups.
  public var havingPredicate: ObjectPredicate?
  /// True if the fetch may read a whole table (`@scan`).
  public var allowsScan: Bool
  /// Keys and values chosen by the author of the model, for tools to read.
  public var userInfo: [String: String]

  /// Creates a template. By default it fetches all objects of the entity.
  public init(
    name: String, documentation: String? = nil, parameters: [Parameter] = [],
    entityName: String, result: Result = .objects, predicate: ObjectPredicate? = nil,
    predicateFormat: String? = nil, sortKeys: [SortKey] = [], limit: ObjectExpression? = nil,
    offset: ObjectExpression? = nil, prefetchedKeyPaths: [String] = [],
    selections: [Selection] = [], groupKeyPaths: [String] = [],
    havingPredicate: ObjectPredicate? = nil, allowsScan: Bool = false,
    userInfo: [String: String] = [:]
  ) {
    self.name = name
    self.documentation = documentation
    self.parameters = parameters
    self.entityName = entityName
    self.result = result
    self.predicate = predicate
    self.predicateFormat = predicateFormat
    self.sortKeys = sortKeys
    self.limit = limit
    self.offset = offset
    self.prefetchedKeyPaths = prefetchedKeyPaths
    self.selections = selections
    self.groupKeyPaths = groupKeyPaths
    self.havingPredicate = havingPredicate
    self.allowsScan = allowsScan
    self.userInfo = userInfo
  }
}

/// A property whose value is the result of a fetch.
///
/// In its predicate, `$source` (`$FETCH_SOURCE` in Core Data) is the object
/// whose property is read.
public struct FetchedPropertyDescription: Sendable, Hashable, Codable {
  /// The name of the property, which is unique in its entity and the entity's
  /// parents.
  public var name: String
  /// The documentation comment, with its lines joined by line feeds; nil if
  /// there is none.
  public var documentation: String?
  /// The fetch, which has the same name as the property.
  public var request: FetchTemplate
  /// Keys and values chosen by the author of the model, for tools to read.
  public var userInfo: [String: String]

  /// Creates a property whose values are the result of a fetch.
  public init(
    name: String, documentation: String? = nil, request: FetchTemplate,
    userInfo: [String: String] = [:]
  ) {
    self.name = name
    self.documentation = documentation
    self.request = request
    self.userInfo = userInfo
  }

  /// Returns the type of the property's value, given the name of the entity in
  /// some language: a list of objects, or an optional object.
  package func type(of entity: String) -> String {
    request.result == .first ? entity + "?" : "[\(entity)]"
  }
}

/// A query in SQL on the logical views of the entities.
public struct SQLQueryDescription: Sendable, Hashable, Codable {
  /// The name of the query in the model.
  public var name: String
  /// The documentation comment, with its lines joined by line feeds; nil if
  /// there is none.
  public var documentation: String?
  /// The parameters, in order.
  public var parameters: [FetchTemplate.Parameter]
  /// The kind of result that the query returns.
  public var result: FetchTemplate.Result
  /// The text of the query in SQL.
  public var sql: String

  /// Creates a query from its SQL text, its parameters and its kind of result.
  public init(
    name: String, documentation: String? = nil, parameters: [FetchTemplate.Parameter] = [],
    result: FetchTemplate.Result, sql: String
  ) {
    self.name = name
    self.documentation = documentation
    self.parameters = parameters
    self.result = result
    self.sql = sql
  }
}
