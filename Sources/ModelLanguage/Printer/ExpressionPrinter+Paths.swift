/// The possible forms of paths. Not every form reads back as the same path.
extension ExpressionPrinter {
  /// Returns the forms `self`, `outer` and `outer.outer` for the object of an
  /// enclosing scope.
  func objectForms(where isObject: (ObjectExpression) -> Bool) -> [PrintedPiece] {
    var words = ["self"]
    var scope = scope
    while !isObject(scope.base) {
      guard let outer = scope.outer else { return [] }
      words = words == ["self"] ? ["outer"] : words + ["outer"]
      scope = outer
    }
    return [PrintedPiece(words.joined(separator: "."))]
  }

  /// Returns forms such as `a.b.c`, `items.count`, `items.sum(a.b)` and
  /// `items.count(condition)`.
  func pathForms(_ names: [String], of base: ObjectExpression) -> [PrintedPiece] {
    if names == ["@count"], case .subquery(let items, let variable, let predicate) = base {
      return [quantified("count", items, variable, predicate)]
    }
    let start =
      scope.base == base ? "" : piece(base, expected: .unknown).text(at: .primary) + "."
    guard let position = names.firstIndex(where: { $0.hasPrefix("@") }) else {
      return [PrintedPiece(start + path(names[...]))]
    }
    let collection = start + path(names[..<position])
    let word = names[position].dropFirst()
    let operand = path(names[(position + 1)...])
    return [PrintedPiece("\(collection).\(word)" + (operand.isEmpty ? "" : "(\(operand))"))]
  }

  private func path(_ names: ArraySlice<String>) -> String {
    names.map(PrintedName.quoted).joined(separator: ".")
  }
}
