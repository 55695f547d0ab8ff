/// Code that may be too wide for a line, with the positions where it can break.
///
/// Lines are broken in the same way as by `swift format`: arguments are indented two
/// columns deeper than the line of the call, and each list element has its own line.
indirect enum CodeLayout {
  /// The maximum width of a line.
  static let width = 100

  /// Text that is never divided.
  case text(String)
  /// A string literal, which becomes a multi-line literal if it is too wide.
  case string(String)
  /// Arguments between two brackets. Each line contains as many arguments as
  /// fit.
  case call(String, [CodeLayout], close: String = ")")
  /// Arguments between two brackets. If they do not fit on one line, each
  /// argument has its own line.
  case rows(String, [CodeLayout], close: String = ")")
  /// The elements of an array. If they do not fit on one line, each element has
  /// its own line.
  case list([CodeLayout])
  /// A generic type with arguments in brackets. If it does not fit on one line,
  /// the brackets have lines of their own.
  case generic(String, [CodeLayout])
  /// A value with a prefix, such as a label.
  case prefixed(String, CodeLayout)
  /// The body of a closure between braces. The first part ends with `{ `, or with `{
  /// name in` if the closure names its argument.
  case closure(String, CodeLayout)
  /// Operands separated by an operator, which begins each line after the first.
  case chain([CodeLayout], operator: String)

  /// The code on one line.
  var flat: String { flat(within: .max) ?? "" }

  /// Returns the code on one line; nil if it is wider than a limit.
  ///
  /// The text is not completed when it exceeds the limit, because a value can
  /// be very large.
  private func flat(within width: Int) -> String? {
    var text = ""
    return append(to: &text, within: width) ? text : nil
  }

  /// Appends the code on one line to the given text, until this exceeds the
  /// limit.
  ///
  /// - Returns: True if the text does not exceed the limit.
  private func append(to text: inout String, within width: Int) -> Bool {
    switch self {
    case .text(let part): text += part
    case .string(let part): text += SwiftLiteral.string(part)
    case .call(let open, let arguments, let close), .rows(let open, let arguments, let close):
      text += open
      guard Self.append(arguments, ", ", to: &text, within: width) else { return false }
      text += close
    case .list(let elements):
      text += "["
      guard Self.append(elements, ", ", to: &text, within: width) else { return false }
      text += "]"
    case .generic(let name, let arguments):
      text += name + "<"
      guard Self.append(arguments, ", ", to: &text, within: width) else { return false }
      text += ">"
    case .prefixed(let prefix, let value):
      text += prefix
      return value.append(to: &text, within: width)
    case .closure(let head, let body):
      text += head + (head.hasSuffix(" ") ? "" : " ")
      guard body.append(to: &text, within: width) else { return false }
      text += " }"
    case .chain(let operands, let sign):
      return Self.append(operands, " \(sign) ", to: &text, within: width)
    }
    return Self.fits(text, width)
  }

  private static func append(
    _ items: [CodeLayout], _ separator: String, to text: inout String, within width: Int
  ) -> Bool {
    for (index, item) in items.enumerated() {
      if index > 0 { text += separator }
      guard item.append(to: &text, within: width) else { return false }
    }
    return fits(text, width)
  }

  /// Returns whether a line fits into a width. The number of bytes is compared
  /// first, because it is known and usually equals the number of characters.
  private static func fits(_ text: String, _ width: Int) -> Bool {
    text.utf8.count <= width || text.count <= width
  }

  /// Returns the code, with line breaks if it does not fit on one line.
  ///
  /// - Parameters:
  ///   - indentation: The indentation of the line on which the code begins.
  ///   - column: The number of columns of that line that are already occupied.
  ///   - trailing: The number of columns that follow on the last line.
  func text(indentation: Int, column: Int, trailing: Int = 0) -> String {
    if let flat = flat(within: Self.width - column - trailing) { return flat }
    switch self {
    case .text(let text): return text
    case .string(let text): return SwiftLiteral.lines(text, indentation: indentation + 2)
    case .call(let open, let arguments, let close):
      if arguments.count == 1, case .list(let elements) = arguments[0] {
        return open + Self.broken(elements, indentation: indentation) + close
      }
      return open + "\n"
        + Self.filled(arguments, indentation: indentation + 2, trailing: trailing + close.count)
        + close
    case .rows(let open, let arguments, let close):
      return open
        + Self.rows(
          arguments, indentation: indentation + 2, separator: ",",
          trailing: trailing + close.count) + close
    case .list(let elements): return Self.broken(elements, indentation: indentation)
    case .generic(let name, let arguments):
      return name + "<\n" + Self.filled(arguments, indentation: indentation + 2, trailing: 0)
        + "\n" + Self.space(indentation) + ">"
    case .prefixed(let label, .string(let text))
    where fits(text, indentation: indentation, trailing: trailing):
      return label.dropLast() + "\n" + Self.space(indentation + 2) + SwiftLiteral.string(text)
    case .prefixed(let prefix, let value):
      return prefix
        + value.text(
          indentation: indentation, column: column + prefix.count, trailing: trailing)
    case .closure(let head, let body):
      let trimmed = head.hasSuffix(" ") ? String(head.dropLast()) : head
      return trimmed + "\n" + Self.space(indentation + 2)
        + body.text(indentation: indentation + 2, column: indentation + 2)
        + "\n" + Self.space(indentation) + "}"
    case .chain(let operands, let sign):
      return Self.chain(
        operands, operator: sign, indentation: indentation, column: column, trailing: trailing)
    }
  }

  /// Returns whether a string literal fits on one line of its own, below its
  /// label.
  private func fits(_ text: String, indentation: Int, trailing: Int) -> Bool {
    let literal = SwiftLiteral.string(text)
    return !text.contains("\n") && indentation + 2 + literal.count + trailing <= Self.width
  }

  static func space(_ count: Int) -> String { String(repeating: " ", count: count) }
}

