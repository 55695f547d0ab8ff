// Common mistakes with requests, rows and orders, declared with the message that the
// compiler then shows; nothing here can be called.

// MARK: - Requests

extension Fetchable {
  /// Unavailable: the name is `where`.
  @available(*, unavailable, renamed: "where")
  public static func filter(_ condition: (Paths<Self>) -> Condition) -> FetchRequest<Self> {
    never()
  }

  /// Unavailable: contexts fetch.
  @available(*, unavailable, message: "a context fetches: 'context.fetch(X.all)'")
  public static func fetchAll(_ context: ManagedObjectContext) throws -> [Self] { never() }

  /// Unavailable: contexts fetch.
  @available(*, unavailable, message: "a context fetches: 'context.first(X.all)'")
  public static func fetchOne(_ context: ManagedObjectContext) throws -> Self? { never() }

  /// Unavailable: contexts count.
  @available(*, unavailable, message: "a context counts: 'context.count(X.all)'")
  public static func fetchCount(_ context: ManagedObjectContext) throws -> Int { never() }
}

extension Fetchable {
  /// Unavailable: a property of an object, or one of Swift's truth values, is not a
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
  /// Unavailable: a property of an object, or one of Swift's truth values, is not a
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

  /// Unavailable: the name is `where`.
  @available(*, unavailable, renamed: "where")
  public func filter(_ condition: (Paths<Object>) -> Condition) -> FetchRequest { never() }

  /// Unavailable: the name is `sorted`.
  @available(*, unavailable, renamed: "sorted")
  public func order<Order>(_ order: (Paths<Object>) -> Order) -> FetchRequest { never() }

  /// Unavailable: the name is `limit`.
  @available(*, unavailable, renamed: "limit")
  public func prefix(_ count: Int) -> FetchRequest { never() }

  /// Unavailable: the name is `offset`.
  @available(*, unavailable, renamed: "offset")
  public func dropFirst(_ count: Int) -> FetchRequest { never() }

  /// Unavailable: an order is by a value of an object, not by a comparison of two.
  @available(
    *, unavailable, message: "name the value: 'sorted { $0.title }' or '$0.title.descending'"
  )
  public func sorted(
    by areInOrder: (Paths<Object>, Paths<Object>) -> Condition
  ) -> FetchRequest { never() }
}

extension FetchRequest {
  /// Unavailable: an order is by a path of the class.
  @available(
    *, unavailable, message: "name the value: 'sorted { $0.title }' or '$0.title.descending'"
  )
  public func sorted(by key: String) -> FetchRequest { never() }

  /// Unavailable: the offset is a call of its own.
  @available(*, unavailable, message: "write 'limit(count).offset(count)'")
  public func limit(_ count: Int, offset: Int) -> FetchRequest { never() }
}

extension ManagedObjectContext {
  /// Unavailable: a class is not a request.
  @available(*, unavailable, message: "write 'fetch(X.all)' or 'fetch(X.where { })'")
  public func fetch<Object: ManagedObject>(_ type: Object.Type) throws -> [Object] { never() }

  /// Unavailable: a class is not a request.
  @available(*, unavailable, message: "write 'count(X.all)' or 'count(X.where { })'")
  public func count<Object: ManagedObject>(_ type: Object.Type) throws -> Int { never() }

  /// Unavailable: a class is not a request.
  @available(*, unavailable, message: "write 'first(X.all)' or 'first(X.where { })'")
  public func first<Object: ManagedObject>(_ type: Object.Type) throws -> Object? { never() }

  /// Unavailable: classes have requests.
  @available(*, unavailable, message: "write 'fetch(X.where { })'")
  public func fetch<Object: ManagedObject>(
    _ type: Object.Type, where condition: (Paths<Object>) -> Condition
  ) throws -> [Object] { never() }

  /// Unavailable: texts cannot be added up.
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
