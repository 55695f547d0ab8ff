/// A checker that finds the errors of a predicate before it is evaluated or compiled.
///
/// The checker visits the expressions in the order in which the printer writes them, so
/// the number of a visit determines the location of an error in the printed text.
struct PredicateChecker {
  /// An error, and the range of visits that it covers.
  private struct LocatedError {
    let error: ObjectPredicateError
    let visits: ClosedRange<Int>
  }

  let model: ManagedObjectModel
  let subject: ExpressionType
  /// The types of variables; variables of the enclosing subqueries hide others with the
  /// same name.
  var variables: [String: ExpressionType]
  /// The number of expressions visited so far, which is the number of the next one.
  private(set) var visits = 0
  private var errors: [LocatedError] = []
  /// The meanings of names in the order of the visits; nil if they are not recorded.
  var names: [ResolvedFormatName]?
  /// The variables of the enclosing subqueries.
  var boundVariables: Set<String> = []
  private var propertiesByEntity: [String: [String: PropertyDescription]] = [:]

  init(_ model: ManagedObjectModel, _ subject: ExpressionType, _ variables: [String: ValueType]) {
    self.model = model
    self.subject = subject
    self.variables = variables.mapValues { ExpressionType($0).compared }
  }

  /// Counts an expression and returns its number.
  mutating func visit() -> Int {
    defer { visits += 1 }
    return visits
  }

  /// Records an error about the expressions with these visit numbers.
  mutating func report(
    _ reason: ObjectPredicateError.Reason, at visits: ClosedRange<Int>, suggestion: String? = nil
  ) {
    errors.append(
      LocatedError(error: ObjectPredicateError(reason, suggestion: suggestion), visits: visits))
  }

  /// Returns the errors with their locations in the printed text.
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

  /// Returns the property with the given name that an entity declares or inherits.
  mutating func property(_ name: String, of entityName: String) -> PropertyDescription? {
    properties(of: entityName)[name]
  }

  /// Returns all properties of an entity, by name.
  mutating func properties(of entityName: String) -> [String: PropertyDescription] {
    if let known = propertiesByEntity[entityName] { return known }
    guard let entity = model.entity(named: entityName) else { return [:] }
    let properties = Dictionary(first: model.properties(of: entity).map { ($0.name, $0) })
    propertiesByEntity[entityName] = properties
    return properties
  }
}

extension PredicateChecker {
  /// Checks a condition and all its parts.
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

  /// Returns the type that takes part in the comparison: that of the value, or of an
  /// element if there is a quantifier.
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
