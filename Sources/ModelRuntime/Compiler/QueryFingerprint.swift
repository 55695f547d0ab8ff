internal import ModelSchema

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The key under which a fetch's SQL is kept: everything that decides it, which
/// is all but the values of constants.
///
/// Making it costs much less than compiling a plan; two plans with equal bytes
/// share a statement.
///
/// Invariants:
/// 1. Equal keys have equal SQL and equal parameters. So it holds every name,
///    operator and option, the number of elements wherever there are several,
///    and of a constant what the compiler may look at, its `ConstantTrait`.
/// 2. Constants come in the order in which `Parameterization` numbers them.
/// 3. A key says nothing of the store: it is one connection's.
struct QueryFingerprint {
  /// The plan without its values, as a key.
  private(set) var key: [UInt8]
  /// The values, in the order in which `Parameterization` counts them.
  private(set) var constants: [ConstantValue] = []
  private let store: PersistentStore
  /// The number of levels that may still come; below none it stops.
  private var levels = ObjectPredicate.heightLimit
  private var isTooHigh = false

  /// The key of a plan.
  ///
  /// - Throws: `ObjectPredicateError` for a condition that is nested too deeply.
  init(
    _ plan: FetchPlan, _ entity: CompiledEntity, purpose: FetchPurpose, store: PersistentStore
  ) throws {
    self.store = store
    key = []
    key.reserveCapacity(128)
    key.append(purpose.fingerprint.number)
    add(purpose.fingerprint.text)
    add(entity.index)
    let window: UInt8 = plan.limit != nil || plan.offset > 0 ? 2 : 0
    key.append((plan.includesSubentities ? 1 : 0) | window)
    if let predicate = plan.predicate { add(predicate) } else { key.append(0xFF) }
    for sort in plan.sortKeys {
      key.append(sort.isAscending ? 0xF0 : 0xF1)
      key.append(UInt8(truncatingIfNeeded: sort.options.rawValue))
      add(sort.keyPath)
      if let expression = sort.expression { add(expression) }
    }
    if let cursor = plan.cursor { add(cursor) }
    if isTooHigh { throw ObjectPredicateError.nestedTooDeeply }
  }

  /// Goes a level further inside; false where there is none any more.
  private mutating func descend() -> Bool {
    levels -= 1
    if levels < 0 { isTooHigh = true }
    return !isTooHigh
  }

  /// The values of a cursor come behind those of the condition.
  private mutating func add(_ cursor: FetchCursor) {
    key.append(0xF2)
    for value in cursor.values + [.integer(cursor.key)] {
      constants.append(value)
      add(value)
    }
  }

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

extension QueryFingerprint {
  private mutating func add(_ predicate: ObjectPredicate) {
    defer { levels += 1 }
    guard descend() else { return }
    switch predicate {
    case .constant(let value): key.append(value ? 1 : 2)
    case .and(let parts): add(parts, 3)
    case .or(let parts): add(parts, 4)
    case .not(let part):
      key.append(5)
      add(part)
    case .comparison(let comparison): add(comparison)
    }
  }

  private mutating func add(_ parts: [ObjectPredicate], _ tag: UInt8) {
    key.append(tag)
    add(parts.count)
    for part in parts { add(part) }
  }

  private mutating func add(_ comparison: ObjectPredicate.Comparison) {
    key.append(6)
    key.append(comparison.operator.number)
    key.append(comparison.quantifier == .direct ? 0 : comparison.quantifier == .any ? 1 : 2)
    key.append(UInt8(truncatingIfNeeded: comparison.options.rawValue))
    add(comparison.left)
    add(comparison.right)
  }

  private mutating func add(_ expression: ObjectExpression) {
    defer { levels += 1 }
    guard descend() else { return }
    switch expression {
    case .constant(let value):
      key.append(10)
      constants.append(value)
      levels += 1  // a constant and its value are one level
      add(value)
      levels -= 1
    case .evaluatedObject: key.append(11)
    case .variable(let name):
      key.append(12)
      add(name)
    case .keyPath(let names, let root):
      key.append(13)
      add(names)
      add(root)
    case .function(let name, let arguments):
      key.append(14)
      add(name)
      add(arguments)
    case .aggregate(let elements):
      key.append(15)
      add(elements)
    case .element(let index, let base):
      add(index)
      add(base)
    case .set(let set, let first, let second):
      key.append(16)
      add(set.rawValue)
      add(first)
      add(second)
    case .subquery(let collection, let variable, let predicate):
      key.append(17)
      add(collection)
      add(variable)
      add(predicate)
    case .conditional(let condition, let first, let second):
      key.append(18)
      add(condition)
      add(first)
      add(second)
    case .cast(let value, let type):
      key.append(19)
      add(type)
      add(value)
    }
  }

  private mutating func add(_ expressions: [ObjectExpression]) {
    add(expressions.count)
    for expression in expressions {
      // Words such as the type of a cast belong to the fingerprint.
      if case .constant(.string(let text)) = expression { add(text) }
      add(expression)
    }
  }

  private mutating func add(_ index: ObjectExpression.Index) {
    switch index {
    case .first: key.append(20)
    case .last: key.append(21)
    case .size: key.append(22)
    case .expression(let expression):
      key.append(23)
      add([expression])
    }
  }

  /// Adds what the compiler looks at in a constant.
  private mutating func add(_ value: ConstantValue) {
    defer { levels += 1 }
    guard descend() else { return }
    switch ConstantTrait(value, store) {
    case .kind(let kind): key.append(kind)
    case .root(let index):
      key.append(40)
      add(index)
    case .elements(let elements):
      key.append(41)
      add(elements.count)
      for element in elements { add(element) }
    }
  }
}

/// The traits of a constant that the compiler looks at: its type, and little
/// more.
enum ConstantTrait {
  case kind(UInt8)
  /// An object, by the root entity; -1 for one of another store.
  case root(Int)
  case elements([ConstantValue])

  init(_ value: ConstantValue, _ store: PersistentStore) {
    switch value {
    case .null: self = .kind(0)
    case .boolean: self = .kind(1)
    case .integer(let value): self = .kind(value == 0 ? 3 : 2)
    case .double(let value): self = .kind(value.isNaN ? 5 : 4)
    case .decimal(let value): self = .kind(6 + UInt8(DecimalForm(value).rawValue))
    case .date(let value):
      self = .kind(value.timeIntervalSinceReferenceDate.isNaN ? 5 : 12)
    case .data: self = .kind(13)
    case .uuid: self = .kind(14)
    case .url: self = .kind(15)
    case .string(let text):
      self = .kind(16 + (text.isEmpty ? 1 : 0) + (text.nextPrefix == nil ? 2 : 0))
    case .objectID(let id): self = .root(store.entity(of: id)?.rootIndex ?? -1)
    case .list(let elements): self = .elements(elements)
    }
  }
}

extension ObjectPredicate.Comparison.Operator {
  fileprivate var number: UInt8 {
    switch self {
    case .equal: 0
    case .notEqual: 1
    case .less: 2
    case .lessOrEqual: 3
    case .greater: 4
    case .greaterOrEqual: 5
    case .beginsWith: 6
    case .endsWith: 7
    case .contains: 8
    case .like: 9
    case .matches: 10
    case .in: 11
    case .between: 12
    }
  }
}
