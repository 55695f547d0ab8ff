/// A renderer, which writes templates with the values of names.
///
/// Rendering ends for every input. Its depth and steps are limited, so that a
/// partial which includes itself endlessly causes an error.
package struct TemplateRenderer {
  /// The maximum nesting depth of sections and partials together.
  package static let maximumDepth = 256
  /// The default limit for the number of tags and pieces of text that are
  /// written. A model of a thousand entities requires about a million.
  package static let maximumSteps = 5_000_000

  /// The templates in which partials are looked up.
  private let library: TemplateLibrary
  private let escapesHTML: Bool
  private let maximumSteps: Int
  private var output = ""
  private var context: [TemplateValue]
  /// The blocks with which the surrounding parents replace blocks of their
  /// templates, beginning with the outermost parent.
  private var overrides: [[String: TemplateBlock]] = []
  private var margin = Margin()
  private var depth = 0
  private var steps = 0
  private var parsed: [String: Template] = [:]

  /// The change that is applied to the white space at the beginning of each
  /// line.
  private struct Margin {
    /// The text that is inserted before the white space of a line.
    var added = ""
    /// The number of characters that are removed from the beginning of the
    /// white space.
    var removed = 0
    /// True if the white space of the next line is not changed, because it
    /// continues a line that already has text.
    var skipsLine = false

    /// Returns the changed white space for a line.
    func indentation(_ space: String) -> String { added + space.dropFirst(removed) }
  }

  /// Renders a template.
  ///
  /// - Parameters:
  ///   - template: The template.
  ///   - value: The value in which the names in tags are looked up.
  ///   - library: The templates in which partials are looked up; a missing
  ///     partial is empty.
  ///   - escapesHTML: True if `&`, `"`, `<` and `>` are escaped in the values
  ///     of `{{name}}`. By default, they are not escaped, because the output is
  ///     Swift.
  ///   - maximumSteps: The maximum number of tags and pieces of text that are
  ///     written.
  /// - Throws: `TemplateError` if a partial cannot be parsed, or the depth or number of
  ///   steps exceeds its limit.
  package static func text(
    of template: Template, with value: TemplateValue,
    library: TemplateLibrary = TemplateLibrary(), escapesHTML: Bool = false,
    maximumSteps: Int = TemplateRenderer.maximumSteps
  ) throws(TemplateError) -> String {
    var renderer = TemplateRenderer(
      value: value, library: library, escapesHTML: escapesHTML, maximumSteps: maximumSteps)
    try renderer.write(template.nodes, in: template)
    return renderer.output
  }

  private init(
    value: TemplateValue, library: TemplateLibrary, escapesHTML: Bool, maximumSteps: Int
  ) {
    self.library = library
    self.escapesHTML = escapesHTML
    self.maximumSteps = maximumSteps
    context = [value]
  }

  private mutating func write(
    _ nodes: [TemplateNode], in template: Template
  ) throws(TemplateError) {
    for node in nodes { try write(node, in: template) }
  }

  private mutating func write(_ node: TemplateNode, in template: Template) throws(TemplateError) {
    if case .indentation(let space) = node {
      if !margin.skipsLine { output += margin.indentation(space) }
      margin.skipsLine = false
      return
    }
    steps += 1
    guard steps <= maximumSteps else {
      throw template.source.error(.tooMuchOutput(maximumSteps), at: 0)
    }
    switch node {
    case .text(let text), .indentation(let text): output += text
    case .variable(let name, let isEscaped, let offset):
      try refuseUnknown(name, at: offset, in: template)
      let text = value(of: name).text
      output += isEscaped && escapesHTML ? HTMLText.escaped(text) : text
    case .section(let name, let isInverted, let content, let offset):
      try refuseUnknown(name, at: offset, in: template)
      try descend(to: name.parts.joined(separator: "."), at: offset, in: template) {
        renderer throws(TemplateError) in
        try renderer.writeSection(name, isInverted: isInverted, content, in: template)
      }
    case .partial(let name, let indentation, let offset):
      try writePartial(name, indentation: indentation, blocks: nil, at: offset, in: template)
    case .parent(let name, let indentation, let blocks, let offset):
      try writePartial(name, indentation: indentation, blocks: blocks, at: offset, in: template)
    case .block(let block):
      if let given = overrides.lazy.compactMap({ $0[block.name] }).first {
        try write(given, inPlaceOf: block, in: template)
      } else {
        try write(block.content, in: template)
      }
    }
  }

  /// Writes the content of a parent's block in place of a block, with the
  /// indentation of the replaced block. If the replaced block consists of whole
  /// lines, whole lines are written.
  private mutating func write(
    _ given: TemplateBlock, inPlaceOf block: TemplateBlock, in template: Template
  ) throws(TemplateError) {
    let outer = margin
    let start = output.utf8.count
    margin = Margin(
      added: outer.indentation(block.indentation), removed: given.margin?.count ?? 0,
      skipsLine: !block.isStandalone && given.isStandalone)
    try write(given.content, in: template)
    margin = outer
    let isOpen = output.utf8.count > start && output.utf8.last != UInt8(ascii: "\n")
    if block.isStandalone, isOpen { output += block.lineEnd }
  }

  private mutating func writeSection(
    _ name: TemplateName, isInverted: Bool, _ content: [TemplateNode], in template: Template
  ) throws(TemplateError) {
    let value = value(of: name)
    if isInverted {
      if value.isFalse { try write(content, in: template) }
    } else if case .list(let elements) = value {
      for element in elements { try write(content, in: template, pushing: element) }
    } else if !value.isFalse {
      try write(content, in: template, pushing: value)
    }
  }

  private mutating func write(
    _ content: [TemplateNode], in template: Template, pushing value: TemplateValue
  ) throws(TemplateError) {
    context.append(value)
    try write(content, in: template)
    context.removeLast()
  }

  private mutating func writePartial(
    _ name: PartialName, indentation: String?, blocks: [String: TemplateBlock]?, at offset: Int,
    in template: Template
  ) throws(TemplateError) {
    if case .dynamic(let name) = name { try refuseUnknown(name, at: offset, in: template) }
    let name = text(of: name)
    guard let partial = try partial(name) else {
      // In Mustache a missing partial is empty. In a template that replaces a built-in
      // one, it is an error.
      guard library.strictNames.contains(template.name) else { return }
      throw template.source.error(.unknownPartial(name), at: offset)
    }
    // The replacements of an outer parent take precedence over those of an inner one. A
    // plain partial starts without replacements, because its blocks are separate.
    let outer = overrides
    if let blocks { overrides.append(blocks) } else { overrides = [] }
    let outerMargin = margin
    margin = indentation.map { Margin(added: outerMargin.indentation($0)) } ?? Margin()
    try descend(to: name, at: offset, in: template) { renderer throws(TemplateError) in
      try renderer.write(partial.nodes, in: partial)
    }
    overrides = outer
    margin = outerMargin
  }
}