extension CodeLayout {
  /// True if the code is a call, for which `swift format` includes the space
  /// after a comma in the width.
  private var isCall: Bool {
    switch self {
    case .call, .rows: true
    default: false
    }
  }

  /// Returns an array literal in which each element has its own line.
  private static func broken(_ elements: [CodeLayout], indentation: Int) -> String {
    // `swift format` puts a comma after the last of several elements.
    "[" + rows(elements, indentation: indentation + 2, separator: ",", trailing: 1)
      + (elements.count > 1 ? "," : "") + "\n" + space(indentation) + "]"
  }

  /// Returns the items, each on a line of its own. The text begins with a line
  /// break.
  private static func rows(
    _ items: [CodeLayout], indentation: Int, separator: String, trailing: Int
  ) -> String {
    var result = ""
    for (index, item) in items.enumerated() {
      let isLast = index == items.count - 1
      let after = isLast ? trailing : separator.count
      result += "\n" + space(indentation)
      result += item.text(indentation: indentation, column: indentation, trailing: after)
      if !isLast { result += separator }
    }
    return result
  }

  /// Returns the items, with as many items on each line as fit. An item that
  /// needs several lines does not share them with other items.
  static func filled(_ items: [CodeLayout], indentation: Int, trailing: Int) -> String {
    var lines: [String] = []
    var line = ""
    for (index, item) in items.enumerated() {
      let isLast = index == items.count - 1
      let after = isLast ? trailing : item.isCall ? 2 : 1
      if !line.isEmpty {
        let room = width - indentation - line.count - 2 - after
        if let flat = item.flat(within: room) {
          line += ", " + flat
          continue
        }
        lines.append(line + ",")
        line = ""
      }
      let text = item.text(indentation: indentation, column: indentation, trailing: after)
      if text.contains("\n"), !isLast {
        lines.append(text + ",")
      } else {
        line = text
      }
    }
    lines.append(line)
    return lines.map { space(indentation) + $0 }.joined(separator: "\n")
  }

  private static func chain(
    _ operands: [CodeLayout], operator sign: String, indentation: Int, column: Int, trailing: Int
  ) -> String {
    guard let first = operands.first else { return "" }
    var result = first.text(indentation: indentation, column: column)
    for (index, operand) in operands.enumerated().dropFirst() {
      result += "\n" + space(indentation + 2) + sign + " "
      result += operand.text(
        indentation: indentation + 2, column: indentation + 3 + sign.count,
        trailing: index == operands.count - 1 ? trailing : 0)
    }
    return result
  }

  /// Returns the declaration of a function up to its body. If it does not fit
  /// on one line, its parameters have lines of their own.
  static func signature(
    _ head: String, _ parameters: [String], _ tail: String, indentation: Int
  ) -> String {
    let flat = "\(head)(\(parameters.joined(separator: ", ")))\(tail)"
    if indentation + flat.count <= width { return flat }
    let lines = filled(
      parameters.map(CodeLayout.text), indentation: indentation + 2, trailing: 0)
    return "\(head)(\n\(lines)\n\(space(indentation)))\(tail)"
  }
}
