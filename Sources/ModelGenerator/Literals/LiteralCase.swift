/// An enumeration whose cases stand in generated code as they are declared.
protocol LiteralCase: LiteralConvertible {
  /// True if blank parts of a case are left out, because they have defaults.
  static var leavesOutBlanks: Bool { get }
}

extension LiteralCase {
  static var leavesOutBlanks: Bool { false }

  var literal: CodeLayout { caseLiteral() }

  /// Returns the expression for the case, with further arguments after its own.
  func caseLiteral(adding others: [CodeLayout] = []) -> CodeLayout {
    guard case (let name?, let value)? = Mirror(reflecting: self).children.first else {
      return .text(".\(self)")
    }
    // A single value without a label is no tuple.
    let mirror = Mirror(reflecting: value)
    let parts = mirror.displayStyle == .tuple ? Array(mirror.children) : [(label: nil, value)]
    let arguments = parts.compactMap { label, value -> CodeLayout? in
      let value = part(value)
      if Self.leavesOutBlanks, value.isBlank { return nil }
      // The parts of a tuple without labels are called `.0`, `.1` and so on.
      guard let label, !label.hasPrefix(".") else { return value.literal }
      return .prefixed("\(label): ", value.literal)
    }
    return .call(".\(name)(", arguments + others)
  }
}
