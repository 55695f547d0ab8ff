internal import ModelPredicates
internal import ModelSchema

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A place in the order of a fetch: behind an object, whatever is inserted or
/// deleted before it.
///
/// It can be kept and sent; it is good for the order that it was made with.
public struct FetchCursor: Sendable, Hashable, Codable {
  /// The values that the object was sorted by.
  var values: [ConstantValue]
  /// The primary key, which decides between objects that are equal by all keys.
  var key: Int64
}

/// Some objects of a fetch and the place where it goes on.
public struct FetchPage<Object: ManagedObject> {
  /// The objects, in order.
  public let objects: [Object]
  /// The place where the next page begins; nil after the last.
  public let next: FetchCursor?
}

extension ManagedObjectContext {
  /// A page of what a request asks for.
  ///
  /// Unlike an offset, a cursor costs no more on late pages, and what is
  /// inserted or deleted in the meantime neither repeats objects nor skips any.
  /// The request's own limit and offset are left out of account.
  ///
  /// - Throws: As `fetch(_:)`, and `StoreError` (`.untranslatable`) for a cursor of
  ///   another order.
  public func page<Object: ManagedObject>(
    of request: FetchRequest<Object>, after cursor: FetchCursor? = nil, size: Int
  ) throws -> FetchPage<Object> {
    var plan = request.plan
    plan.offset = 0
    plan.limit = max(size, 0)
    plan.cursor = cursor
    guard cursor.map({ $0.values.count == plan.sortKeys.count }) ?? true else {
      throw StoreError(.untranslatable, "the cursor was made with another order")
    }
    let found = try objects(plan, entity(of: Object.self))
    // A full page may still be the last; then the next one is empty.
    let isLast = found.count < max(size, 0) || size <= 0
    let next = isLast ? nil : try found.last.map { try FetchCursor($0, plan.sortKeys) }
    return FetchPage(objects: unsafeDowncast(found, to: Object.self), next: next)
  }
}

extension FetchCursor {
  /// The place of an object.
  init(_ object: ManagedObject, _ keys: [SortKey]) throws {
    values = try keys.map { key in
      try key.value
        .value(with: .object(object)).constant
    }
    key = object._key
  }

  /// Returns the sorted objects that come behind the place.
  func objects(behind objects: [ManagedObject], _ keys: [SortKey]) throws -> [ManagedObject] {
    let place = values.map { EvaluatedValue($0) }
    return try objects.filter { object in
      for (index, sort) in keys.enumerated() {
        let value = try sort.value
          .value(with: .object(object))
        let order = value.folded(sort.options).sortOrder(to: place[index].folded(sort.options))
        if order != .equal { return (order == .greater) == sort.isAscending }
      }
      return object._key > key
    }
  }
}

extension EvaluatedValue {
  /// A text folded, other values as they are.
  func folded(_ options: StringOptions) -> EvaluatedValue {
    switch self {
    case .string(let text): .string(TextFolding(options).fold(text))
    case .url(let url): .string(TextFolding(options).fold(url.absoluteString))
    default: self
    }
  }
}

extension SQLCompiler {
  /// The condition on objects behind a place: greater by a key, equal by those
  /// before it.
  mutating func behind(_ cursor: FetchCursor, _ keys: [SortKey]) throws -> SQLFragment {
    // The cursor's values and its key are the last constants.
    let first = constants.count - cursor.values.count - 1
    var alternatives: [SQLFragment] = []
    var equal: [SQLFragment] = []
    for (index, key) in keys.enumerated() {
      let value = try foldedOrder(key) ?? sortedValue(key)
      let place = SQLFragment.parameter(
        SQLParameter(source: .constant(first + index), form: try form(of: first + index, key)))
      let isNil = constants[first + index] == .null
      if let behind = behind(value, place, isNil: isNil, key.isAscending) {
        alternatives.append((equal + [behind]).joined(" AND "))
      }
      equal.append(isNil ? value + " IS NULL" : value + " = " + place)
    }
    let key = SQLFragment.parameter(SQLParameter(source: .constant(constants.count - 1)))
    alternatives.append((equal + ["t0.Z_PK > " + key]).joined(" AND "))
    return alternatives.map { "(" + $0 + ")" }.combined(" OR ")
  }

  /// The form in which a value of a cursor is compared with a sorted one.
  private mutating func form(
    of number: Int, _ key: SortKey
  ) throws -> SQLParameter.Form {
    let value = try value(key.value)
    if value.exactColumn != nil || value.type == .number(.digits) { return .exact }
    if value.type == .number(.tagged), case .decimal = constants[number] { return .real }
    switch constants[number] {
    case .string, .url: return .folded(key.options)
    // An object is sorted by whether there is one.
    case .objectID: return .exists
    case .decimal(let value): return DecimalForm(value) == .real ? .real : .whole
    default: return .stored
    }
  }

  /// nil comes before every value.
  private func behind(
    _ value: SQLFragment, _ place: SQLFragment, isNil: Bool, _ isAscending: Bool
  ) -> SQLFragment? {
    switch (isAscending, isNil) {
    case (true, true): value + " IS NOT NULL"
    case (true, false): value + " > " + place
    case (false, true): nil
    case (false, false): "(" + value + " < " + place + " OR " + value + " IS NULL)"
    }
  }
}
