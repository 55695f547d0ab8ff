/// The functions of several values. Values that are nil are left out. If no
/// values remain, the sum is 0, and the result of every other function is nil.
package enum Aggregate {
  /// Returns the sum, which does not depend on the order of the values.
  package static func sum(_ values: [EvaluatedValue]) throws(ObjectPredicateError) -> EvaluatedValue
  {
    var sum = ExactSum()
    for number in try numbers(values) { sum.add(number) }
    return sum.result?.value ?? .null
  }

  /// Returns the arithmetic mean: a decimal if all values are decimals,
  /// otherwise a Double.
  package static func average(_ values: [EvaluatedValue]) throws(ObjectPredicateError)
    -> EvaluatedValue
  {
    mean(try numbers(values)).value
  }

  private static func mean(_ numbers: [EvaluatedNumber]) -> EvaluatedNumber {
    var sum = ExactSum()
    for number in numbers { sum.add(number) }
    return sum.mean(of: numbers.count)
  }

  /// Returns the least of the values for `.less`, and the greatest for
  /// `.greater`; null if all values are null.
  package static func least(
    _ values: [EvaluatedValue], _ order: ValueOrder
  ) throws(ObjectPredicateError) -> EvaluatedValue {
    var best: EvaluatedValue?
    for value in values where !value.isNull {
      guard let current = best else {
        best = value
        continue
      }
      guard let found = value.order(to: current, folding: TextFolding([])) else {
        throw ObjectPredicateError(
          .incomparable("min: or max:", leftType: value.kindText, rightType: current.kindText))
      }
      if found == order { best = value }
    }
    return best ?? .null
  }

  /// Returns the median: the middle value, or the mean of the two middle
  /// values.
  package static func median(_ values: [EvaluatedValue]) throws(ObjectPredicateError)
    -> EvaluatedValue
  {
    let sorted = try numbers(values).sorted { $0.order(to: $1) == .less }
    guard !sorted.isEmpty else { return .null }
    let middle = sorted.count / 2
    guard sorted.count.isMultiple(of: 2) else { return sorted[middle].value }
    return mean([sorted[middle - 1], sorted[middle]]).value
  }

  /// Returns the most frequent numbers, in ascending order.
  package static func mode(_ values: [EvaluatedValue]) throws(ObjectPredicateError)
    -> EvaluatedValue
  {
    let sorted = try numbers(values).sorted { $0.order(to: $1) == .less }
    var runs: [(value: EvaluatedNumber, count: Int)] = []
    for number in sorted {
      if let last = runs.last, last.value.order(to: number) == .equal {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((number, 1))
      }
    }
    let most = runs.map(\.count).max()
    return .collection(runs.filter { $0.count == most }.map(\.value.value))
  }

  /// Returns the standard deviation of the whole population, as a Double.
  /// Decimals are converted to Doubles, as they are in a store.
  package static func deviation(_ values: [EvaluatedValue]) throws(ObjectPredicateError)
    -> EvaluatedValue
  {
    let numbers = try numbers(values).map { EvaluatedNumber.real($0.double) }
    guard !numbers.isEmpty else { return .null }
    let mean = mean(numbers).double
    let squares = numbers.map { number -> EvaluatedNumber in
      let difference = number.double - mean
      return .real(difference * difference)
    }
    return EvaluatedNumber.real(Self.mean(squares).double.squareRoot()).value
  }

  private static func numbers(
    _ values: [EvaluatedValue]
  ) throws(ObjectPredicateError) -> [EvaluatedNumber] {
    try values.filter { !$0.isNull }.map { (value) throws(ObjectPredicateError) in
      if let number = EvaluatedNumber(value) { return number }
      throw ObjectPredicateError(
        .wrongType("an element", found: value.kindText, expected: "numbers"))
    }
  }
}
