extension FetchTemplate {
  /// The template's name in the form of a Swift function name:
  /// `closed(in:since:)`.
  public var title: String {
    name + "(" + parameters.map { ($0.label ?? "_") + ":" }.joined() + ")"
  }
}

extension FetchTemplate.Result {
  /// The columns of rows; empty for any other kind of result.
  public var columns: [FetchTemplate.Column] {
    switch self {
    case .rows(let columns), .row(let columns): columns
    default: []
    }
  }
}

extension EntityDescription {
  /// Returns the fetch template with the given name, or with the given title if
  /// several templates share a name; nil unless exactly one template matches.
  public func fetchTemplate(named name: String) -> FetchTemplate? {
    // A title ends with a parenthesis, which no name has.
    let isTitle = name.hasSuffix(")")
    var found: Int?
    // The templates are large values, which are not copied one by one.
    for index in fetchTemplates.indices
    where name == (isTitle ? fetchTemplates[index].title : fetchTemplates[index].name) {
      guard found == nil else { return nil }
      found = index
    }
    return found.map { fetchTemplates[$0] }
  }
}
