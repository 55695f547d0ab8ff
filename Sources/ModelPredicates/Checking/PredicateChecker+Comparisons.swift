extension PredicateChecker {
  /// Checks that the operator of a comparison can compare two types, and
  /// reports an error if it cannot.
  mutating func check(_ left: ExpressionType, _ right: ExpressionType, _ sides: ComparedSides) {
    switch sides.comparison.operator {
    case .equal, .notEqual:
      checkEquality(left, right, sides)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      checkOrder(left, right, sides)
    case .between:
      checkRange(left, right, sides)
    case .in:
      checkMembership(left, right, sides)
    case .contains:
      checkContainment(left, right, sides)
    case .matches where left == .fullText:
      checkText(right, sides.rightText, sides.right)
      checkWords(sides)
    case .beginsWith, .endsWith, .like, .matches:
      checkText(left, sides.leftText, sides.left)
      checkText(right, sides.rightText, sides.right)
      checkPattern(sides)
    }
  }

  private mutating func checkEquality(
    _ left: ExpressionType, _ right: ExpressionType, _ sides: ComparedSides
  ) {
    if case .list = left, case .list = right { return }
    if case .list = left, right == .null { return }
    if case .list = right, left == .null { return }
    if left.isComposite && right == .null || left == .null && right.isComposite { return }
    guard isOneValue(left, sides.leftText, sides.left, takesQuantifier: true),
      isOneValue(right, sides.rightText, sides.right, takesQuantifier: false)
    else { return }
    if !areComparable(left, right) { reportIncomparable(left, right, sides) }
    checkEnumeration(sides)
  }

  private mutating func checkOrder(
    _ left: ExpressionType, _ right: ExpressionType, _ sides: ComparedSides
  ) {
    guard isOneValue(left, sides.leftText, sides.left, takesQuantifier: true),
      isOneValue(right, sides.rightText, sides.right, takesQuantifier: false)
    else { return }
    if !areOrdered(left, right) { reportIncomparable(left, right, sides) }
  }

  private func areOrdered(_ left: ExpressionType, _ right: ExpressionType) -> Bool {
    if case .object = left { return false }
    if case .object = right { return false }
    return areComparable(left, right)
  }

  private mutating func checkRange(
    _ left: ExpressionType, _ right: ExpressionType, _ sides: ComparedSides
  ) {
    guard isOneValue(left, sides.leftText, sides.left, takesQuantifier: true) else { return }
    let count = sides.comparison.right.listCount
    guard count == 2 || (count == nil && right.isOpen) else {
      let found = count.map { "a list of \($0)" } ?? right.kindText
      return report(
        .wrongType(sides.rightText, found: found, expected: "two bounds"), at: sides.right,
        suggestion: "write them as '{low, high}'")
    }
    if let bound = right.element, !areOrdered(left, bound) {
      reportIncomparable(left, bound, sides)
    }
  }

  private mutating func checkMembership(
    _ left: ExpressionType, _ right: ExpressionType, _ sides: ComparedSides
  ) {
    guard isOneValue(left, sides.leftText, sides.left, takesQuantifier: true), !right.isOpen
    else { return }
    if let element = right.element {
      if !areComparable(left, element) { reportIncomparable(left, element, sides) }
      checkEnumeration(sides)
    } else if right == .text {
      checkText(left, sides.leftText, sides.left)
    } else {
      report(
        .wrongType(sides.rightText, found: right.kindText, expected: "a collection or a text"),
        at: sides.right)
    }
  }

  private mutating func checkContainment(
    _ left: ExpressionType, _ right: ExpressionType, _ sides: ComparedSides
  ) {
    guard let element = left.element else {
      checkText(left, sides.leftText, sides.left)
      return checkText(right, sides.rightText, sides.right)
    }
    if !areComparable(element, right) { reportIncomparable(element, right, sides) }
  }

  private mutating func checkText(
    _ type: ExpressionType, _ text: String, _ visits: ClosedRange<Int>
  ) {
    guard isOneValue(type, text, visits, takesQuantifier: true), !type.isTextual else { return }
    report(.wrongType(text, found: type.kindText, expected: "texts and numbers"), at: visits)
  }

  private mutating func checkWords(_ sides: ComparedSides) {
    guard case .constant(.string(let words)) = sides.comparison.right else { return }
    do {
      _ = try WordQuery(words, columns: [])
    } catch {
      report(error.reason, at: sides.right)
    }
  }

  private mutating func checkPattern(_ sides: ComparedSides) {
    guard sides.comparison.operator == .matches,
      case .constant(.string(let pattern)) = sides.comparison.right
    else { return }
    do {
      _ = try RegularExpressions.engine.matcher(of: pattern, ignoringCase: false)
    } catch {
      report(error.reason, at: sides.right)
    }
  }

  /// Returns true if a type is the type of a single value; otherwise, reports
  /// an error.
  private mutating func isOneValue(
    _ type: ExpressionType, _ text: String, _ visits: ClosedRange<Int>, takesQuantifier: Bool
  ) -> Bool {
    switch type {
    case .toMany, .list:
      let hint = "write ANY or ALL in front of it, or count it with '@count'"
      report(
        .toManyWithoutQuantifier(text), at: visits, suggestion: takesQuantifier ? hint : nil)
      return false
    case .attribute(.composite):
      report(
        .wrongType(text, found: type.kindText, expected: "one value"), at: visits,
        suggestion: "compare one of its elements: \(elementsText(of: type, text))")
      return false
    case .attribute(.codable):
      report(
        .wrongType(text, found: type.kindText, expected: "what a store can compare"), at: visits)
      return false
    case .unknown, .null, .attribute, .object:
      return true
    }
  }

  private func elementsText(of type: ExpressionType, _ text: String) -> String {
    guard case .attribute(.composite(let name)) = type else { return "" }
    let elements = model.composite(named: name)?.elements ?? []
    return elements.prefix(4).map { "'\(text).\($0.name)'" }.joined(separator: ", ")
  }

  private mutating func reportIncomparable(
    _ left: ExpressionType, _ right: ExpressionType, _ sides: ComparedSides
  ) {
    report(
      .incomparable(sides.text, leftType: left.kindText, rightType: right.kindText), at: sides.all,
      suggestion: conversion(left, right, sides))
  }

  private func conversion(
    _ left: ExpressionType, _ right: ExpressionType, _ sides: ComparedSides
  ) -> String? {
    if Set([left, right]) == [.date, .number] {
      return "give a Date for '%@', or CAST the seconds since 2001-01-01 to 'NSDate'"
    }
    guard [left, right].contains(.text) else { return nil }
    let other = left == .text ? right : left
    return switch other {
    case .number: numberHint(sides, isTextGiven: right == .text)
    case .date: "give a Date for '%@', or CAST the seconds since 2001-01-01 to 'NSDate'"
    case .uuid: "give a UUID for '%@', or CAST the text to 'NSUUID'"
    case .data: "give Data for '%@', or CAST the base 64 text to 'NSData'"
    default: nil
    }
  }

  private func numberHint(_ sides: ComparedSides, isTextGiven: Bool) -> String {
    guard case .constant = sides.comparison.right else {
      return "CAST the number to 'NSString' or the text to 'NSNumber'"
    }
    return isTextGiven ? "write the number without quotes" : "write the text in quotes"
  }

  /// Returns whether values of two types can be equal.
  private func areComparable(_ left: ExpressionType, _ right: ExpressionType) -> Bool {
    switch (left, right) {
    case (_, _) where left.isOpen || right.isOpen || left == right:
      return true
    case (.object(let first?), .object(let second?)):
      return areRelated(first, second)
    case (.object, .object):
      return true
    default:
      return false
    }
  }

  /// Returns whether one entity inherits from the other. Entities that are
  /// missing in the model count as related, because another error is reported
  /// for them.
  private func areRelated(_ first: String, _ second: String) -> Bool {
    guard let one = model.entity(named: first), let other = model.entity(named: second) else {
      return true
    }
    return model.lineage(of: one).contains { $0.name == second }
      || model.lineage(of: other).contains { $0.name == first }
  }
}

extension ObjectExpression {
  /// The number of values in a list in braces; nil for other expressions.
  var listCount: Int? {
    switch self {
    case .constant(.list(let elements)): elements.count
    case .aggregate(let elements): elements.count
    case .constant, .evaluatedObject, .variable, .keyPath, .element, .function, .set, .subquery,
      .conditional, .cast:
      nil
    }
  }
}
