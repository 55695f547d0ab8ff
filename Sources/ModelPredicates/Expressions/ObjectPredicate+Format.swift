extension ObjectPredicate {
  /// Reads a condition from a format string, as `NSPredicate(format:)` does.
  ///
  ///     try ObjectPredicate("name ==[cd] %@ AND details.zip ENDSWITH '3'", name)
  ///
  /// `%@` takes any value, `%K` takes a key path, and the specifiers of `printf` take
  /// numbers; `$name` is a variable whose value is supplied later. Without options,
  /// strings are compared exactly. AND binds more tightly than OR.
  ///
  /// - Throws: `ObjectPredicateError` with the location in the text if the text does
  ///   not follow the grammar or does not fit its arguments.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(
    _ format: String, _ arguments: (any PredicateArgument)?...
  ) throws(ObjectPredicateError) {
    try self.init(format: format, arguments: arguments)
  }

  /// Reads a condition from a format string and a list of arguments.
  ///
  /// - Throws: `ObjectPredicateError` with the location in the text if the text does
  ///   not follow the grammar or does not fit its arguments.
  public init(
    format: String, arguments: [(any PredicateArgument)?] = []
  ) throws(ObjectPredicateError) {
    var parser = try FormatParser(format, arguments)
    self = try parser.predicate()
  }

  /// The condition as canonical format text, which is read back as an equal value.
  ///
  /// The only exceptions are conditions created in code whose keys are not
  /// valid names. Their text cannot be read back.
  public var format: String {
    var printer = FormatPrinter()
    printer.print(self, in: .or)
    return printer.text
  }
}

extension ObjectPredicate: CustomStringConvertible {
  /// The condition as canonical format text.
  public var description: String { format }
}

extension ObjectExpression {
  /// Reads a value from a format string, as `NSExpression(format:)` does.
  ///
  /// - Throws: `ObjectPredicateError` with the location in the text if the text does
  ///   not follow the grammar or does not fit its arguments.
  public init(
    format: String, arguments: [(any PredicateArgument)?] = []
  ) throws(ObjectPredicateError) {
    var parser = try FormatParser(format, arguments)
    self = try parser.expression()
  }

  /// The value as canonical format text, which is read back as an equal value.
  public var format: String {
    var printer = FormatPrinter()
    printer.print(self, in: .set)
    return printer.text
  }
}

extension ObjectExpression: CustomStringConvertible {
  /// The value as canonical format text.
  public var description: String { format }
}
