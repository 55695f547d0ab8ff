extension FormatPrinter {
  /// Writes a value as an operand at a precedence level.
  mutating func print(_ expression: ObjectExpression, in level: BindingLevel) {
    let index = ranges.count
    let start = text.utf8.count
    if recordsRanges { ranges.append(start..<start) }
    deeper { $0.printPlainly(expression, in: level) }
    if recordsRanges { ranges[index] = start..<text.utf8.count }
  }

  private mutating func printPlainly(_ expression: ObjectExpression, in level: BindingLevel) {
    switch expression {
    case .constant(let constant):
      print(constant)
    case .evaluatedObject:
      text += "SELF"
    case .variable(let name):
      text += "$" + name
    case .keyPath(let names, of: let base):
      print(names, of: base)
    case .element(let index, of: let base):
      print(index, of: base)
    case .function(let name, let arguments):
      print(name, arguments, in: level)
    case .aggregate(let elements):
      list("{", elements, "}")
    case .set(let set, let left, let right):
      bracketed(level > .set) { printer in
        printer.print(left, in: .set)
        printer.text += " \(set.rawValue.uppercased()) "
        printer.print(right, in: BindingLevel.set.tighter)
      }
    case .subquery(let collection, variable: let name, let condition):
      text += "SUBQUERY("
      print(collection, in: .set)
      text += ", $\(name), "
      print(condition, in: .or)
      text += ")"
    case .conditional(let condition, then: let first, else: let second):
      text += "TERNARY("
      print(condition, in: .or)
      list(", ", [first, second], ")")
    case .cast(let value, let type):
      cast(to: type) { $0.print(value, in: .set) }
    }
  }

  private mutating func print(
    _ name: String, _ arguments: [ObjectExpression], in level: BindingLevel
  ) {
    guard arguments.count == 2, let infix = Arithmetic(rawValue: name), let own = infix.level
    else { return list(name + "(", arguments, ")") }
    bracketed(level > own) { printer in
      printer.print(arguments[0], in: own)
      printer.text += " \(infix.sign) "
      printer.print(arguments[1], in: own.tighter)
    }
  }

  private mutating func list(_ start: String, _ elements: [ObjectExpression], _ end: String) {
    text += start
    print(elements, separatedBy: ", ") { $0.print($1, in: .set) }
    text += end
  }

  private mutating func print(_ names: [String], of base: ObjectExpression) {
    guard !names.isEmpty else { return print(base, in: .prefix) }
    if base != .evaluatedObject {
      printBase(base, bracketsPath: true)
      text += "."
    }
    text += names.map(Self.keyText).joined(separator: ".")
  }

  /// Returns a key as it is written, with a `#` before a reserved word or a leading
  /// `$`.
  static func keyText(_ name: String) -> String {
    ReservedWord(name) == nil && name.utf8.first != UInt8(ascii: "$") ? name : "#" + name
  }

  private mutating func print(_ index: ObjectExpression.Index, of base: ObjectExpression) {
    printBase(base, bracketsPath: false)
    switch index {
    case .first: text += "[FIRST]"
    case .last: text += "[LAST]"
    case .size: text += "[SIZE]"
    case .expression(let expression):
      text += "["
      print(expression, in: .set)
      text += "]"
    }
  }

  /// Writes the base of keys and indexes. Brackets separate a minus sign, and
  /// the keys to which a collection operator applies, from the keys that
  /// follow.
  private mutating func printBase(_ base: ObjectExpression, bracketsPath: Bool) {
    let isBracketed =
      switch base {
      case .constant(let constant): constant.printsSign
      case .keyPath(let names, of: _): bracketsPath && names.contains(where: \.isOperatorName)
      case .evaluatedObject, .variable, .element, .function, .aggregate, .set, .subquery,
        .conditional, .cast:
        false
      }
    bracketed(isBracketed) { $0.print(base, in: .prefix) }
  }
}
