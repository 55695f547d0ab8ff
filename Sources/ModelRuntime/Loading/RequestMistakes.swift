// Common mistakes with requests, rows and sort orders are declared here, with the
// messages that the compiler shows for them; none of these declarations can be called.

// MARK: - Requests

extension Fetchable {
  /// Unavailable: the method is called `where`.
  @available(*, unavailable, renamed: "where")
  public static func filter(_ condition: (Paths<Self>) -> Condition) -> FetchRequest<Self> {
    never()
  }

  /// Unavailable: objects are fetched by a context.
  @available(*, unavailable, message: "a context fetches: 'context.fetch(X.all)'")
  public static func fetchAll(_ context: ManagedObjectContext) throws -> [Self] { never() }

  /// Unavailable: objects are fetched by a context.
  @available(*, unavailable, message: "a context fetches: 'context.first(X.all)'")
  public static func fetchOne(_ context: ManagedObjectContext) throws -> Self? { never() }

  /// Unavailable: objects are counted by a context.
  @available(*, unavailable, message: "a context counts: 'context.count(X.all)'")
  public static func fetchCount(_ context: ManagedObjectContext) throws -> Int { never() }

  /// Unavailable: the name is `selecting`, of a request.
  @available(*, unavailable, message: "rows of values are 'X.all.selecting { }'")
  public static func select<Column>(_ column: (Paths<Self>) -> Column) -> FetchRequest<Self> {
    never()
  }

  /// Unavailable: the name is `sorted`, of a request.
  @available(*, unavailable, message: "an order is 'X.all.sorted { }'")
  public static func order<Order>(by order: (Paths<Self>) -> Order) -> FetchRequest<Self> {
    never()
  }

  /// Unavailable: generated initialisers take the values that an object needs.
  @available(*, unavailable, message: "write 'X(in: context, …)' with the values that it needs")
  public init(context: ManagedObjectContext) { never() }
}

extension Fetchable {
  /// Unavailable: a property of an object, or one of Swift's Booleans, is not a
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
  /// Unavailable: a property of an object, or one of Swift's Booleans, is not a
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

  /// Unavailable: the method is called `where`.
  @available(*, unavailable, renamed: "where")
  public func filter(_ condition: (Paths<Object>) -> Condition) -> FetchRequest { never() }

  /// Unavailable: the method is called `sorted`.
  @available(*, unavailable, renamed: "sorted")
  public func order<Order>(_ order: (Paths<Object>) -> Order) -> FetchRequest { never() }

  /// Unavailable: the name is `selecting`.
  @available(*, unavailable, renamed: "selecting")
  public func select<Column>(_ column: (Paths<Object>) -> Column) -> FetchRequest { never() }

  /// Unavailable: contexts count.
  @available(*, unavailable, message: "a context counts: 'context.count(request)'")
  public func fetchCount(_ context: ManagedObjectContext) throws -> Int { never() }

  /// Unavailable: each object comes once.
  @available(*, unavailable, message: "objects come once; rows have 'selecting { }.distinct()'")
  public func distinct() -> FetchRequest { never() }

  /// Unavailable: fetches see unsaved changes.
  @available(
    *, unavailable,
    message: "fetches see unsaved changes, and 'fetch(request, as: X.Snapshot.self)' not"
  )
  public var includesPendingChanges: Bool { never() }

  /// Unavailable: the direction belongs to the value.
  @available(*, unavailable, message: "write 'sorted { $0.title.descending }'")
  public func sorted<Key>(
    by key: (Paths<Object>) -> Key, ascending: Bool
  ) -> FetchRequest { never() }

  /// Unavailable: the name is `limit`.
  @available(*, unavailable, renamed: "limit")
  public func prefix(_ count: Int) -> FetchRequest { never() }

  /// Unavailable: the method is called `offset`.
  @available(*, unavailable, renamed: "offset")
  public func dropFirst(_ count: Int) -> FetchRequest { never() }

  /// Unavailable: objects are sorted by a value, not by a comparison of two objects.
  @available(
    *, unavailable, message: "name the value: 'sorted { $0.title }' or '$0.title.descending'"
  )
  public func sorted(
    by areInOrder: (Paths<Object>, Paths<Object>) -> Condition
  ) -> FetchRequest { never() }
}

extension FetchRequest {
  /// Unavailable: the name is `sorted`.
  @available(*, unavailable, renamed: "sorted(by:)")
  @_disfavoredOverload
  public func order<Order>(by order: (Paths<Object>) -> Order) -> FetchRequest { never() }

  /// Unavailable: an order is by a path of the class.
  @available(
    *, unavailable, message: "name the value: 'sorted { $0.title }' or '$0.title.descending'"
  )
  public func sorted(by key: String) -> FetchRequest { never() }

  /// Unavailable: the offset is set by a separate method.
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

  /// Unavailable: a condition belongs to a request of the class.
  @available(*, unavailable, message: "write 'fetch(X.where { })'")
  public func fetch<Object: ManagedObject>(
    _ type: Object.Type, where condition: (Paths<Object>) -> Condition
  ) throws -> [Object] { never() }

  /// Unavailable: the class is an argument.
  @available(*, unavailable, message: "write 'existingObject(X.self, with: id)'")
  public func object(with id: ObjectID) -> ManagedObject { never() }

  /// Unavailable: a save finds conflicts.
  @available(*, unavailable, message: "'save()' finds conflicts, and the merge policy decides")
  public func detectConflicts(for object: ManagedObject) { never() }

  /// Unavailable: a context holds on to changed objects only.
  @available(*, unavailable, message: "write 'insertedObjects', 'updatedObjects' or a fetch")
  public var registeredObjects: Set<ObjectID> { never() }

  /// Unavailable: texts cannot be added up.
  @available(*, unavailable, message: "texts have no sum: '.count' is the length of one")
  public func sum<Object: ManagedObject>(
    _ request: FetchRequest<Object>, _ value: (Paths<Object>) -> ValueExpression<String>?
  ) throws -> Int { never() }
}

extension ManagedObject {
  /// Unavailable: relationships load by themselves.
  @available(*, unavailable, message: "relationships load by themselves, or by 'prefetching'")
  public func hasFault(forRelationshipNamed name: String) -> Bool { never() }

  /// Unavailable: the relationship has the objects, and they their IDs.
  @available(*, unavailable, message: "write 'object.items.map(\\.objectID)'")
  public func objectIDs(forRelationshipNamed name: String) -> [ObjectID] { never() }
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
