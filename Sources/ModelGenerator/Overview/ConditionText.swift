/// The notation in which conditions are written in the tables of a model.
///
/// By default, the generator writes format strings. A client that knows the
/// model language passes functions that write conditions in that language.
public struct ConditionText {
  /// A closure that writes a condition on the objects of the named entity, in a
  /// fetch with the given parameters.
  let ofObjects: (ObjectPredicate, String, [FetchTemplate.Parameter]) -> String
  /// A closure that writes a condition on the values of an attribute.
  let ofValues: (ObjectPredicate, AttributeType) -> String
  /// A closure that writes the expression from which an attribute of the named
  /// entity is derived.
  let derivation: (ObjectExpression, String, AttributeType) -> String

  /// Creates a notation from the functions that write conditions and
  /// derivations.
  ///
  /// - Parameters:
  ///   - ofObjects: Writes a condition on the objects of the named entity, in a
  ///     fetch with the given parameters.
  ///   - ofValues: Writes a condition on the values of an attribute.
  ///   - derivation: Writes the expression from which an attribute is derived.
  public init(
    ofObjects: @escaping (ObjectPredicate, String, [FetchTemplate.Parameter]) -> String,
    ofValues: @escaping (ObjectPredicate, AttributeType) -> String,
    derivation: @escaping (ObjectExpression, String, AttributeType) -> String
  ) {
    (self.ofObjects, self.ofValues, self.derivation) = (ofObjects, ofValues, derivation)
  }
}
