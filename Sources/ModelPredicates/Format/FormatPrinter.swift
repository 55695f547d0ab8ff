/// A printer that writes predicates and expressions as canonical format text.
///
/// Invariants:
/// 1. The parser reads the printed form of a parsed value as an equal value.
/// 2. Brackets are written only if the text would have another meaning without them.
/// 3. Parts deeper than `ObjectPredicate.heightLimit`, which the parser does not
///    accept, are printed as '…'.
struct FormatPrinter {
  var text = ""
  /// True if the ranges of expressions in the text are recorded, for error
  /// messages.
  var recordsRanges: Bool
  /// The range of each expression in the bytes of the text, in the order in
  /// which the expressions begin.
  var ranges: [Range<Int>] = []
  private var depth = 0

  init(recordsRanges: Bool = false) { self.recordsRanges = recordsRanges }

  /// Writes a condition as an operand at a precedence level.
  mutating func print(_ predicate: ObjectPredicate, in level: BindingLevel) {
    deeper { $0.printPlainly(predicate, in: level) }
  }

  /// Writes a part that is nested one level more deeply; '…' if this exceeds
  /// the limit.
  mutating func deeper(_ body: (inout FormatPrinter) -> Void) {
    guard depth < ObjectPredicate.heightLimit else {
      text += "…"
      return
    }
    depth += 1
    body(&self)
    depth -= 1
  }

  private mutating func printPlainly(_ predicate: ObjectPredicate, in level: BindingLevel) {
    switch predicate {
    case .constant(let isTrue):
      text += isTrue ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let comparison):
      print(comparison)
    case .not(let operand):
      text += "NOT "
      print(operand, in: .comparison)
    case .and(let conditions):
      print(conditions, " AND ", .and, whenEmpty: "TRUEPREDICATE", in: level)
    case .or(let conditions):
      print(conditions, " OR ", .or, whenEmpty: "FALSEPREDICATE", in: level)
    }
  }

  private mutating func print(
    _ conditions: [ObjectPredicate], _ word: String, _ own: BindingLevel, whenEmpty: String,
    in level: BindingLevel
  ) {
    guard let first = conditions.first else {
      text += whenEmpty
      return
    }
    guard conditions.count > 1 else { return print(first, in: level) }
    bracketed(own < level) { printer in
      printer.print(conditions, separatedBy: word) { $0.print($1, in: own.tighter) }
    }
  }

  mutating func print<Part>(
    _ parts: [Part], separatedBy separator: String, _ print: (inout FormatPrinter, Part) -> Void
  ) {
    for (index, part) in parts.enumerated() {
      if index > 0 { text += separator }
      print(&self, part)
    }
  }

  private mutating func print(_ comparison: ObjectPredicate.Comparison) {
    switch comparison.quantifier {
    case .direct: break
    case .any: text += "ANY "
    case .all: text += "ALL "
    }
    print(comparison.left, in: .set)
    let word = comparison.operator.sign ?? comparison.operator.rawValue.uppercased()
    text += " \(word)\(comparison.options.formatText) "
    print(comparison.right, in: .set)
  }

  /// Writes a part in brackets if `isBracketed` is true, and otherwise without
  /// brackets.
  mutating func bracketed(_ isBracketed: Bool, _ body: (inout FormatPrinter) -> Void) {
    if isBracketed { text += "(" }
    body(&self)
    if isBracketed { text += ")" }
  }
}
