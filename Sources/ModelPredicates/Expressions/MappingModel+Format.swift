extension MappingModel.Entity {
  /// Sets the expression that computes the values of a property, which is given
  /// as format text: `mapping.map("length", format: "length($source.name)")`.
  ///
  /// - Throws: `ObjectPredicateError` with the location in the text if the text does
  ///   not follow the grammar or does not fit its arguments.
  public mutating func map(
    _ name: String, format: String, _ arguments: (any PredicateArgument)?...
  ) throws(ObjectPredicateError) {
    map(name, to: .expression(try ObjectExpression(format: format, arguments: arguments)))
  }
}
