// Mistakes that are easily made with requests, rows and orders, with the sentence that the
// compiler answers them with; nothing here can be called.

// MARK: - Requests

extension Fetchable {
  /// `where`.
  @available(*, unavailable, renamed: "where")
  public static func filter(_ condition: (Paths<Self>) -> Condition) -> FetchRequest<Self> {
    never()
  }

  /// Contexts fetch.
  @available(*, unavailable, message: "a context fetches: 'context.fetch(X.all)'")
  public static func fetchAll(_ context: ManagedObjectContext) throws -> [Self] { never() }

  /// Contexts fetch.
  @available(*, unavailable, message: "a context fetches: 'context.first(X.all)'")
  public static func fetchOne(_ context: ManagedObjectContext) throws -> Self? { never() }

  /// Contexts count.
  @available(*, unavailable, message: "a context counts: 'context.count(X.all)'")
  public static func fetchCount(_ context: ManagedObjectContext) throws -> Int { never() }
}

extension Fetchable {
  /// Refuses a property of an object, or a truth value of Swift's, as a
  /// condition.
  @available(
    *, unavailable,
    message: """
      this is no condition: compare a value, as with '== value' (numbers of all types compare as they \
      are); many objects are asked for by '.isEmpty' or 'contains { }', an object by '!= nil' or \
      '$0.is(X.self)', and a Bool of yours is 'Condition(flag)'
      """
  )
  @_disfavoredOverload
  public static func `where`<Column: RowColumn>(
    _ condition: (Paths<Self>) -> Column
  ) -> FetchRequest<Self> { never() }
}

extension FetchRequest {
  /// Refuses a property of an object, or a truth value of Swift's, as a
  /// condition.
  @available(
    *, unavailable,
    message: """
      this is no condition: compare a value, as with '== value' (numbers of all types compare as they \
      are); many objects are asked for by '.isEmpty' or 'contains { }', an object by '!= nil' or \
      '$0.is(X.self)', and a Bool of yours is 'Condition(flag)'
      """
  )
  @_disfavoredOverload
  public func `where`<Column: RowColumn>(
    _ condition: (Paths<Object>) -> Column
  ) -> FetchRequest { never() }

  /// `where`.
  @available(*, unavailable, renamed: "where")
  public func filter(_ condition: (Paths<Object>) -> Condition) -> FetchRequest { never() }

  /// `sorted`.
  @available(*, unavailable, renamed: "sorted")
  public func order<Order>(_ order: (Paths<Object>) -> Order) -> FetchRequest { never() }

  /// `limit`.
  @available(*, unavailable, renamed: "limit")
  public func prefix(_ count: Int) -> FetchRequest { never() }

  /// `offset`.
  @available(*, unavailable, renamed: "offset")
  public func dropFirst(_ count: Int) -> FetchRequest { never() }

  /// Two objects are not compared, but values of one.
  @available(
    *, unavailable, message: "name the value: 'sorted { $0.title }' or '$0.title.descending'"
  )
  public func sorted(
    by areInOrder: (Paths<Object>, Paths<Object>) -> Condition
  ) -> FetchRequest { never() }
}

extension FetchRequest {
  /// A key is a path of the class.
  @available(
    *, unavailable, message: "name the value: 'sorted { $0.title }' or '$0.title.descending'"
  )
  public func sorted(by key: String) -> FetchRequest { never() }

  /// The offset is a call by itself.
  @available(*, unavailable, message: "write 'limit(count).offset(count)'")
  public func limit(_ count: Int, offset: Int) -> FetchRequest { never() }
}

extension ManagedObjectContext {
  /// A class is no request.
  @available(*, unavailable, message: "write 'fetch(X.all)' or 'fetch(X.where { })'")
  public func fetch<Object: ManagedObject>(_ type: Object.Type) throws -> [Object] { never() }

  /// A class is no request.
  @available(*, unavailable, message: "write 'count(X.all)' or 'count(X.where { })'")
  public func count<Object: ManagedObject>(_ type: Object.Type) throws -> Int { never() }

  /// A class is no request.
  @available(*, unavailable, message: "write 'first(X.all)' or 'first(X.where { })'")
  public func first<Object: ManagedObject>(_ type: Object.Type) throws -> Object? { never() }

  /// A class has requests.
  @available(*, unavailable, message: "write 'fetch(X.where { })'")
  public func fetch<Object: ManagedObject>(
    _ type: Object.Type, where condition: (Paths<Object>) -> Condition
  ) throws -> [Object] { never() }

  /// Texts are not summed.
  @available(*, unavailable, message: "texts have no sum: '.count' is the length of one")
  public func sum<Object: ManagedObject>(
    _ request: FetchRequest<Object>, _ value: (Paths<Object>) -> ValueExpression<String>?
  ) throws -> Int { never() }
}

// MARK: - Columns of rows

@available(
  *, unavailable, message: "a composite value is no column: name its elements, each as one"
)
extension CompositePaths: RowColumn {
  public typealias ColumnValue = ObjectID
  public var columnExpression: ObjectExpression { never() }
}

@available(
  *, unavailable, message: "many objects are no column: take '.count', or 'sum { }' and its kind"
)
extension ToManyPath: RowColumn {
  public typealias ColumnValue = ObjectID
  public var columnExpression: ObjectExpression { never() }
}

@available(
  *, unavailable, message: "values of many objects are no column: take '.max' or '.sum' of them"
)
extension MemberValues: RowColumn {
  public typealias ColumnValue = ObjectID
  public var columnExpression: ObjectExpression { never() }
}

// MARK: - Orders

@available(
  *, unavailable,
  message: "an object has no order: sort by one of its properties, such as '$0.author.name'"
)
extension Paths: SortKeys {
  public var sortKeys: [SortKey] { never() }
}

@available(
  *, unavailable,
  message: "a composite value has no order: sort by its elements, such as '$0.home.city'"
)
extension CompositePaths: SortKeys {
  public var sortKeys: [SortKey] { never() }
}

@available(*, unavailable, message: "many objects have no order: sort by '.count' or a sum of them")
extension ToManyPath: SortKeys {
  public var sortKeys: [SortKey] { never() }
}

@available(*, unavailable, message: "many values have no order: sort by '.max' or '.sum' of them")
extension MemberValues: SortKeys {
  public var sortKeys: [SortKey] { never() }
}
