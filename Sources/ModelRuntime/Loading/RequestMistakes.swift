// Common mistakes with requests, rows and sort orders are declared here, with the
// messages that the compiler shows for them; none of these declarations can be called.

// MARK: - Requests

extension Fetchable {
  /// Unavailable: the method is called `where`.
  @available(*, unavailable, renamed: "where")
  public static func filter(_ condition: (Paths<Self>) -> Condition) -> FetchRequest<Self> {
    never()
  }

  /// Unavailable: a context fetches the objects of a request.
  @available(*, unavailable, message: "a context fetches: 'context.fetch(X.all)'")
  public static func fetchAll(_ context: ManagedObjectContext) throws -> [Self] { never() }

  /// Unavailable: a context fetches the objects of a request.
  @available(*, unavailable, message: "a context fetches: 'context.first(X.all)'")
  public static func fetchOne(_ context: ManagedObjectContext) throws -> Self? { never() }

  /// Unavailable: a context counts the objects of a request.
  @available(*, unavailable, message: "a context counts: 'context.count(X.all)'")
  public static func fetchCount(_ context: ManagedObjectContext) throws -> Int { never() }

  /// Unavailable: a request selects values with `selecting`.
  @available(*, unavailable, message: "rows of values are 'X.all.selecting { }'")
  public static func select<Column>(_ column: (Paths<Self>) -> Column) -> FetchRequest<Self> {
    never()
  }

  /// Unavailable: a request is sorted with `sorted`.
  @available(*, unavailable, message: "write 'X.all.sorted { }'")
  public static func order<Order>(by order: (Paths<Self>) -> Order) -> FetchRequest<Self> {
    never()
  }

  /// Unavailable: the generated initialisers take the required values of an
  /// object.
  @available(*, unavailable, message: "write 'X(in: context, …)' with the values that it needs")
  public init(context: ManagedObjectContext) { never() }
}

extension Fetchable {
  /// Unavailable: a property of an object, or one of Swift's Booleans, is not a
  /// condition.
  @available(
    *, unavailable,
    message: """
      this is not a condition: compare a value, such as '== value'; for a to-many relationship, \
      write '.isEmpty' or 'contains { }'; for an object, '!= nil' or '$0.is(X.self)'; for a Bool \
      variable, 'Condition(flag)'
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
      this is not a condition: compare a value, such as '== value'; for a to-many relationship, \
      write '.isEmpty' or 'contains { }'; for an object, '!= nil' or '$0.is(X.self)'; for a Bool \
      variable, 'Condition(flag)'
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

  /// Unavailable: the method is called `selecting`.
  @available(*, unavailable, renamed: "selecting")
  public func select<Column>(_ column: (Paths<Object>) -> Column) -> FetchRequest { never() }

  /// Unavailable: a context counts the objects of a request.
  @available(*, unavailable, message: "a context counts: 'context.count(request)'")
  public func fetchCount(_ context: ManagedObjectContext) throws -> Int { never() }

  /// Unavailable: a fetch returns each object only once.
  @available(
    *, unavailable,
    message: "a fetch returns each object once; for rows, write 'selecting { }.distinct()'"
  )
  public func distinct() -> FetchRequest { never() }

  /// Unavailable: a fetch of objects always includes unsaved changes.
  @available(
    *, unavailable,
    message:
      "fetches include unsaved changes; 'fetch(request, as: X.Snapshot.self)' reads only saved data"
  )
  public var includesPendingChanges: Bool { never() }

  /// Unavailable: the direction is part of the sort key.
  @available(*, unavailable, message: "write 'sorted { $0.title.descending }'")
  public func sorted<Key>(
    by key: (Paths<Object>) -> Key, ascending: Bool
  ) -> FetchRequest { never() }

  /// Unavailable: the method is called `limit`.
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
  /// Unavailable: the method is called `sorted`.
  @available(*, unavailable, renamed: "sorted(by:)")
  @_disfavoredOverload
  public func order<Order>(by order: (Paths<Object>) -> Order) -> FetchRequest { never() }

  /// Unavailable: a sort key is a property of the class, not a string.
  @available(
    *, unavailable, message: "name the value: 'sorted { $0.title }' or '$0.title.descending'"
  )
  public func sorted(by key: String) -> FetchRequest { never() }

  /// Unavailable: the offset is set by a separate method.
  @available(*, unavailable, message: "write 'limit(count).offset(count)'")
  public func limit(_ count: Int, offset: Int) -> FetchRequest { never() }
}

extension ManagedObjectContext {
  /// Unavailable: a context requires a request, not a class.
  @available(*, unavailable, message: "write 'fetch(X.all)' or 'fetch(X.where { })'")
  public func fetch<Object: ManagedObject>(_ type: Object.Type) throws -> [Object] { never() }

  /// Unavailable: a context requires a request, not a class.
  @available(*, unavailable, message: "write 'count(X.all)' or 'count(X.where { })'")
  public func count<Object: ManagedObject>(_ type: Object.Type) throws -> Int { never() }

  /// Unavailable: a context requires a request, not a class.
  @available(*, unavailable, message: "write 'first(X.all)' or 'first(X.where { })'")
  public func first<Object: ManagedObject>(_ type: Object.Type) throws -> Object? { never() }

  /// Unavailable: the condition is part of a request.
  @available(*, unavailable, message: "write 'fetch(X.where { })'")
  public func fetch<Object: ManagedObject>(
    _ type: Object.Type, where condition: (Paths<Object>) -> Condition
  ) throws -> [Object] { never() }

  /// Unavailable: the class of the object is passed as an argument.
  @available(*, unavailable, message: "write 'existingObject(X.self, with: id)'")
  public func object(with id: ObjectID) -> ManagedObject { never() }

  /// Unavailable: conflicts are found when the context is saved.
  @available(*, unavailable, message: "'save()' finds conflicts, and the merge policy decides")
  public func detectConflicts(for object: ManagedObject) { never() }

  /// Unavailable: a context retains only changed objects.
  @available(*, unavailable, message: "write 'insertedObjects', 'updatedObjects' or a fetch")
  public var registeredObjects: Set<ObjectID> { never() }

  /// Unavailable: strings have no sum.
  @available(*, unavailable, message: "strings have no sum; '.count' is the length of a string")
  public func sum<Object: ManagedObject>(
    _ request: FetchRequest<Object>, _ value: (Paths<Object>) -> ValueExpression<String>?
  ) throws -> Int { never() }
}

extension ManagedObject {
  /// Unavailable: a relationship is loaded when it is accessed.
  @available(
    *, unavailable,
    message:
      "relationships are loaded when they are accessed; 'prefetching' loads them with a fetch"
  )
  public func hasFault(forRelationshipNamed name: String) -> Bool { never() }

  /// Unavailable: the IDs are properties of the objects in the relationship.
  @available(*, unavailable, message: "write 'object.items.map(\\.objectID)'")
  public func objectIDs(forRelationshipNamed name: String) -> [ObjectID] { never() }
}

// MARK: - Columns of rows

@available(
  *, unavailable, message: "a composite value cannot be a column; select its elements"
)
extension CompositePaths: RowColumn {
  public typealias ColumnValue = ObjectID
  public var columnExpression: ObjectExpression { never() }
}

@available(
  *, unavailable,
  message: "many objects cannot be a column; select '.count', or a function such as 'sum { }'"
)
extension ToManyPath: RowColumn {
  public typealias ColumnValue = ObjectID
  public var columnExpression: ObjectExpression { never() }
}

@available(
  *, unavailable,
  message: "values of many objects cannot be a column; select their '.max' or '.sum'"
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
