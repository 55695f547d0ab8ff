/// A value as an element of a set, compared as by `==`.
struct HashedValue: Hashable {
  private let value: EvaluatedValue

  init(_ value: EvaluatedValue) {
    self.value = value
  }

  static func == (left: HashedValue, right: HashedValue) -> Bool {
    left.value.equals(right.value, folding: TextFolding([]))
  }

  func hash(into hasher: inout Hasher) {
    if let number = EvaluatedNumber(value) {
      // Equal numbers have the same nearest Double.
      hasher.combine(number.double)
    } else if let text = value.textValue {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    } else {
      hashOther(into: &hasher)
    }
  }

  private func hashOther(into hasher: inout Hasher) {
    switch value {
    case .date(let date): hasher.combine(date)
    case .data(let data): hasher.combine(data)
    case .uuid(let uuid): hasher.combine(uuid)
    // An object equals its ID.
    case .objectID(let id): hasher.combine(Optional(id))
    case .object(let subject): hasher.combine(subject.predicateObjectID)
    case .collection(let elements): hasher.combine(elements.count)
    default: break
    }
  }
}

/// Removes duplicates from collections. The first of several equal elements is
/// kept.
enum DistinctValues {
  static func distinct(_ elements: [EvaluatedValue]) -> [EvaluatedValue] {
    var seen: Set<HashedValue> = []
    return elements.filter { seen.insert(HashedValue($0)).inserted }
  }

  static func combine(
    _ set: ObjectExpression.SetOperator, _ first: [EvaluatedValue], _ second: [EvaluatedValue]
  ) -> [EvaluatedValue] {
    let others = Set(second.map(HashedValue.init))
    switch set {
    case .union: return distinct(first + second)
    case .intersect: return distinct(first.filter { others.contains(HashedValue($0)) })
    case .minus: return distinct(first.filter { !others.contains(HashedValue($0)) })
    }
  }
}
