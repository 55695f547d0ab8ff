/// A reader of the values by which objects are sorted, which looks up names only once.
final class SortReader {
  let key: SortKey
  private let expression: ObjectExpression
  /// The numbers of the properties on the path, by index in the path and entity index.
  private var numbers: [[Int: Int]]

  /// The number that represents a property that must be evaluated as an expression.
  private static let unknown = -1

  init(_ key: SortKey) {
    self.key = key
    expression = key.value
    numbers = Array(repeating: [:], count: key.keyPath.count)
  }

  /// True if the value can depend on objects other than the sorted one.
  var leadsElsewhere: Bool { key.keyPath.count > 1 || key.expression != nil }

  /// Returns the value by which an object is sorted. Strings are folded.
  func value(of start: ManagedObject) throws -> EvaluatedValue {
    var object = start
    let last = numbers.count - 1
    for place in numbers.indices {
      let entity = object._batch.entity
      let number = number(place, entity)
      // The binding reads the value without a lookup by name.
      if place == last, number != Self.unknown, let constant = entity.bindings[number]?.constant {
        return EvaluatedValue(constant(object)).folded(key.options)
      }
      // Paths through to-many relationships, unknown names and missing objects, whose
      // number is 0, are evaluated as expressions below.
      guard place < last, number != Self.unknown, let relationship = entity.relationship(number),
        !relationship.isToMany
      else { break }
      if object._flags.contains(.fault) { object.fire() }
      let reference = object._reference(number)
      guard reference != 0, let context = object._batch.context,
        let next = object.destination(relationship, key: reference, in: context)
      else { break }
      object = next
    }
    return try expression.value(with: .object(start)).folded(key.options)
  }

  private func number(_ place: Int, _ entity: CompiledEntity) -> Int {
    if let known = numbers[place][entity.index] { return known }
    let number = entity.property(named: key.keyPath[place])?.number ?? Self.unknown
    numbers[place][entity.index] = number
    return number
  }
}

/// The order of a list, with a reader for each sort key.
struct ListOrder {
  let readers: [SortReader]

  init(_ keys: [SortKey]) {
    readers = keys.map { SortReader($0) }
  }

  /// True if the sort values of an object can depend on other objects.
  var leadsElsewhere: Bool { readers.contains(where: \.leadsElsewhere) }

  /// Returns the values by which an object is sorted.
  func values(of object: ManagedObject) throws -> [EvaluatedValue] {
    try readers.map { try $0.value(of: object) }
  }

  /// Returns the order of two lists of values, according to the given number of leading
  /// keys.
  func order(
    _ values: [EvaluatedValue], _ others: [EvaluatedValue], keys count: Int
  ) -> ValueOrder {
    for index in 0..<count {
      let order = values[index].sortOrder(to: others[index])
      if order == .equal { continue }
      return (order == .less) == readers[index].key.isAscending ? .less : .greater
    }
    return .equal
  }
}
