extension AnnotationReader {
  /// Returns the single string argument of an attribute, or nil after reporting
  /// any other arguments.
  func text(of attribute: AttributeSyntax) -> String? {
    guard attribute.arguments.count == 1, let text = attribute.arguments[0].text else {
      return refuseArguments(attribute, "a text", example: "@\(attribute.name.text)(\"name\")")
    }
    return text
  }

  /// Returns the name that an attribute such as `@column` gives as a string.
  /// The result is nil if the attribute is missing, or if its argument is
  /// wrong. A wrong argument is reported.
  func name(of name: String, in attributes: [AttributeSyntax]) -> String? {
    guard let attribute = attributes.named(name), let text = text(of: attribute) else {
      return nil
    }
    guard !text.isEmpty else {
      return refuseArguments(attribute, "a name", example: "@\(name)(\"name\")")
    }
    return text
  }

  /// Returns the string arguments of an attribute such as `@identifier`, and
  /// reports other arguments.
  func texts(of attribute: AttributeSyntax) -> [String] {
    let texts = attribute.arguments.compactMap(\.text)
    if texts.count != attribute.arguments.count || texts.isEmpty {
      reportArguments(attribute, "texts", example: "@\(attribute.name.text)(\"1.0\")")
    }
    return texts
  }

  /// Returns the single argument of an attribute, which is a name, or a string
  /// for names that are not identifiers. Any other argument is reported, and
  /// the result is nil.
  func name(of attribute: AttributeSyntax, label: String?, example: String) -> NameSyntax? {
    guard attribute.arguments.count == 1, let argument = attribute.arguments.first,
      argument.label?.text == label, let expression = argument.expression
    else {
      return refuseArguments(attribute, "a name", example: example)
    }
    switch expression.kind {
    case .name(let name): return name
    case .text(let text) where !text.isEmpty: return NameSyntax(text: text, span: expression.span)
    case .missing: return nil
    default:
      return refuseArguments(attribute, "a name", example: example)
    }
  }

  /// Returns the entries of all `@info` attributes, by key.
  func userInfo(in attributes: [AttributeSyntax]) -> [String: String] {
    var info: [String: String] = [:]
    for attribute in attributes where attribute.name.text == "info" {
      for argument in attribute.arguments {
        guard let label = argument.label, let text = argument.text else {
          reportArguments(
            attribute, "keys and texts", example: "@info(\"key\": \"value\")")
          break
        }
        info[label.text] = text
      }
    }
    return info
  }

  /// Returns the access level that `@access` gives. The result is nil if the
  /// attribute is missing or wrong; a wrong attribute is reported.
  func access(in attributes: [AttributeSyntax]) -> AccessLevel? {
    guard let attribute = attributes.named("access") else { return nil }
    guard
      let name = name(of: attribute, label: nil, example: "@access(public)"),
      let access = AccessLevel(rawValue: name.text)
    else {
      if case .name(let word)? = attribute.arguments.first?.expression?.kind {
        diagnostics.offer(["public", "package", "internal"], for: word.text, as: .keyword)
      }
      return refuseArguments(
        attribute, "'public', 'package' or 'internal'", example: "@access(public)")
    }
    return access
  }

  /// Returns the older name that `@renamed(from:)` gives, or nil if there is no
  /// such attribute.
  func renamingIdentifier(in attributes: [AttributeSyntax]) -> String? {
    attributes.named("renamed").flatMap {
      name(of: $0, label: "from", example: "@renamed(from: oldName)")?.text
    }
  }

  /// Returns the message of `@deprecated`, which is empty if none is given; nil
  /// if there is no such attribute.
  func deprecation(in attributes: [AttributeSyntax]) -> String? {
    guard let attribute = attributes.named("deprecated") else { return nil }
    return attribute.hasParentheses ? text(of: attribute) : ""
  }

  /// Returns the single string argument of the attribute with the given name,
  /// or nil if there is no such attribute.
  func text(of name: String, in attributes: [AttributeSyntax]) -> String? {
    attributes.named(name).flatMap(text(of:))
  }

  /// Returns the bounds of a range of integers such as `1...`, `...80`,
  /// `2...4`, `0..<9` or `3`. Any other expression is reported, and the result
  /// is nil.
  func bounds(
    of expression: Expression?, in attribute: AttributeSyntax
  ) -> (min: Int?, max: Int?)? {
    switch expression?.kind {
    case .integer(let digits)?:
      if let number = self.number(digits) { return (number, number) }
    case .range(let lower, let upper, let isHalfOpen)?:
      if let bounds = bounds(lower, upper, isHalfOpen) { return checked(bounds, attribute) }
    case .missing?: return nil
    default: break
    }
    return refuseArguments(
      attribute, "a range of whole numbers", example: "@\(attribute.name.text)(1...80)")
  }

  private func bounds(
    _ lower: Expression?, _ upper: Expression?, _ isHalfOpen: Bool
  ) -> (min: Int?, max: Int?)? {
    let low = lower.map(number)
    let high = upper.map(number)
    guard low != .some(nil), high != .some(nil) else { return nil }
    return (low ?? nil, (high ?? nil).map { isHalfOpen ? $0 - 1 : $0 })
  }

  private func number(_ expression: Expression) -> Int? {
    guard case .integer(let digits) = expression.kind else { return nil }
    return number(digits)
  }

  /// Returns the number that digits represent, or nil if it is too great for a
  /// count.
  private func number(_ digits: String) -> Int? {
    Int(digits).flatMap { (0..<Int(Int32.max)).contains($0) ? $0 : nil }
  }

  private func checked(
    _ bounds: (min: Int?, max: Int?), _ attribute: AttributeSyntax
  ) -> (min: Int?, max: Int?)? {
    // Lengths and counts are never below 0, so `..<0` is an empty range.
    if case let min = bounds.min ?? 0, let max = bounds.max, min > max {
      return refuse(
        .emptyRange, "no value lies in this range: \(min) is above \(max)", at: attribute.span)
    }
    return bounds
  }
}
