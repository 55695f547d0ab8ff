/// The meanings of the names in an expression.
final class Scope {
  /// The place of an expression in a model, with what may stand there.
  struct Place {
    /// `named(_:)`, as messages name the fetch.
    var title: String?
    /// The types of the parameters.
    var parameters: [String: ExpressionType] = [:]
    /// The places where the parameters are declared.
    var parameterSpans: [String: Span] = [:]
    /// The entity of `$source` in a fetched property.
    var source: EntitySymbol?
    /// A Boolean value that says whether `count()` and `sum(x)` may stand here.
    var allowsAggregates = false
    /// The values that rows hold, by their names, where these may stand.
    var columns: [String: ExpressionType] = [:]
    /// A Boolean value that says whether properties that no store holds may
    /// stand here.
    var allowsTransient = false
    /// A Boolean value that says whether paths may lead through to-many
    /// relationships.
    var allowsToManyPaths = false
    /// A Boolean value that says whether `old` is the object of an older
    /// version.
    var hasOldObject = false
    /// The object of the older version that `old` is, where that is at hand.
    var older: ReleasedObject?
    /// The enumeration of the older version whose cases a value is compared
    /// with: this model has no type for it.
    var olderCases: EnumerationSymbol?
    /// A Boolean value that says whether everything unknown is let through:
    /// `old` has names that this model does not know.
    var isMigration = false
  }

  /// The type of `self`.
  let selfType: ExpressionType
  /// The expression that `self` becomes.
  let base: ObjectExpression
  /// The scope around this one.
  let outer: Scope?
  let place: Place

  /// The scope of the objects of an entity.
  convenience init(_ entity: EntitySymbol, place: Place = Place()) {
    self.init(.object(entity.name), place: place)
  }

  /// The scope of one value.
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

  /// The scope of the elements of a collection, with the name of the variable
  /// that stands for one.
  func nested(_ element: ExpressionType) -> (scope: Scope, variable: String) {
    let variable = unusedVariable
    return (Scope(element: element, variable: variable, outer: self), variable)
  }

  /// The scope of the elements of a collection under a given variable.
  func nested(_ element: ExpressionType, variable: String) -> Scope {
    Scope(element: element, variable: variable, outer: self)
  }

  /// The same scope, in which paths may lead through to-many relationships.
  func allowingToManyPaths() -> Scope {
    var place = place
    place.allowsToManyPaths = true
    return Scope(selfType: selfType, base: base, outer: outer, place: place)
  }

  /// The same scope, in which a case is one of an older version's enumeration.
  func allowing(casesOf enumeration: EnumerationSymbol?) -> Scope {
    var place = place
    place.olderCases = enumeration
    return Scope(selfType: selfType, base: base, outer: outer, place: place)
  }

  /// The entity whose properties bare names are.
  var entity: String? {
    if case .object(let entity) = selfType { entity } else { nil }
  }

  /// `x`, `x1`, `x2`, ... by the depth; never the name of a parameter.
  var unusedVariable: String {
    // A parameter is a `$variable` as well: one name for both would hide it within.
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

/// An expression with its type.
struct Lowered {
  var expression: ObjectExpression
  var type: ExpressionType
  /// The condition, where the expression is one.
  var condition: ObjectPredicate?

  init(_ expression: ObjectExpression, _ type: ExpressionType) {
    self.expression = expression
    self.type = type
  }

  /// A condition as a value.
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

  /// The names of a path and one more.
  func appending(_ name: String, _ type: ExpressionType) -> Lowered {
    if case .keyPath(let names, let base) = expression {
      return Lowered(.keyPath(names + [name], of: base), type)
    }
    return Lowered(.keyPath([name], of: expression), type)
  }
}
