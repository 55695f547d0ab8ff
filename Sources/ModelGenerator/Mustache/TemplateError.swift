/// An error in a template, with its location.
public struct TemplateError: Error, Sendable, Hashable {
  /// The reason for an error in a template.
  public enum Reason: Sendable, Hashable {
    /// The template ends before a tag is closed.
    case unclosedTag
    /// The template ends before a section is closed.
    case unclosedSection(String)
    /// A closing tag has the name of a section other than the innermost open
    /// one.
    case mismatchedClose(open: String, found: String)
    /// A closing tag has no section to close.
    case unexpectedClose(String)
    /// A tag does not contain a name.
    case missingName
    /// A set-delimiter tag does not contain exactly two words, or one of them contains
    /// `=`.
    case badDelimiters(String)
    /// Sections are nested more deeply than `Template.maximumNesting` allows.
    case nestedTooDeep
    /// Sections and partials are nested more deeply during rendering than
    /// `TemplateRenderer.maximumDepth` allows, because a partial includes
    /// itself endlessly.
    case endlessPartial(String)
    /// Rendering takes more steps than allowed.
    case tooMuchOutput(Int)
    /// An included template does not exist.
    case unknownPartial(String)
    /// A tag in a client's own template names a value that does not exist.
    case unknownValue(String, nearest: String?)
    /// A client's template does not replace a built-in template, and is not
    /// included by another template.
    case unusedTemplate
  }

  /// The name of the template that contains the error.
  public var template: String
  /// The line of the tag, from 1.
  public var line: Int
  /// The column of the tag in characters, from 1.
  public var column: Int
  /// The reason for the error.
  public var reason: Reason

  /// Creates an error at the given location in a template.
  public init(template: String, line: Int, column: Int, reason: Reason) {
    self.template = template
    self.line = line
    self.column = column
    self.reason = reason
  }
}

extension TemplateError: CustomStringConvertible {
  /// The error in the format of compilers: `name:line:column: error: message`.
  public var description: String { "\(template):\(line):\(column): error: \(message)" }

  /// The reason for the error, as text.
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
