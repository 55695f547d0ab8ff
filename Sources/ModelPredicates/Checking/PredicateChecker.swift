/// A checker that finds the errors of a predicate before it is evaluated or compiled.
///
/// The checker visits the expressions in the order in which the printer writes
/// them, so that the number of a visit determines the location of an error in
/// the printed text.
struct PredicateChecker {
  /// An error, with the range of visits to the expressions that it is about.
  private struct LocatedError {
    let error: ObjectPredicateError
    let visits: ClosedRange<Int>
  }

  let model: ManagedObjectModel
  let subject: ExpressionType
  /// The types of variables. A variable of an inner subquery hides other
  /// variables with the same name.
  var variables: [String: ExpressionType]
  /// The number of expressions that have been visited, which is also the number
  /// of the next visit.
  private(set) var visits = 0
  private var errors: [LocatedError] = []
  /// The meanings of names, in the order in which they were visited; nil if
  /// they are not recorded.
  var names: [ResolvedFormatName]?
  /// The variables that the enclosing subqueries declare.
  var boundVariables: Set<String> = []
  private var propertiesByEntity: [String: [String: PropertyDescription]] = [:]

  init(_ model: ManagedObjectModel, _ subject: ExpressionType, _ variables: [String: ValueType]) {
    self.model = model
    self.subject = subject
    self.variables = variables.mapValues { ExpressionType($0).compared }
  }

  /// Counts a visit to an expression, and returns the number of the visit.
  mutating func visit() -> Int {
    defer { visits += 1 }
    return visits
  }

  /// Records an error about the expressions with the given visit numbers.
  mutating func report(
    _ reason: ObjectPredicateError.Reason, at visits: ClosedRange<Int>, suggestion: String? = nil
  ) {
    errors.append(
      LocatedError(error: ObjectPredicateError(reason, suggestion: suggestion), visits: visits))
  }

  /// Returns the errors with their locations in the printed text.
  ///
  /// - Parameter print: A closure that prints the checked condition or
  ///   expression.
  func locatedErrors(
    _ print: (inout FormatPrinter) -> Void
  ) -> [ObjectPredicateError] {
    guard !errors.isEmpty else { return [] }
    var printer = FormatPrinter(recordsRanges: true)
    print(&printer)
    let text = Array(printer.text.utf8)
    return errors.map { located in
      let (first, last) = (located.visits.lowerBound, located.visits.upperBound)
      guard last < printer.ranges.count else { return located.error }
      let range = printer.ranges[first].lowerBound..<printer.ranges[last].upperBound
      return ObjectPredicateError(
        located.error.reason, suggestion: located.error.suggestion,
        location: .init(of: range, in: text))
    }
  }

  /// Records the meaning of a name, if meanings are recorded.
  mutating func note(_ kind: FormatName.Kind, _ text: String, of owner: ExpressionType? = nil) {
    guard names != nil else { return }
    names?.append(
      ResolvedFormatName(
        kind: kind, text: text, owner: owner.flatMap { ($0.element ?? $0).keyOwner },
        isBound: kind == .variable && boundVariables.contains(text)))
  }

  /// Returns the property with the given name that an entity declares or
  /// inherits; nil if there is none.
  mutating func property(_ name: String, of entityName: String) -> PropertyDescription? {
    properties(of: entityName)[name]
  }

  /// Returns all properties of an entity by name, including inherited
  /// properties.
  mutating func properties(of entityName: String) -> [String: PropertyDescription] {
    if let known = propertiesByEntity[entityName] { return known }
    guard let entity = model.entity(named: entityName) else { return [:] }
    let properties = Dictionary(first: model.properties(of: entity).map { ($0.name, $0) })
    propertiesByEntity[entityName] = properties
    return properties
  }
}

extension PredicateChecker {
  /// Checks a condition and all of its parts.
  mutating func check(_ predicate: ObjectPredicate) {
    switch predicate {
    case .constant: break
    case .comparison(let comparison): check(comparison)
    case .not(let operand): check(operand)
    case .and(let conditions), .or(let conditions):
      for condition in conditions { check(condition) }
    }
  }

  private mutating func check(_ comparison: ObjectPredicate.Comparison) {
    let start = visits
    let left = type(of: comparison.left)
    let leftEnd = visits - 1
    let rightStart = visits
    let right = type(of: comparison.right, comparedWith: left)
    let sides = ComparedSides(
      comparison: comparison, left: start...max(start, leftEnd),
      right: rightStart...max(rightStart, visits - 1))
    guard let element = quantified(left, sides) else { return }
    checkConstants(sides)
    check(element, right, sides)
  }

  /// Returns the type of the values that a comparison compares with its right
  /// side: the type of the left side or, if there is a quantifier, of its
  /// elements.
  private mutating func quantified(_ left: ExpressionType, _ sides: ComparedSides)
    -> ExpressionType?
  {
    guard sides.comparison.quantifier != .direct, !left.isOpen else { return left }
    guard let element = left.element else {
      report(
        .quantifierWithoutCollection(sides.leftText), at: sides.left,
        suggestion: "leave the quantifier out")
      return nil
    }
    return element
  }
}

/// The two sides of a comparison, with their visit numbers.
struct ComparedSides {
  let comparison: ObjectPredicate.Comparison
  let left: ClosedRange<Int>
  let right: ClosedRange<Int>

  var all: ClosedRange<Int> { left.lowerBound...right.upperBound }
  var leftText: String { comparison.left.format.abbreviated }
  var rightText: String { comparison.right.format.abbreviated }
  var text: String { ObjectPredicate.comparison(comparison).format.abbreviated }
}

extension ExpressionType {
  /// The entity or composite that declares the keys of the type's values; nil if there
  /// is none.
  package var keyOwner: String? {
    switch self {
    case .object(let name): name
    case .attribute(.composite(let name)): name
    case .attribute, .unknown, .null, .list, .toMany: nil
    }
  }
}
