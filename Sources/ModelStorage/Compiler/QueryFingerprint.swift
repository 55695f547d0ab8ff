/// The key under which the SQL of a fetch is cached. It contains everything that the SQL depends
/// on, and therefore not the values of constants.
///
/// Creating a key costs much less than compiling a plan. Two plans with equal keys share
/// a statement.
///
/// Invariants:
/// 1. Plans with equal keys have equal SQL and equal parameters. A key therefore contains every
///    name, operator and option, the number of elements of every list, and those properties of a
///    constant that the compiler may look at.
/// 2. Constants come in the order in which `Parameterization` numbers them.
/// 3. A key does not identify the store, since it is used within one connection.
/// 4. A key can be decoded: every part begins with a mark, which is a case of one enumeration. The
///    values of the case follow, with the length first if it varies. Different trees therefore have
///    different keys.
package struct QueryFingerprint {
  /// The plan without the values of its constants, as bytes.
  package private(set) var key: [UInt8]
  /// The values of the constants, in the order in which `Parameterization` numbers them.
  package private(set) var constants: [ConstantValue] = []
  private let store: PersistentStore
  /// The number of levels that may still be added. A deeper plan is an error.
  private var levels = ObjectPredicate.heightLimit
  private var isTooHigh = false

  /// Creates the key of a plan.
  ///
  /// - Throws: `ObjectPredicateError` if the condition is nested too deeply.
  package init(
    _ plan: FetchPlan, _ entity: CompiledEntity, purpose: FetchPurpose, store: PersistentStore
  ) throws {
    self.store = store
    key = []
    key.reserveCapacity(128)
    key.append(purpose.fingerprint.number)
    add(purpose.fingerprint.text)
    add(entity.index)
    // One bit covers every window, since limit and offset are parameters.
    let window: UInt8 = plan.limit != nil || plan.offset > 0 ? 2 : 0
    key.append((plan.includesSubentities ? 1 : 0) | window)
    if let predicate = plan.predicate { add(predicate) } else { mark(.noPredicate) }
    for sort in plan.sortKeys {
      mark(sort.isAscending ? .ascending : .descending)
      key.append(UInt8(truncatingIfNeeded: sort.options.rawValue))
      add(sort.keyPath)
      if let expression = sort.expression { add(expression) }
    }
    if let cursor = plan.cursor { add(cursor) }
    if isTooHigh { throw ObjectPredicateError.nestedTooDeeply }
  }

  /// Descends one level; returns false if the maximum depth is reached.
  private mutating func descend() -> Bool {
    levels -= 1
    if levels < 0 { isTooHigh = true }
    return !isTooHigh
  }

  /// Adds a cursor. Its values follow the values of the condition.
  private mutating func add(_ cursor: FetchCursor) {
    mark(.cursor)
    for value in cursor.values + [.integer(cursor.key)] {
      constants.append(value)
      add(value)
    }
  }

  /// The key of the same plan if an index, instead of a sorting step, provides
  /// the order.
  package var keyInIndexOrder: [UInt8] { key + [Mark.indexOrder.rawValue] }

  private mutating func mark(_ mark: Mark) { key.append(mark.rawValue) }

  private mutating func add(_ number: Int) {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: number)) { key.append(contentsOf: $0) }
  }

  private mutating func add(_ text: String) {
    add(text.utf8.count)
    key.append(contentsOf: text.utf8)
  }

  private mutating func add(_ names: [String]) {
    add(names.count)
    for name in names { add(name) }
  }
}

/// The first byte of each part of a key.
private enum Mark: UInt8 {
  case noPredicate, always, never, and, or, not, comparison
  case direct, any, all
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  case beginsWith, endsWith, contains, like, matches, `in`, between
  case constant, evaluatedObject, variable, keyPath, function, word, aggregate, element, set
  case subquery, conditional, cast
  case first, last, size, index
  case null, boolean, integer, zero, double, notANumber, decimal, date, data, uuid, url, text
  case object, list
  case ascending, descending, cursor, indexOrder
}

extension QueryFingerprint {
  private mutating func add(_ predicate: ObjectPredicate) {
    defer { levels += 1 }
    guard descend() else { return }
    switch predicate {
    case .constant(let value): mark(value ? .always : .never)
    case .and(let parts): add(parts, .and)
    case .or(let parts): add(parts, .or)
    case .not(let part):
      mark(.not)
      add(part)
    case .comparison(let comparison): add(comparison)
    }
  }

