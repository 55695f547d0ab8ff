/// A parser that creates a tree from a template's tokens.
struct TemplateParser {
  /// A section that has not been closed yet, with the content that has been
  /// read.
  private struct OpenSection {
    let token: TemplateToken
    var nodes: [TemplateNode] = []
  }

  private let source: TemplateSource
  private var stack: [OpenSection] = []
  private var nodes: [TemplateNode] = []

  static func nodes(
    of tokens: [TemplateToken], in source: TemplateSource
  ) throws(TemplateError) -> [TemplateNode] {
    var parser = TemplateParser(source: source)
    for token in tokens { try parser.take(token) }
    if let open = parser.stack.last?.token {
      throw source.error(.unclosedSection(open.content), at: open.offset)
    }
    return parser.nodes
  }

  private init(source: TemplateSource) {
    self.source = source
  }

  private mutating func take(_ token: TemplateToken) throws(TemplateError) {
    switch token.kind {
    case .text: append(.text(token.content))
    case .indentation: append(.indentation(token.content))
    case .variable(let isEscaped):
      append(.variable(TemplateName(token.content), isEscaped: isEscaped, at: token.offset))
    case .partial:
      append(
        .partial(
          PartialName(token.content), indentation: token.lineIndentation, at: token.offset))
    case .section, .invertedSection, .parent, .block: try open(token)
    case .close: try close(token)
    case .comment, .delimiters: break
    }
  }

  private mutating func append(_ node: TemplateNode) {
    if stack.isEmpty {
      nodes.append(node)
    } else {
      stack[stack.count - 1].nodes.append(node)
    }
  }

  private mutating func open(_ token: TemplateToken) throws(TemplateError) {
    guard stack.count < Template.maximumNesting else {
      throw source.error(.nestedTooDeep, at: token.offset)
    }
    stack.append(OpenSection(token: token))
  }

  private mutating func close(_ token: TemplateToken) throws(TemplateError) {
    guard let section = stack.popLast() else {
      throw source.error(.unexpectedClose(token.content), at: token.offset)
    }
    let name = section.token.content
    guard name == token.content else {
      throw source.error(.mismatchedClose(open: name, found: token.content), at: token.offset)
    }
    append(node(of: section))
  }

  private func node(of section: OpenSection) -> TemplateNode {
    let token = section.token
    switch token.kind {
    case .block:
      return .block(
        TemplateBlock(
          name: token.content, content: section.nodes, isStandalone: token.isStandalone,
          tagIndentation: token.indentation, lineEnd: token.lineEnd))
    case .parent:
      return .parent(
        PartialName(token.content), indentation: token.lineIndentation,
        blocks: Self.blocks(in: section.nodes), at: token.offset)
    default:
      return .section(
        TemplateName(token.content), isInverted: token.kind == .invertedSection, section.nodes,
        at: token.offset)
    }
  }

  /// Returns the blocks between a parent's tags, by name. All other content
  /// between the tags is ignored.
  private static func blocks(in nodes: [TemplateNode]) -> [String: TemplateBlock] {
    var blocks: [String: TemplateBlock] = [:]
    for case .block(let block) in nodes { blocks[block.name] = block }
    return blocks
  }
}
