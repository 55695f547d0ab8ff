/// Reads SQL queries, which declare their parameters and results.
struct QueryPass: CheckPass {
  let symbols: SymbolTable

  private var fetches: FetchPass { FetchPass(symbols: symbols) }

  /// Resolves the types of the queries; the SQL is kept as text.
  func run() {
    var names: [String: NameSyntax] = [:]
    for syntax in symbols.files.flatMap(\.queries)
    where symbols.isNew(syntax.name, in: &names, owner: symbols.model.name) {
      var place = Scope.Place(title: syntax.name.text)
      let parameters = fetches.parameters(syntax.parameters, place: &place)
      guard let result = queryResult(syntax.result) else { continue }
      symbols.model.queries.append(
        SQLQueryDescription(
          name: syntax.name.text, documentation: syntax.documentation, parameters: parameters,
          result: result, sql: syntax.sql))
    }
  }

  private func queryResult(_ syntax: ResultSyntax) -> FetchTemplate.Result? {
    switch syntax {
    case .row(let columns, let isList, _):
      return isList ? .rows(fetches.columns(columns)) : .row(fetches.columns(columns))
    case .type(let type):
      switch types.resolve(type) {
      case .attribute(.int64, nil): return .count
      case .attribute(.boolean, nil): return .exists
      case .broken: return nil
      default:
        return refuse(
          .fetchResult, "a query gives back rows: write '[(name: Type)]', or 'Int' or 'Bool'",
          at: type.span)
      }
    }
  }
}