  private mutating func add(_ parts: [ObjectPredicate], _ mark: Mark) {
    self.mark(mark)
    add(parts.count)
    for part in parts { add(part) }
  }

  private mutating func add(_ comparison: ObjectPredicate.Comparison) {
    mark(.comparison)
    mark(Mark(comparison.operator))
    mark(Mark(comparison.quantifier))
    key.append(UInt8(truncatingIfNeeded: comparison.options.rawValue))
    add(comparison.left)
    add(comparison.right)
  }

  private mutating func add(_ expression: ObjectExpression) {
    defer { levels += 1 }
    guard descend() else { return }
    switch expression {
    case .constant(let value):
      mark(.constant)
      constants.append(value)
      levels += 1  // a constant and its value are one level
      add(value)
      levels -= 1
    case .evaluatedObject: mark(.evaluatedObject)
    case .variable(let name):
      mark(.variable)
      add(name)
    case .keyPath(let names, let root):
      mark(.keyPath)
      add(names)
      add(root)
    case .function(let name, let arguments):
      mark(.function)
      add(name)
      add(arguments)
    case .aggregate(let elements):
      mark(.aggregate)
      add(elements)
    case .element(let index, let base):
      mark(.element)
      add(index)
      add(base)
    case .set(let set, let first, let second):
      mark(.set)
      add(set.rawValue)
      add(first)
      add(second)
    case .subquery(let collection, let variable, let predicate):
      mark(.subquery)
      add(collection)
      add(variable)
      add(predicate)
    case .conditional(let condition, let first, let second):
      mark(.conditional)
      add(condition)
      add(first)
      add(second)
    case .cast(let value, let type):
      mark(.cast)
      add(type)
      add(value)
    }
  }

  private mutating func add(_ expressions: [ObjectExpression]) {
    add(expressions.count)
    for expression in expressions {
      // Strings such as the type of a cast are part of the key.
      if case .constant(.string(let text)) = expression {
        mark(.word)
        add(text)
      }
      add(expression)
    }
  }

  private mutating func add(_ index: ObjectExpression.Index) {
    switch index {
    case .first: mark(.first)
    case .last: mark(.last)
    case .size: mark(.size)
    case .expression(let expression):
      mark(.index)
      add([expression])
    }
  }

  /// Adds the facts that the compiler looks at about a constant: its type, and little more.
  private mutating func add(_ value: ConstantValue) {
    defer { levels += 1 }
    guard descend() else { return }
    switch value {
    case .null: mark(.null)
    case .boolean: mark(.boolean)
    case .integer(let value): mark(value == 0 ? .zero : .integer)
    case .double(let value): mark(value.isNaN ? .notANumber : .double)
    case .decimal(let value):
      mark(.decimal)
      key.append(UInt8(DecimalForm(value).rawValue))
    case .date(let value):
      mark(value.timeIntervalSinceReferenceDate.isNaN ? .notANumber : .date)
    case .data: mark(.data)
    case .uuid: mark(.uuid)
    case .url: mark(.url)
    case .string(let text):
      mark(.text)
      key.append((text.isEmpty ? 1 : 0) | (text.nextPrefix == nil ? 2 : 0))
    case .objectID(let id):
      // The root entity determines which objects the constant can be compared with. An object of
      // another store has no root entity here.
      mark(.object)
      add(store.entity(of: id)?.rootIndex ?? -1)
    case .list(let elements):
      mark(.list)
      add(elements.count)
      for element in elements { add(element) }
    }
  }
}

extension Mark {
  fileprivate init(_ quantifier: ObjectPredicate.Comparison.Quantifier) {
    self =
      switch quantifier {
      case .direct: .direct
      case .any: .any
      case .all: .all
      }
  }

  fileprivate init(_ operator: ObjectPredicate.Comparison.Operator) {
    self =
      switch `operator` {
      case .equal: .equal
      case .notEqual: .notEqual
      case .less: .less
      case .lessOrEqual: .lessOrEqual
      case .greater: .greater
      case .greaterOrEqual: .greaterOrEqual
      case .beginsWith: .beginsWith
      case .endsWith: .endsWith
      case .contains: .contains
      case .like: .like
      case .matches: .matches
      case .in: .in
      case .between: .between
      }
  }
}
