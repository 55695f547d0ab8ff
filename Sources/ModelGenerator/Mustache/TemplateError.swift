/// An error in a template, with its place.
public struct TemplateError: Error, Sendable, Hashable {
  /// A reason for an error in a template.
  public enum Reason: Sendable, Hashable {
    /// A tag is opened and the template ends before it is closed.
    case unclosedTag
    /// A section is opened and never closed.
    case unclosedSection(String)
    /// A section is closed while another one is open.
    case mismatchedClose(open: String, found: String)
    /// A section is closed that was never opened.
    case unexpectedClose(String)
    /// A tag lacks its name.
    case missingName
    /// A set-delimiter tag does not hold two words without `=`.
    case badDelimiters(String)
    /// Sections are nested deeper than `Template.maximumNesting`.
    case nestedTooDeep
    /// Sections and partials are nested deeper than `TemplateRenderer.maximumDepth`
    /// while rendering: a partial includes itself for ever.
    case endlessPartial(String)
    /// Rendering takes more steps than the limit.
    case tooMuchOutput(Int)
    /// A template is included that does not exist.
    case unknownPartial(String)
    /// A tag in a client's own template names a value that does not exist.
    case unknownValue(String, nearest: String?)
    /// A template is neither included nor one of the built-in ones.
    case unusedTemplate
  }

  /// The name of the template.
  public var template: String
  /// The line of the tag, from 1.
  public var line: Int
  /// The column of the tag in characters, from 1.
  public var column: Int
  /// The mistake in the template.
  public var reason: Reason

  /// Creates an error at a place in a template.
  public init(template: String, line: Int, column: Int, reason: Reason) {
    self.template = template
    self.line = line
    self.column = column
    self.reason = reason
  }
}

extension TemplateError: CustomStringConvertible {
  /// The error as compilers print theirs: `name:line:column: error: message`.
  public var description: String { "\(template):\(line):\(column): error: \(message)" }

  /// The reason, in words.
  public var message: String {
    switch reason {
    case .unclosedTag: "this tag is never closed"
    case .unclosedSection(let name): "section '\(name)' is never closed; add '{{/\(name)}}'"
    case .mismatchedClose(let open, let found):
      "'\(found)' is closed here, but the open section is '\(open)'"
    case .unexpectedClose(let name): "'\(name)' is closed here, but no section is open"
    case .missingName: "this tag names nothing"
    case .badDelimiters(let text):
      "'\(text)' does not set delimiters; write two words without '=', such as '{{=<% %>=}}'"
    case .nestedTooDeep: "sections are nested deeper than \(Template.maximumNesting)"
    case .endlessPartial(let name): "partial '\(name)' includes itself without an end"
    case .tooMuchOutput(let steps): "rendering takes more than \(steps) steps"
    case .unknownPartial(let name): "there is no template '\(name)'"
    case .unknownValue(let name, let nearest):
      "there is no value '\(name)' here" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .unusedTemplate:
      "no built-in template is called '\(template)', and no template includes it"
    }
  }
}
