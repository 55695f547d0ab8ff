/// Reads the clauses of a fetch into its template.
struct FetchClauses: CheckPass {
  let symbols: SymbolTable
  let entity: EntitySymbol
  let place: Scope.Place

  private var scope: Scope { Scope(entity, place: place) }

  private var aggregateScope: Scope {
    var place = place
    place.allowsAggregates = true
    return Scope(entity, place: place)
  }

  /// Reads all clauses, and reports repeated clauses and clauses that the fetch
  /// cannot have.
  func read(_ syntax: FetchSyntax, into template: inout FetchTemplate) {
    // Values are read first because any sort key may use the name of a value.
    var types: [ExpressionType] = []
    for case .select(let selections) in syntax.clauses.map(\.kind) {
      let lowered = selections.map { ($0, expressions.value($0.expression, in: aggregateScope)) }
      types = lowered.map { $0.1?.type ?? .unknown }
      template.selections = lowered.compactMap { syntax, value in
        value.map { FetchTemplate.Selection($0.expression, name: syntax.name?.text) }
      }
    }
    var seen: Set<String> = []
    for clause in syntax.clauses {
      guard seen.insert(clause.keyword.text).inserted else {
        report(
          .fetchClause, "a fetch has one '\(clause.keyword.text)'; join the two",
          at: clause.keyword.span)
        continue
      }
      // A clause that is not allowed here is also read, so that its names are
      // checked.
      checkPlace(of: clause, template.result)
      read(clause, into: &template)
    }
    checkSelections(syntax, template, types)
  }

  private func read(_ clause: ClauseSyntax, into template: inout FetchTemplate) {
    switch clause.kind {
    case .filter(let expression): filter(expression, into: &template)
    case .sort(let keys):
      template.sortKeys = keys.compactMap { sortKey($0, template.selections) }
    case .limit(let expression): template.limit = count(expression)
    case .offset(let expression): template.offset = count(expression)
    case .prefetch(let keys): template.prefetchedKeyPaths = keys.compactMap(prefetchedPath)
    case .select: break
    case .group(let keys): template.groupKeyPaths = keys.compactMap(valuePath)
    case .having(let expression):
      template.havingPredicate = expressions.predicate(expression, in: groupScope(template))
    }
  }

  /// Reads a condition, or the string of an imported condition.
  private func filter(_ expression: Expression, into template: inout FetchTemplate) {
    if case .call(let function, let arguments) = expression.kind,
      case .name(let name) = function.kind, name.text == "predicate"
    {
      guard let argument = expressions.single(arguments, of: name, taking: "a text"),
        case .text(let format) = argument.kind
      else { return }
      template.predicateFormat = format
      checkFormat(format, argument.span, template)
    } else {
      template.predicate = expressions.predicate(expression, in: scope)
    }
  }

  /// Returns the scope of `having`, where the names of values may be used.
  private func groupScope(_ template: FetchTemplate) -> Scope {
    var place = aggregateScope.place
    for column in template.result.columns {
      place.columns[column.name] = ExpressionType(column.type)
    }
    return Scope(entity, place: place)
  }

  /// Reads a condition in predicate format. Whether the condition fits the model is
  /// checked once the whole model is known.
  private func checkFormat(_ format: String, _ span: Span, _ template: FetchTemplate) {
    do throws(ObjectPredicateError) {
      let predicate = try ObjectPredicate(format: format)
      let types = Dictionary(first: template.parameters.map { ($0.name, $0.type) })
      for name in predicate.variables.sorted() where types[name] == nil {
        report(
          .unknownParameter,
          "'\(place.title ?? template.name)' has no parameter '\(name)'"
            + Suggestions.question(for: name, among: types.keys.sorted()), at: span)
      }
      symbols.formats.append(
        FormatPass.Format(
          predicate: predicate, text: format, entityName: entity.name, variables: types,
          parameterSpans: place.parameterSpans, span: span))
    } catch {
      report(.invalidExpression, error.message, at: span)
    }
  }

  private func checkPlace(of clause: ClauseSyntax, _ result: FetchTemplate.Result) {
    switch clause.kind {
    case .select, .group, .having:
      guard !result.isRows else { return }
      report(
        .fetchClause,
        "'\(clause.keyword.text)' needs a result of rows: '-> [(name: Type)]'",
        at: clause.keyword.span)
    case .filter, .sort, .limit, .offset, .prefetch: break
    }
  }

  /// Checks that the selected values match the columns of the result.
  private func checkSelections(
    _ syntax: FetchSyntax, _ template: FetchTemplate, _ types: [ExpressionType]
  ) {
    guard case .row(let columns, _, let span) = syntax.result else { return }
    guard let clause = syntax.clauses.first(where: { $0.keyword.text == "select" }),
      case .select(let selections) = clause.kind
    else {
      report(
        .fetchClause, "a fetch of rows needs a line 'select ...' with its values", at: span)
      return
    }
    guard selections.count == columns.count else {
      report(
        .fetchClause,
        "'select' names \(selections.count) of the result's \(columns.count) values",
        at: clause.keyword.span)
      return
    }
    checkTypes(selections, template, types)
    checkGroups(selections, template)
    for (selection, column) in zip(selections, columns) {
      guard let name = selection.columnName, name.text != column.name.text else { continue }
      report(
        .fetchClause,
        "this value is called '\(name.text)', in the result "
          + "'\(column.name.text)'", at: name.span
      ) { $0.note("the result names it here", at: column.name.span) }
    }
  }