extension TemplateRenderer {
  /// Calls a closure one level more deeply.
  ///
  /// - Throws: `TemplateError` (`endlessPartial`) if the maximum depth is
  ///   exceeded, or the error of the closure.
  private mutating func descend(
    to name: String, at offset: Int, in template: Template,
    _ body: (inout TemplateRenderer) throws(TemplateError) -> Void
  ) throws(TemplateError) {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw template.source.error(.endlessPartial(name), at: offset)
    }
    try body(&self)
    depth -= 1
  }

  private mutating func partial(_ name: String) throws(TemplateError) -> Template? {
    if let template = parsed[name] { return template }
    guard let text = library.texts[name] else { return nil }
    let template = try Template(name: name, text: text)
    parsed[name] = template
    return template
  }

  /// Checks that one of the surrounding values has the given name, if the
  /// template is strict.
  ///
  /// - Throws: `TemplateError` (`unknownValue`) if none of them has it.
  private func refuseUnknown(
    _ name: TemplateName, at offset: Int, in template: Template
  ) throws(TemplateError) {
    // Built-in templates can use a name that has no value; in a client's template, such
    // a name is probably misspelt.
    guard library.strictNames.contains(template.name), let first = name.parts.first else { return }
    guard var value = context.reversed().lazy.compactMap({ $0.member(first) }).first else {
      let known = context.reversed().flatMap(\.names)
      throw template.source.error(
        .unknownValue(first, nearest: nearestWord(to: first, in: known)), at: offset)
    }
    for part in name.parts.dropFirst() {
      guard case .object = value else { return }
      guard let member = value.member(part) else {
        let nearest = nearestWord(to: part, in: value.names)
        throw template.source.error(.unknownValue(part, nearest: nearest), at: offset)
      }
      value = member
    }
  }

  private func text(of name: PartialName) -> String {
    switch name {
    case .fixed(let text): text
    case .dynamic(let name): value(of: name).text
    }
  }

  /// Returns the value of a name; null if there is none. The first part of the
  /// name is looked up in all contexts, beginning with the innermost one, and
  /// each other part in the value of the previous part.
  private func value(of name: TemplateName) -> TemplateValue {
    guard let first = name.parts.first else { return context.last ?? .null }
    guard var value = context.reversed().lazy.compactMap({ $0.member(first) }).first else {
      return .null
    }
    for part in name.parts.dropFirst() {
      guard let member = value.member(part) else { return .null }
      value = member
    }
    return value
  }
}
