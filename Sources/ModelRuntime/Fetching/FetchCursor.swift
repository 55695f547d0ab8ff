internal import Foundation
internal import ModelPredicates
internal import ModelSchema

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
