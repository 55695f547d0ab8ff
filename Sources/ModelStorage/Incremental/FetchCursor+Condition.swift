extension FetchCursor {
  /// Returns the condition for objects after the cursor, for a store that can
  /// compare objects by their keys: greater in one key, equal in all keys
  /// before it.
  package func condition(_ keys: [SortKey], _ entity: EntityReference) -> ObjectPredicate {
    var alternatives: [ObjectPredicate] = []
    var equal: [ObjectPredicate] = []
    for (sort, place) in zip(keys, values) {
      if let behind = Self.behind(place, sort) { alternatives.append(.and(equal + [behind])) }
      equal.append(.compare(sort.value, .equal, .constant(place)))
    }
    let id = ConstantValue.objectID(ObjectID(entity: entity, key: key))
    let last = ObjectPredicate.compare(.evaluatedObject, .greater, .constant(id))
    return .or(alternatives + [.and(equal + [last])])
  }

  /// Returns the condition that a value comes after a position in the sort
  /// order, in which nil comes before every value.
  private static func behind(_ place: ConstantValue, _ sort: SortKey) -> ObjectPredicate? {
    let null = ObjectExpression.constant(.null)
    if place == .null {
      return sort.isAscending ? ObjectPredicate.compare(sort.value, .notEqual, null) : nil
    }
    let behind = ObjectPredicate.compare(
      sort.value, sort.isAscending ? .greater : .less, .constant(place))
    return sort.isAscending
      ? behind : ObjectPredicate.or([behind, .compare(sort.value, .equal, null)])
  }
}
