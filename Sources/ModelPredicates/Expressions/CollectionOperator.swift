/// An operator such as `@count` that a key path applies to a collection.
package enum CollectionOperator: String, CaseIterable, Sendable {
  case count = "@count"
  case sum = "@sum"
  case average = "@avg"
  case minimum = "@min"
  case maximum = "@max"
  case unionOfObjects = "@unionOfObjects"
  case distinctUnionOfObjects = "@distinctUnionOfObjects"
  case unionOfArrays = "@unionOfArrays"
  case distinctUnionOfArrays = "@distinctUnionOfArrays"
  case distinctUnionOfSets = "@distinctUnionOfSets"

  /// Returns a suggestion that contains the operator whose name is most similar
  /// to an unknown name; nil if none is similar.
  package static func suggestion(for name: String) -> String? {
    nearestSuggestion(for: name, in: allCases.map(\.rawValue))
  }
}
