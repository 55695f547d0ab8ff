/// The Swift code for the row that represents an object in lists.
struct RowView {
  let entity: EntityDescription
  let shape: ModelShape

  /// Returns the closure that creates the text of a row.
  func closure() throws(GenerationDiagnostic) -> CodeLayout {
    let parts = try parts()
    let arguments = parts.isEmpty ? [.text("\"\"")] : parts
    let call = CodeLayout.call("RowText(", arguments)
    return call.flat.contains("$0") ? .closure("{ ", call) : .text("{ _ in \(call.flat) }")
  }

  private func parts() throws(GenerationDiagnostic) -> [CodeLayout] {
    guard let hint = PresentationHints(entity: entity).row else {
      return standardParts.map(CodeLayout.text)
    }
    var parts: [CodeLayout] = []
    for part in hint.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false) {
      parts.append(try text(part))
    }
    return parts
  }

  /// Returns the Swift code for a hint such as `{city}, {state}`: strings that
  /// are separated by commas, of which those without a value are left out.
  private func text(_ hint: Substring) throws(GenerationDiagnostic) -> CodeLayout {
    var pieces: [String] = []
    for piece in hint.split(separator: ", ", omittingEmptySubsequences: false) {
      pieces.append(try self.piece(piece))
    }
    guard pieces.count > 1 else { return .text(pieces[0]) }
    return .call("RowText.joined(", pieces.map(CodeLayout.text))
  }

  private func piece(_ hint: Substring) throws(GenerationDiagnostic) -> String {
    var literal = ""
    var rest = hint
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      literal += Self.escaped(rest[..<open])
      let value = try value(rest[rest.index(after: open)..<close])
      if open == hint.startIndex, rest.index(after: close) == hint.endIndex { return value }
      literal += "\\(\(value))"
      rest = rest[rest.index(after: close)...]
    }
    guard !rest.contains("{") else {
      throw GenerationDiagnostic(
        place: "\(entity.name) @info",
        reason: .wrongHint("ui.row", String(hint), wanted: "a '}' behind every '{'"))
    }
    return "\"\(literal)\(Self.escaped(rest))\""
  }

  /// Returns the Swift code for a part of a hint in braces, which is a path, or
  /// a path and a word that is shown if the value is true, such as
  /// `{completed?done}`.
  private func value(_ text: Substring) throws(GenerationDiagnostic) -> String {
    let parts = text.split(separator: "?", maxSplits: 1)
    let path = try ScreenPath.ofText(String(parts.first ?? ""), from: entity, in: shape)
    guard parts.count > 1 else { return shown(path) }
    guard path.property.attribute?.type == .boolean else {
      throw GenerationDiagnostic(place: "\(entity.name) @info", reason: .unknownPath(String(text)))
    }
    return "$0.\(path.expression) == true ? \(SwiftLiteral.string(String(parts[1]))) : \"\""
  }

  private static func escaped(_ text: Substring) -> String {
    String(SwiftLiteral.string(String(text)).dropFirst().dropLast())
  }

  private func shown(_ path: ScreenPath) -> String {
    path.isText
      ? "$0.\(path.expression)" : "\(function(path.property.attribute))($0.\(path.expression))"
  }

  // MARK: Rows without a hint

  /// The code for the attribute by which users distinguish objects, and for the
  /// next two attributes.
  private var standardParts: [String] {
    let attributes = shape.properties(of: entity).compactMap(\.attribute).filter(\.isShownInRows)
    guard let title = Self.title(of: attributes) else { return [] }
    let others = attributes.filter { $0.name != title.name }.prefix(2).map(shown)
    switch others.count {
    case 0: return [shown(title)]
    case 1: return [shown(title), others[0]]
    default: return [shown(title), "RowText.joined(\(others.joined(separator: ", ")))"]
    }
  }

  private func shown(_ attribute: AttributeDescription) -> String {
    let name = SwiftName.escaped(attribute.name)
    let isText = attribute.type == .string && !attribute.isOptional
    return isText ? "$0.\(name)" : "\(function(attribute))($0.\(name))"
  }

  /// Returns the name of the function that converts a value of an attribute to
  /// a string.
  private func function(_ attribute: AttributeDescription?) -> String {
    guard let attribute, attribute.type == .date, PresentationHints.hasTime(attribute) else {
      return "RowText.text"
    }
    return "RowText.time"
  }

  /// Returns the attribute by which users distinguish objects; nil if there are
  /// no attributes.
  static func title(of attributes: [AttributeDescription]) -> AttributeDescription? {
    let texts = attributes.filter { $0.type == .string }
    return texts.first { ["name", "title"].contains($0.name) }
      ?? texts.first { !$0.isOptional } ?? texts.first ?? attributes.first
  }
}

extension AttributeDescription {
  /// True if the value is short, and can be shown as text in a row.
  var isShownInRows: Bool {
    !isTransient && !isSensitive && type != .uuid && type.hasText
  }
}

extension AttributeType {
  /// True if values of the type can be shown as text.
  var hasText: Bool {
    switch self {
    case .boolean, .int16, .int32, .int64, .float, .double, .decimal, .string, .date, .url, .uuid,
      .enumeration:
      true
    case .data, .json, .composite, .list, .codable, .transformable, .undefined: false
    }
  }
}
