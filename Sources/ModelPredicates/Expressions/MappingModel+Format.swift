extension MappingModel.Entity {
  /// Says which expression, as format text, the values of a property come
  /// from: `mapping.map("length", format: "length($source.name)")`.
  ///
  /// - Throws: `ObjectPredicateError` with the place in the text.
  public mutating func map(
    _ name: String, format: String, _ arguments: (any PredicateArgument)?...
  ) throws(ObjectPredicateError) {
    map(name, to: .expression(try ObjectExpression(format: format, arguments: arguments)))
  }
}
