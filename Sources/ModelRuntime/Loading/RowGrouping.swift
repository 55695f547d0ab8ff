/// A grouping of objects in memory, from which rows are computed as SQL does
/// from stored objects.
struct RowGrouping<Object: ManagedObject> {
  private let request: RowRequest<Object>
  private let named: [String: ObjectExpression]

  init(_ request: RowRequest<Object>) {
    self.request = request
    named = request.plan.named
  }

  /// A grouping by the same request, without the names of columns.
  private var inner: RowGrouping { RowGrouping(request, named: [:]) }

  private init(_ request: RowRequest<Object>, named: [String: ObjectExpression]) {
    self.request = request
    self.named = named
  }

  /// A computed row, and the values by which it is sorted.
  private struct Row {
    let values: [ConstantValue]
    let order: [EvaluatedValue]
    /// The error of a value in the row that cannot be read; nil if there is
    /// none.
    let fault: StoreError?
  }

  /// Returns the rows of the given objects, in order, within the limit and offset.
  func rows(_ objects: [ManagedObject]) throws -> [ResultRow] {
    var rows: [Row] = []
    // The objects are sorted by key, in the order in which SQLite reads the rows,
    // because the first one represents its group.
    for group in try groups(objects.sorted { $0._key < $1._key }) {
      let subject = group.first.map { EvaluatedValue.object($0) } ?? .null
      if let having = request.having,
        try !resolved(having, group).evaluate(with: subject, evaluation: .inMemory)
      {
        continue
      }
      rows.append(try row(group, subject))
    }
    if request.isDistinct { rows = distinct(rows) }
    // Equal rows remain in the order of the groups.
    let sorted = rows.enumerated().sorted { precedes($0, $1) }.map(\.element)
    let window = sorted.dropFirst(max(request.request.offset, 0))
      .prefix(max(request.request.limit ?? .max, 0))
    return try window.map { row in
      if let fault = row.fault { throw fault }
      return ResultRow(values: row.values)
    }
  }

  private func row(_ group: [ManagedObject], _ subject: EvaluatedValue) throws -> Row {
    let values = try request.columns.map {
      try inner.resolved($0.expression, group).value(with: subject).constant.withoutNegativeZero
    }
    var order: [EvaluatedValue] = []
    for key in request.request.sortKeys {
      order.append(try resolved(key.value, group).value(with: subject).folded(key.options))
    }
    // Rows with equal sort keys are in the order of these values, as in rows from a
    // store.
    let ties =
      request.isDistinct
      ? values : try request.groups.map { try $0.value(with: subject).constant }
    return Row(values: values, order: order + ties.map(\.tie), fault: fault(of: group))
  }

  /// Returns the error of a column that has its type's default because the row contains
  /// a value of another type.
  ///
  /// Only the columns whose values form the groups matter: a store would create a
  /// separate group for such a value.
  private func fault(of group: [ManagedObject]) -> StoreError? {
    for column in request.columns {
      guard case .keyPath(let names, .evaluatedObject) = column.expression else { continue }
      for object in group { if let error = object.fault(at: names[...]) { return error } }
    }
    return nil
  }

  private func precedes(_ one: (offset: Int, element: Row), _ other: (offset: Int, element: Row))
    -> Bool
  {
    let keys = request.request.sortKeys
    for (index, value) in one.element.order.enumerated() {
      let order = value.sortOrder(to: other.element.order[index])
      if order != .equal {
        return (order == .less) == (index < keys.count ? keys[index].isAscending : true)
      }
    }
    return one.offset < other.offset
  }

  private func groups(_ objects: [ManagedObject]) throws -> [[ManagedObject]] {
    guard request.isGrouped else { return objects.map { [$0] } }
    // Without keys, all objects form one group, even if there are no objects.
    guard !request.groups.isEmpty else { return [objects] }
    var groups: [[ManagedObject]] = []
    var numbers: [[UInt8]: Int] = [:]
    for object in objects {
      let values = try request.groups.map {
        try $0.value(with: .object(object)).constant.withoutNegativeZero
      }
      let key = Self.key(values.map(\.asPlainNumber))
      if let number = numbers[key] {
        groups[number].append(object)
      } else {
        numbers[key] = groups.count
        groups.append([object])
      }
    }
    return groups
  }

