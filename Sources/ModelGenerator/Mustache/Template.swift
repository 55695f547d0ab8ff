/// A Mustache template, parsed into a tree of text and tags.
///
/// The syntax follows the Mustache specification 1.4: variables, dotted names,
/// sections, inverted sections, comments, partials with indentation and set delimiters,
/// and the optional modules for inheritance and dynamic names. Lambdas are not
/// supported: values are data that has already been computed in Swift.
package struct Template: Sendable, Hashable {
  /// The maximum nesting depth of sections.
  package static let maximumNesting = 100

  /// The name of the template, for error messages and partials.
  package let name: String
  let nodes: [TemplateNode]
  let source: TemplateSource

  /// Parses a template.
  ///
  /// - Throws: `TemplateError` if a tag or a section is not closed, or if a tag closes
  ///   a section that is not open, names nothing or sets no delimiters.
  package init(name: String, text: String) throws(TemplateError) {
    self.name = name
    source = TemplateSource(name: name, text: text)
    let tokens = try TemplateScanner.tokens(of: source)
    nodes = try TemplateParser.nodes(of: StandaloneTags.trimmed(tokens), in: source)
  }
}

/// A part of a template.
indirect enum TemplateNode: Sendable, Hashable {
  /// Text that is written unchanged.
  case text(String)
  /// The white space at the start of a line. It determines the indentation of partials
  /// and blocks.
  case indentation(String)
  /// A tag that writes the value of a name.
  case variable(TemplateName, isEscaped: Bool, at: Int)
  /// A section. Its content is written for every element of a value that is not
  /// false; if the section is inverted, the content is written once if the
  /// value is false.
  case section(TemplateName, isInverted: Bool, [TemplateNode], at: Int)
  /// A tag that includes another template. If the tag stands alone, its
  /// indentation is added to the lines of that template.
  case partial(PartialName, indentation: String?, at: Int)
  /// A tag that includes another template, and replaces some of its blocks.
  case parent(PartialName, indentation: String?, blocks: [String: TemplateBlock], at: Int)
  /// A block that can be replaced by templates that include this template as a
  /// parent.
  case block(TemplateBlock)
}

/// A block of a template. Outside a parent's tags, its content is a default
/// that can be replaced. Between a parent's tags, its content replaces a block
/// of the parent.
struct TemplateBlock: Sendable, Hashable {
  let name: String
  let content: [TemplateNode]
  /// True if the content of the block consists of whole lines.
  let isStandalone: Bool
  /// The white space before the tag, if the tag begins its line; otherwise
  /// empty.
  let tagIndentation: String
  /// The line ending after a block that stands alone; otherwise empty.
  let lineEnd: String

  /// The white space that all lines of the content begin with; nil if no line
  /// begins in the content.
  var margin: String? { Self.margin(of: content) }

  /// The indentation of the lines that replace the content of the block.
  var indentation: String { (isStandalone ? margin : nil) ?? tagIndentation }

  private static func margin(of nodes: [TemplateNode]) -> String? {
    nodes.compactMap { node in
      switch node {
      case .text, .variable: nil
      case .indentation(let space): space
      case .section(_, _, let content, _): margin(of: content)
      case .partial(_, let space, _), .parent(_, let space, _, _): space
      case .block(let block):
        block.isStandalone ? block.tagIndentation : margin(of: block.content)
      }
    }.min { $0.utf8.count < $1.utf8.count }
  }
}

/// A name in a tag, divided at its dots. The name `.` has no parts.
struct TemplateName: Sendable, Hashable {
  let parts: [String]

  init(_ text: String) {
    parts = text == "." ? [] : text.split(separator: ".").map(String.init)
  }
}

/// The name of a partial, or a name such as `*name`, whose value is the name of
/// the partial.
enum PartialName: Sendable, Hashable {
  case fixed(String)
  case dynamic(TemplateName)

  init(_ text: String) {
    if text.first == "*" {
      self = .dynamic(TemplateName(String(text.dropFirst().trimming(\.isWhitespace))))
    } else {
      self = .fixed(text)
    }
  }
}
