/// The notation for conditions in the tables of a model.
///
/// The generator itself writes format strings. A client that knows the model language
/// passes functions that write conditions in that language.
public struct ConditionText {
  /// Writes a condition on the objects of an entity, in a fetch with parameters.
  let ofObjects: (ObjectPredicate, String, [FetchTemplate.Parameter]) -> String
  /// Writes a condition on the values of an attribute.
  let ofValues: (ObjectPredicate, AttributeType) -> String
  /// Writes the expression that an attribute is derived from.
  let derivation: (ObjectExpression, String, AttributeType) -> String

  /// Creates a notation from functions that write conditions on the objects of an
  /// entity, with the parameters of the fetch; conditions on the values of an
  /// attribute; and derivations.
  public init(
    ofObjects: @escaping (ObjectPredicate, String, [FetchTemplate.Parameter]) -> String,
    ofValues: @escaping (ObjectPredicate, AttributeType) -> String,
    derivation: @escaping (ObjectExpression, String, AttributeType) -> String
  ) {
    (self.ofObjects, self.ofValues, self.derivation) = (ofObjects, ofValues, derivation)
  }
}
