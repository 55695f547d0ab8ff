extension Template {
  /// The names of the partials and parents in this template, with the offsets
  /// of their tags.
  var partials: [(name: String, offset: Int)] { Self.partials(of: nodes) }

  private static func partials(of nodes: [TemplateNode]) -> [(name: String, offset: Int)] {
    nodes.flatMap { node -> [(name: String, offset: Int)] in
      switch node {
      case .text, .indentation, .variable: []
      case .section(_, _, let content, _): partials(of: content)
      case .block(let block): partials(of: block.content)
      case .partial(.fixed(let name), _, let offset): [(name, offset)]
      case .parent(.fixed(let name), _, let blocks, let offset):
        [(name, offset)] + blocks.values.flatMap { partials(of: $0.content) }
      case .partial(.dynamic, _, _): []
      case .parent(.dynamic, _, let blocks, _):
        blocks.values.flatMap { partials(of: $0.content) }
      }
    }
  }
}
