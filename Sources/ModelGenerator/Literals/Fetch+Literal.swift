extension FetchTemplate: LiteralRecord {
  static let defaults = ["result": ".objects"]
}

extension FetchTemplate.Parameter: LiteralRecord {
  static let initializer = ".init"
}

extension FetchTemplate.Result: LiteralCase {}

extension FetchTemplate.Column: LiteralRecord {
  static let initializer = ".init"
}

extension FetchTemplate.Selection: LiteralRecord {
  static let initializer = ".init"
  static let unlabelled = ["expression"]
}

extension SQLQueryDescription: LiteralRecord {}

extension ValueType: LiteralCase {
  static let leavesOutBlanks = true
}

extension SortKey: LiteralRecord {
  static let unlabelled = ["keyPath"]
  static let defaults = ["keyPath": "", "isAscending": "true"]

  // No fetch of a model is sorted by an expression.
  static func label(of property: String) -> String? {
    property == "expression" ? nil : property
  }
}

extension StringOptions: LiteralConvertible {
  var literal: CodeLayout {
    names.count == 1 ? .text(names[0]) : .list(names.map(CodeLayout.text))
  }

  var isBlank: Bool { isEmpty }
}
