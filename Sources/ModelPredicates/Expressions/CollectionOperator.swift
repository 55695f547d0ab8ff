/// A collection operator of a key path.
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

  /// A suggestion for an unknown name.
  package static func suggestion(for name: String) -> String? {
    nearestSuggestion(for: name, in: allCases.map(\.rawValue))
  }
}
