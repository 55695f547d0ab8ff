internal import ModelSchema

extension ExpressionPrinter {
  /// The printer for what stands within `any(...)` and its like.
  func nested(_ element: PrintedType, variable: String) -> ExpressionPrinter {
    var printer = self
    printer.frames.append(Frame(variable: variable, type: element))
    printer.allowsToManyPaths = false
    return printer
  }

  /// The variable that the checker would take at this depth.
  var nextVariable: String {
    var taken = Set(parameters.keys)
    if hasSource { taken.remove("source") }
    taken.formUnion(frames.compactMap(\.variable))
    let numbered = (1...).lazy.map { "x\($0)" }
    return taken.contains("x") ? numbered.first { !taken.contains($0) } ?? "x" : "x"
  }

  /// `self`, `outer`, `outer.outer`: the object of a frame.
  func object(of frame: Int) -> PrintedPiece {
    let distance = frames.count - 1 - frame
    let text =
      distance == 0
      ? "self" : Array(repeating: "outer", count: distance).joined(separator: ".")
    return PrintedPiece(text, frames[frame].type)
  }

  func variable(_ name: String) -> PrintedPiece {
    if let frame = frames.lastIndex(where: { $0.variable == name }) { return object(of: frame) }
    if name == "old", isMigration { return PrintedPiece("old", .unknown) }
    return PrintedPiece("$" + name, parameters[name] ?? .unknown)
  }

  /// Names behind an expression.
  func path(_ names: [String], of base: ObjectExpression) -> PrintedPiece {
    if names == ["@count"], case .subquery(let collection, let variable, let predicate) = base,
      let count = quantified("count", collection, variable, predicate)
    {
      return PrintedPiece(count, .attribute(.int64))
    }
    if let piece = plainPath(names, of: base) { return piece }
    let text = TextLiteral.literal(names.joined(separator: "."))
    let isSelf = isCurrentObject(base)
    return PrintedPiece(isSelf ? "path(\(text))" : "path(\(text), \(plain(base)))", .unknown)
  }

  /// Whether an expression is the object whose properties bare names are.
  private func isCurrentObject(_ base: ObjectExpression) -> Bool {
    switch base {
    case .evaluatedObject: frames.count == 1
    case .variable(let name): frames[frames.count - 1].variable == name
    case .constant, .keyPath, .element, .function, .aggregate, .set, .subquery, .conditional,
      .cast:
      false
    }
  }

  /// `a.b.c`, where the checker finds every name.
  private func plainPath(_ names: [String], of base: ObjectExpression) -> PrintedPiece? {
    if case .keyPath = base { return nil }
    guard !names.isEmpty else { return nil }
    let start = piece(base, expected: .unknown)
    guard !start.needsContext else { return nil }
    var text = isCurrentObject(base) ? "" : start.text(at: .primary) + "."
    var type = start.type
    for (position, name) in names.enumerated() {
      if name.hasPrefix("@") {
        let operand = Array(names[(position + 1)...])
        return aggregate(name, operand, of: text, type)
      }
      guard let next = step(name, from: type) else { return nil }
      text += PrintedName.quoted(name)
      if position + 1 < names.count { text += "." }
      type = next
    }
    return PrintedPiece(text, type)
  }

  private func step(_ name: String, from type: PrintedType) -> PrintedType? {
    if case .collection(let entity) = type {
      guard allowsToManyPaths, name != "count" else { return nil }
      return index.step(name, from: .object(entity))
    }
    if index.isTransient(name, of: type) { return nil }
    return index.step(name, from: type)
  }

  /// `count`, `sum(a)` and their like; `text` ends with a dot.
  private func aggregate(
    _ name: String, _ operand: [String], of text: String, _ type: PrintedType
  ) -> PrintedPiece? {
    guard case .collection(let entity) = type, text.hasSuffix(".") else { return nil }
    if name == "@count", operand.isEmpty {
      return PrintedPiece(text + "count", .attribute(.int64))
    }
    let words = ["@sum": "sum", "@avg": "avg", "@min": "min", "@max": "max"]
    guard let word = words[name], !operand.isEmpty else { return nil }
    var end = PrintedType.object(entity)
    for name in operand {
      guard !name.hasPrefix("@"), !index.isTransient(name, of: end),
        let next = index.step(name, from: end)
      else { return nil }
      end = next
    }
    guard end.isNumber || word == "min" || word == "max" else { return nil }
    let path = operand.map(PrintedName.quoted).joined(separator: ".")
    return PrintedPiece(
      "\(text)\(word)(\(path))", word == "avg" ? .attribute(.double) : end)
  }

  /// `items.any(condition)` and its like; nil where the collection is none.
  func quantified(
    _ word: String, _ collection: ObjectExpression, _ variable: String,
    _ predicate: ObjectPredicate
  ) -> String? {
    let piece = piece(collection, expected: .unknown)
    guard case .collection(let entity) = piece.type else { return nil }
    let name = variable == nextVariable ? "" : TextLiteral.literal(variable) + ", "
    let inner = nested(.object(entity), variable: variable)
    return "\(piece.text(at: .primary)).\(word)(\(name)\(inner.text(predicate)))"
  }
}
