/// A Mustache template, parsed: text and tags as a tree.
///
/// Follows the Mustache specification 1.4: variables, dotted names, sections,
/// inverted sections, comments, partials with indentation, set delimiters, and
/// of the optional modules inheritance and dynamic names. There are no lambdas.
public struct Template: Sendable, Hashable {
  /// How deep sections may be nested.
  public static let maximumNesting = 100

  /// Name of the template, for messages and partials.
  public let name: String
  let nodes: [TemplateNode]
  let source: TemplateSource

  /// Parses a template.
  ///
  /// The indentation stands before every line that is not empty, as the place
  /// of a partial has it.
  ///
  /// - Throws: `TemplateError` where a tag or a section is not closed, closes
  ///   what is not open, names nothing or sets no delimiters.
  public init(
    name: String, text: String, indentation: String = ""
  ) throws(TemplateError) {
    self.name = name
    source = TemplateSource(name: name, text: text, indentation: indentation)
    let tokens = try TemplateScanner.tokens(of: source)
    nodes = try TemplateParser.nodes(of: StandaloneTags.trimmed(tokens), in: source)
  }
}

/// A part of a template.
indirect enum TemplateNode: Sendable, Hashable {
  /// What is written as it stands.
  case text(String)
  /// The value of a name.
  case variable(TemplateName, isEscaped: Bool, at: Int)
  /// Its content, for every element of a value that is not false; inverted:
  /// once where the value is false.
  case section(TemplateName, isInverted: Bool, [TemplateNode], at: Int)
  /// Another template.
  case partial(PartialName, indentation: String, at: Int)
  /// Another template, with blocks of it replaced.
  case parent(PartialName, indentation: String, blocks: [String: [TemplateNode]], at: Int)
  /// What a parent's caller may replace.
  case block(String, [TemplateNode])
}

/// A name in a tag: `.` has no parts, `a.b` has two.
struct TemplateName: Sendable, Hashable {
  let parts: [String]

  init(_ text: String) {
    parts = text == "." ? [] : text.split(separator: ".").map(String.init)
  }
}

/// Name of a partial, or the name of the value that holds it (`*name`).
enum PartialName: Sendable, Hashable {
  case fixed(String)
  case dynamic(TemplateName)

  init(_ text: String) {
    if text.first == "*" {
      self = .dynamic(TemplateName(TemplateText.trimmed(text.dropFirst())))
    } else {
      self = .fixed(text)
    }
  }
}
