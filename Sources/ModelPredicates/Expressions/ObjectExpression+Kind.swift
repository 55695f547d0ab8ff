extension ObjectExpression {
  /// The kind of the expression, for error messages.
  var kindText: String {
    switch self {
    case .constant(let constant): constant.kindText
    case .evaluatedObject: "SELF"
    case .variable(let name): "the variable '$\(name)'"
    case .keyPath: "a key path"
    case .element: "an element of a collection"
    case .function(let name, _): "a call of '\(name)'"
    case .aggregate: "a list"
    case .set: "two collections combined"
    case .subquery: "a subquery"
    case .conditional: "one of two values"
    case .cast(_, let type): "a value of type '\(type)'"
    }
  }
}

extension ConstantValue {
  /// The kind of the value, for error messages.
  package var kindText: String {
    switch self {
    case .null: "nil"
    case .boolean: "a boolean"
    case .integer: "a whole number"
    case .double, .decimal: "a number"
    case .string: "a text"
    case .date: "a date"
    case .data: "data"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .objectID: "an object"
    case .list: "a list"
    }
  }
}