  private func distinct(_ rows: [Row]) -> [Row] {
    var seen: Set<[UInt8]> = []
    return rows.filter {
      $0.fault != nil || seen.insert(Self.key($0.values.map(\.asPlainNumber))).inserted
    }
  }

  /// Returns bytes that are equal for two lists of values if and only if the
  /// values are equal. Strings are compared by scalar.
  private static func key(_ values: [ConstantValue]) -> [UInt8] {
    Array(ObjectExpression.constant(.list(values.map(\.asWholeNumber.asText))).format.utf8)
  }
}

extension RowGrouping {
  /// Returns the expression with the functions of the whole group replaced by
  /// their values.
  private func resolved(
    _ expression: ObjectExpression, _ group: [ManagedObject]
  ) throws -> ObjectExpression {
    switch expression {
    case .keyPath(let names, .evaluatedObject) where names.count == 1 && named[names[0]] != nil:
      // Within a column, names refer to properties.
      return try inner.resolved(named[names[0]] ?? expression, group)
    case .function(let name, let arguments)
    where arguments.count == 1 && CollectionFunction(rawValue: name) != nil && request.isGrouped:
      return try aggregate(name, arguments[0], group) ?? expression
    case .function, .aggregate, .cast, .conditional:
      return try expression.map {
        try resolved($0, group)
      } predicate: {
        try resolved($0, group)
      }
    case .constant, .evaluatedObject, .variable, .keyPath, .element, .set, .subquery:
      return expression
    }
  }

  private func aggregate(
    _ name: String, _ argument: ObjectExpression, _ group: [ManagedObject]
  ) throws -> ObjectExpression? {
    var values: [ConstantValue] = []
    let distinct = argument.distinctOperand
    for object in group {
      let value = try inner.resolved(distinct ?? argument, [object]).value(with: .object(object))
      // The function is then one of each object's collection, not of the group.
      if case .collection = value { return nil }
      // Aggregates ignore nil, like those in SQL.
      if !value.isNull { values.append(value.constant) }
    }
    let list = ObjectExpression.constant(.list(values))
    let result = try ObjectExpression.function(
      name, [distinct == nil ? list : .function("distinct:", [list])]
    ).value(with: .null)
    return .constant(result.constant)
  }

  private func resolved(
    _ predicate: ObjectPredicate, _ group: [ManagedObject]
  ) throws -> ObjectPredicate {
    try predicate.map {
      try resolved($0, group)
    } predicate: {
      try resolved($0, group)
    }
  }
}

extension ManagedObject {
  /// Returns the error of the value at the end of a path, which can lead
  /// through to-one relationships; nil if the value can be read.
  fileprivate final func fault(at names: ArraySlice<String>) -> StoreError? {
    if inaccessibilityKind == .damaged, let error = accessError,
      error.propertyNames == [names.joined(separator: ".")]
    {
      return error
    }
    guard names.count > 1, let name = names.first,
      case .object(let subject)? = try? predicateValue(forKey: name),
      let object = subject as? ManagedObject
    else { return nil }
    return object.fault(at: names.dropFirst())
  }
}

extension ConstantValue {
  /// The value by which objects or groups are ordered if their sort keys are
  /// equal; for an object, this is its key, as in a store.
  fileprivate var tie: EvaluatedValue {
    if case .objectID(let id) = self { .integer(id.key) } else { EvaluatedValue(self) }
  }

  /// The value, converted to an integer if it is a whole number, so that 1, 1.0
  /// and true form one group.
  var asWholeNumber: ConstantValue {
    switch self {
    case .boolean(let value): .integer(value ? 1 : 0)
    case .double(let value): Int64(exactly: value).map(ConstantValue.integer) ?? self
    case .null, .integer, .decimal, .string, .date, .data, .uuid, .url, .objectID, .list: self
    }
  }

  /// The value; for a URL, its text as a string.
  fileprivate var asText: ConstantValue {
    EvaluatedValue(self).textValue.map(ConstantValue.string) ?? self
  }

  /// The value, with a decimal converted to another type of number if the two
  /// are equal, so that 3 and 3.0 form one group.
  fileprivate var asPlainNumber: ConstantValue {
    if case .decimal(let value) = self { value.asPlainNumber } else { self }
  }

  /// The value as SQLite stores it, with 0.0 instead of -0.0.
  var withoutNegativeZero: ConstantValue {
    if case .double(0) = self { return .double(0) }
    return self
  }
}
