extension FetchTemplate {
  /// The template's name as Swift writes its function: `closed(in:since:)`.
  public var title: String {
    name + "(" + parameters.map { ($0.label ?? "_") + ":" }.joined() + ")"
  }
}

extension FetchTemplate.Result {
  /// The columns of rows; empty for any other result.
  public var columns: [FetchTemplate.Column] {
    switch self {
    case .rows(let columns), .row(let columns): columns
    default: []
    }
  }
}

extension EntityDescription {
  /// The fetch template with a name, or with a title if several share a name; nil
  /// unless exactly one template matches.
  public func fetchTemplate(named name: String) -> FetchTemplate? {
    let found = fetchTemplates.filter { $0.name == name || $0.title == name }
    return found.count == 1 ? found[0] : nil
  }
}
