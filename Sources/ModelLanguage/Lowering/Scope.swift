/// The meanings of the names in an expression.
final class Scope {
  /// The place of an expression in a model, with the names and forms that are
  /// allowed there.
  struct Place {
    /// The name of the fetch in messages, such as `named(_:)`, or nil if it has
    /// no name.
    var title: String?
    /// The types of the parameters, by name without `$`.
    var parameters: [String: ExpressionType] = [:]
    /// The declarations of the parameters.
    var parameterSpans: [String: Span] = [:]
    /// The entity of `$source` in a fetched property; otherwise nil.
    var source: EntitySymbol?
    /// True if `count()` and `sum(x)` are allowed.
    var allowsAggregates = false
    /// The types of selected values by name, if these names are allowed.
    var columns: [String: ExpressionType] = [:]
    /// True if transient properties are allowed.
    var allowsTransient = false
    /// True if paths through to-many relationships are allowed.
    var allowsToManyPaths = false
    /// True if `old` is an object of an older version.
    var hasOldObject = false
    /// The older version's object that `old` refers to, or nil if the version
    /// is not available.
    var older: ReleasedObject?
    /// The older version's enumeration whose cases are allowed, because this
    /// model has no type for the value; otherwise nil.
    var olderCases: EnumerationSymbol?
    /// True if unknown names are accepted, since `old` has names that do not
    /// exist in this model.
    var isMigration = false
  }

  let selfType: ExpressionType
  /// The expression that `self` is lowered to.
  let base: ObjectExpression
  /// The enclosing scope, or nil if there is none.
  let outer: Scope?
  let place: Place

  /// Creates the scope of an entity's objects.
  convenience init(_ entity: EntitySymbol, place: Place = Place()) {
    self.init(.object(entity.name), place: place)
  }

  /// Creates the scope of a single value.
  init(_ type: ExpressionType, place: Place = Place()) {
    selfType = type
    base = .evaluatedObject
    outer = nil
    self.place = place
  }

  private init(
    selfType: ExpressionType, base: ObjectExpression, outer: Scope?, place: Place
  ) {
    self.selfType = selfType
    self.base = base
    self.outer = outer
    self.place = place
  }

  private init(element: ExpressionType, variable: String, outer: Scope) {
    selfType = element
    base = .variable(variable)
    self.outer = outer
    place = outer.place
  }

  /// Returns the scope of a collection's elements, with the variable for an element.
  func nested(_ element: ExpressionType) -> (scope: Scope, variable: String) {
    let variable = unusedVariable
    return (Scope(element: element, variable: variable, outer: self), variable)
  }

  /// Returns the scope of a collection's elements with a given variable.
  func nested(_ element: ExpressionType, variable: String) -> Scope {
    Scope(element: element, variable: variable, outer: self)
  }

  /// Returns the scope with paths through to-many relationships allowed.
  func allowingToManyPaths() -> Scope {
    var place = place
    place.allowsToManyPaths = true
    return Scope(selfType: selfType, base: base, outer: outer, place: place)
  }

  /// Returns the scope with the cases of an older version's enumeration allowed.
  func allowing(casesOf enumeration: EnumerationSymbol?) -> Scope {
    var place = place
    place.olderCases = enumeration
    return Scope(selfType: selfType, base: base, outer: outer, place: place)
  }

  /// The entity whose properties can be referred to directly, or nil for the
  /// scope of a value.
  var entity: String? {
    if case .object(let entity) = selfType { entity } else { nil }
  }

  /// An unused variable `x`, `x1`, `x2` and so on, which differs from all parameters.
  var unusedVariable: String {
    // A parameter is also a `$variable`, so a variable with the same name would
    // hide it.
    var taken = Set(place.parameters.keys)
    var scope: Scope? = self
    while let current = scope {
      if case .variable(let name) = current.base { taken.insert(name) }
      scope = current.outer
    }
    let numbered = (1...).lazy.map { "x\($0)" }
    return taken.contains("x") ? numbered.first { !taken.contains($0) } ?? "x" : "x"
  }
}

extension [FetchTemplate.Parameter] {
  /// The types of the parameters in expressions, by name.
  var expressionTypes: [String: ExpressionType] {
    Dictionary(first: map { ($0.name, ExpressionType($0.type)) })
  }
}

/// An expression with its type.
struct Lowered {
  var expression: ObjectExpression
  var type: ExpressionType
  /// The condition, if the expression is a condition; otherwise nil.
  var condition: ObjectPredicate?

  init(_ expression: ObjectExpression, _ type: ExpressionType) {
    self.expression = expression
    self.type = type
  }

  /// Creates an expression whose value is the result of a condition.
  init(_ condition: ObjectPredicate) {
    expression = .conditional(
      condition, then: .constant(.boolean(true)), else: .constant(.boolean(false)))
    type = .boolean
    self.condition = condition
  }

  /// The condition that the value is true.
  var predicate: ObjectPredicate {
    condition ?? .comparison(.init(expression, .equal, .constant(.boolean(true))))
  }

  /// Returns the path with another name appended.
  func appending(_ name: String, _ type: ExpressionType) -> Lowered {
    if case .keyPath(let names, let base) = expression {
      return Lowered(.keyPath(names + [name], of: base), type)
    }
    return Lowered(.keyPath([name], of: expression), type)
  }
}
