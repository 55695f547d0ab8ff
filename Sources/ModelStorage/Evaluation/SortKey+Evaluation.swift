extension Sequence where Element: PredicateSubject {
  /// Returns the objects sorted by the given keys, the most significant first.
  /// Objects that are equal by all keys keep their order.
  ///
  /// nil comes before every value. Values of different types, which only an
  /// attribute without a type can have, are sorted by type: numbers, dates,
  /// strings, UUIDs, data, objects.
  ///
  /// - Throws: `ObjectPredicateError` for an unknown key, for a path to several
  ///   values, and (`.notFetchable`) for an order that the objects' store does
  ///   not support, unless it is evaluated `.inMemory`.
  /// - Complexity: O(*n* log *n*), where *n* is the number of objects; each key
  ///   is read and folded once.
  public func sorted(
    by keys: [SortKey], evaluation: PredicateEvaluation = .fetchable
  ) throws(ObjectPredicateError) -> [Element] {
    let acceptance =
      evaluation == .inMemory ? nil : Acceptance(of: nil, sortKeys: keys, by: Element.self)
    let values = try keys.map { (key) throws(ObjectPredicateError) in try SortValue(key) }
    var rows: [SortRow<Element>] = []
    let now = Date()
    for element in self {
      try acceptance?.check(element)
      rows.append(SortRow(element, number: rows.count, keys: try values.values(of: element, now)))
    }
    let directions = keys.map(\.isAscending)
    return rows.sorted { $0.precedes($1, directions) }.map(\.element)
  }
}

/// The value that a key sorts by, prepared for many objects.
private struct SortValue {
  let key: SortKey
  private let folding: TextFolding
  /// The computation of the value; nil if the key does not sort by an
  /// expression.
  private let computed: PredicateCompiler.Value?

  init(_ key: SortKey) throws(ObjectPredicateError) {
    self.key = key
    folding = TextFolding(key.options)
    guard let expression = key.expression else {
      computed = nil
      return
    }
    if expression.isTooHigh { throw .nestedTooDeeply }
    var compiler = PredicateCompiler(variables: [:], regularExpressions: nil)
    computed = try compiler.value(expression)
  }

  func value(
    of subject: any PredicateSubject, _ now: Date
  ) throws(ObjectPredicateError) -> EvaluatedValue {
    let value: EvaluatedValue
    if let computed {
      value = try computed(EvaluationScope(subject: .object(subject), now: now))
    } else {
      value = try KeyPathWalk.follow(key.keyPath[...], from: .object(subject))
    }
    if case .collection = value {
      throw ObjectPredicateError(
        .toManyWithoutQuantifier(key.keyPath.joined(separator: ".")),
        suggestion: "only paths to one value can be sorted by")
    }
    return value.textValue.map { .string(folding.fold($0)) } ?? value
  }
}

extension [SortValue] {
  fileprivate func values(
    of subject: any PredicateSubject, _ now: Date
  ) throws(ObjectPredicateError) -> [EvaluatedValue] {
    return try self.map { (value) throws(ObjectPredicateError) in try value.value(of: subject, now)
    }
  }
}

/// An object, with the values that it is sorted by.
private struct SortRow<Element> {
  let element: Element
  private let number: Int
  private let keys: [EvaluatedValue]

  init(_ element: Element, number: Int, keys: [EvaluatedValue]) {
    self.element = element
    self.number = number
    self.keys = keys
  }

  func precedes(_ other: SortRow, _ directions: [Bool]) -> Bool {
    for index in keys.indices {
      let order = keys[index].sortOrder(to: other.keys[index])
      if order != .equal { return (order == .less) == directions[index] }
    }
    return number < other.number
  }
}

extension EvaluatedValue {
  /// Returns the order of two values in a sorted list. Unlike in a comparison,
  /// any two values have an order.
  package func sortOrder(to other: EvaluatedValue) -> ValueOrder {
    if case .equal = ValueOrder(sortRank, other.sortRank) {
      return order(to: other, folding: TextFolding([])) ?? .equal
    }
    return ValueOrder(sortRank, other.sortRank)
  }

  /// The rank of the value's type, which decides the order of values of
  /// different types. NaN has the rank of nil, since SQLite stores it as NULL.
  private var sortRank: Int {
    switch self {
    case .null: 0
    case .double(let value) where value.isNaN: 0
    case .decimal(let value) where value.isNaN: 0
    case .date(let value) where value.timeIntervalSinceReferenceDate.isNaN: 0
    case .boolean, .integer, .double, .decimal: 1
    case .date: 2
    case .string, .url: 3
    case .uuid: 4
    case .data: 5
    case .objectID, .object, .collection: 6
    }
  }
}