  /// Reports values whose type differs from the type of their column.
  private func checkTypes(
    _ selections: [SelectionSyntax], _ template: FetchTemplate, _ types: [ExpressionType]
  ) {
    for ((selection, column), type) in zip(zip(selections, template.result.columns), types) {
      let wanted = ExpressionType(column.type)
      guard !expressions.areComparable(wanted, type) else { continue }
      report(
        .typeMismatch,
        "this value is '\(type.text)', and '\(column.name)' is '\(wanted.text)' in the result",
        at: selection.expression.span)
    }
  }

  /// Checks that each value that is selected together with aggregates is also a
  /// group key.
  private func checkGroups(_ selections: [SelectionSyntax], _ template: FetchTemplate) {
    // A wrong value has been reported, and is missing from the template.
    guard template.selections.count == selections.count, template.isGrouped else { return }
    let groups = template.groupKeyPaths.map { path in
      ObjectExpression.keyPath(
        path.split(separator: ".").map(String.init), of: .evaluatedObject)
    }
    for (syntax, selection) in zip(selections, template.selections) {
      guard let path = selection.expression.pathsOutside(of: groups).first else { continue }
      let name = path.joined(separator: ".")
      report(
        .fetchClause,
        "'\(name)' differs within a group; write 'group \(name)' or a function of all rows, "
          + "such as 'max(\(name))'", at: syntax.expression.span)
    }
  }

  // MARK: Keys

  private func sortKey(_ key: KeySyntax, _ selections: [FetchTemplate.Selection]) -> SortKey? {
    let isSelected = key.path.count == 1 && selections.contains { $0.name == key.path[0].text }
    guard isSelected || valuePath(key) != nil else { return nil }
    var options: StringOptions = []
    for option in key.options {
      if let value = option.stringOption {
        options.insert(value)
      } else {
        expressions.reportUnknownOption(option)
      }
    }
    return SortKey(key.path.map(\.text), isAscending: key.isAscending, options: options)
  }

  /// Returns the path of a value, through to-one relationships only. If the
  /// path is wrong, it is reported and the result is nil.
  private func valuePath(_ key: KeySyntax) -> String? {
    guard let end = expressions.path(key.path, in: scope) else { return nil }
    let path = key.path.map(\.text).joined(separator: ".")
    switch end.type {
    case .toMany(let element):
      return refuse(
        .toManyKeyPath, "'\(path)' leads to many '\(element.text)' and has no place in an order",
        at: key.span)
    case .fullText:
      return refuse(
        .invalidKeyPath, "'\(path)' is a full-text index; sort by '\(path).rank'", at: key.span)
    case .attribute(.composite(let composite)):
      let first = symbols.composites[composite]?.description.elements.first?.name ?? "element"
      return refuse(
        .invalidKeyPath, "'\(path)' holds several values; name one: '\(path).\(first)'",
        at: key.span)
    default: return path
    }
  }

  /// Returns the path of relationships, including to-many relationships. If the
  /// path is wrong, it is reported and the result is nil.
  private func prefetchedPath(_ key: KeySyntax) -> String? {
    var current = entity
    for name in key.path {
      guard let property = current.property(named: name.text) else {
        expressions.reportUnknownProperty(name, of: current, described: nil)
        return nil
      }
      diagnostics.use(name, of: property.name)
      guard property.relationship != nil, let destination = property.destination else {
        if case .broken = property.kind { return nil }
        return refuse(
          .invalidKeyPath, "'\(name.text)' is no relationship: only those are prefetched",
          at: name.span)
      }
      current = destination
    }
    return key.path.map(\.text).joined(separator: ".")
  }

  private func count(_ expression: Expression) -> ObjectExpression? {
    guard let value = expressions.number(expression, in: scope, expected: .integer) else {
      return nil
    }
    if case .constant(.integer(let number)) = value.expression, number >= 0 {
      return value.expression
    }
    if case .variable = value.expression, value.type.attribute?.isInteger != false {
      return value.expression
    }
    return refuse(
      .fetchClause, "a whole number, or a parameter that is one, stands here",
      at: expression.span)
  }
}

extension SelectionSyntax {
  /// The given name of the value, or the last name of its path; nil if it has
  /// neither.
  fileprivate var columnName: NameSyntax? { name ?? expression.path?.last }
}

extension FetchTemplate.Result {
  /// True if the result consists of rows of values.
  fileprivate var isRows: Bool {
    switch self {
    case .rows, .row: true
    default: false
    }
  }
}
