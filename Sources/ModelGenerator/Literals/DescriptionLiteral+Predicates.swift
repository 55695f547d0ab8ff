extension DescriptionLiteral {
  static func predicate(_ predicate: ObjectPredicate) -> CodeLayout {
    PredicateLiteral().predicate(predicate)
  }

  static func expression(_ expression: ObjectExpression) -> CodeLayout {
    PredicateLiteral().expression(expression)
  }

  static func options(_ options: StringOptions) -> CodeLayout {
    let names = options.names
    return names.count == 1 ? .text(names[0]) : .list(names.map(CodeLayout.text))
  }

  static func constant(_ value: ConstantValue) -> CodeLayout {
    switch value {
    case .null: .text(".null")
    case .boolean(let value): .text(".boolean(\(value))")
    case .integer(let value): .text(".integer(\(SwiftLiteral.integer(value)))")
    case .double(let value): .text(".double(\(SwiftLiteral.double(value)))")
    case .decimal(let value): .text(".decimal(\(SwiftLiteral.decimal(value)))")
    case .string(let value): .call(".string(", [string(value)])
    case .date(let value): .text(".date(\(SwiftLiteral.date(value)))")
    case .data(let value): .text(".data(\(SwiftLiteral.data(value)))")
    case .uuid(let value): .text(".uuid(\(SwiftLiteral.uuid(value)))")
    case .url(let value): .text(".url(\(SwiftLiteral.url(value)))")
    case .objectID: .text(".null")
    case .list(let values): .call(".list(", [.list(values.map(constant))])
    }
  }
}
