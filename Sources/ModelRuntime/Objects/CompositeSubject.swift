/// A composite value whose elements can be read by predicates.
///
/// Elements are found by reflection. This is slower than reading a column, but
/// it is only needed if a predicate is evaluated in memory.
struct CompositeSubject: PredicateSubject {
  let predicateObjectID: ObjectID? = nil
  let predicateTypeName: String
  let elements: [String: Any]

  init(_ value: Any, typeName: String) {
    predicateTypeName = typeName
    let unwrapped = Self.unwrapped(value)
    if let known = unwrapped as? [String: Any] {
      elements = known
      return
    }
    let children = unwrapped.map { Mirror(reflecting: $0).children.map(\.self) } ?? []
    elements = Dictionary(
      children.compactMap { child in child.label.map { ($0, child.value) } },
      uniquingKeysWith: { first, _ in first })
  }

  var predicateIsNil: Bool {
    elements.values.allSatisfy { element in
      switch element {
      case let value as any AttributeValue: value.constantValue == .null
      case let value as any StoredComposite:
        CompositeSubject(value, typeName: predicateTypeName).predicateIsNil
      default: CompositeSubject(element, typeName: predicateTypeName).elements.isEmpty
      }
    }
  }

  func predicateValue(forKey key: String) throws(ObjectPredicateError) -> EvaluatedValue? {
    // A composite that is nil has no elements, so each element is treated as nil.
    guard !elements.isEmpty else { return .null }
    switch elements[key] {
    case let value as any AttributeValue: return EvaluatedValue(value.constantValue)
    case let value as any StoredComposite:
      return .object(CompositeSubject(value, typeName: "\(type(of: value))"))
    case .some: return .null
    case nil: return nil
    }
  }

  /// Returns an element, or an element of a nested composite, as a constant; null if it
  /// has no value.
  func constant(at path: ArraySlice<String>) -> ConstantValue {
    guard let name = path.first, let element = elements[name] else { return .null }
    guard path.count == 1 else {
      return CompositeSubject(element, typeName: name).constant(at: path.dropFirst())
    }
    return (element as? any AttributeValue)?.constantValue ?? .null
  }

  /// Returns the value in an optional; nil if the optional is empty. Any other
  /// value is returned unchanged.
  static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first?.value
  }
}
