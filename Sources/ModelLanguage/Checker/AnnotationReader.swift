/// Reads the attributes of the language, such as `@unique`, and reports
/// misplaced attributes.
struct AnnotationReader: CheckPass {
  let symbols: SymbolTable

  /// Reports attributes that do not exist, are not allowed on the declaration,
  /// or are repeated.
  func checkAttributes(
    _ attributes: [AttributeSyntax], on target: Set<AttributeTarget>, type: AttributeType? = nil,
    describedAs description: String
  ) {
    guard !attributes.isEmpty else { return }
    var seen: Set<String> = []
    for attribute in attributes {
      guard let kind = AttributeKind(rawValue: attribute.name.text) else {
        reportUnknown(attribute, on: target)
        continue
      }
      let isTwice = !seen.insert(kind.rawValue).inserted
      if isTwice, kind != .allow, kind != .check, kind != .info {
        report(.duplicateAttribute, "'@\(kind)' is written twice", at: attribute.span)
      }
      checkPlace(of: attribute, kind, on: target, type: type, describedAs: description)
      if !kind.takesArguments, attribute.hasParentheses {
        report(.attributeArguments, "'@\(kind)' takes nothing in parentheses", at: attribute.span)
      }
    }
  }

  private func reportUnknown(_ attribute: AttributeSyntax, on target: Set<AttributeTarget>) {
    let name = attribute.name.text
    if let cure = ForeignWords.attributes[name] {
      report(.unknownAttribute, "no attribute '@\(name)'; \(cure)", at: attribute.name.span)
      return
    }
    let fitting = AttributeKind.allCases.filter { !$0.targets.isDisjoint(with: target) }
    var question = diagnostics.question(
      for: name, among: fitting.map(\.rawValue), as: .annotation, prefix: "@")
    if question.isEmpty {
      question = diagnostics.question(
        for: name, among: AttributeKind.allCases.map(\.rawValue), as: .annotation, prefix: "@")
    }
    var diagnostic = SourceDiagnostic(
      .unknownAttribute, "no attribute '@\(name)'\(question)", at: attribute.name.span
    ).replacing(attribute.name.span, with: question)
    if question.isEmpty {
      diagnostic = diagnostic.fix(
        "what a tool of yours should know goes into '@info(\"\(name)\": \"...\")'")
    }
    diagnostics.add(diagnostic)
  }

  private func checkPlace(
    of attribute: AttributeSyntax, _ kind: AttributeKind, on target: Set<AttributeTarget>,
    type: AttributeType?, describedAs description: String
  ) {
    let isInPlace = !kind.targets.isDisjoint(with: target)
    guard !isInPlace || !(type.map(kind.applies) ?? true) else { return }
    var replacements: [String] = []
    var message = "'@\(kind)' applies to \(kind.targetText), not to \(description)"
    if isInPlace, let type {
      message = "'@\(kind)' applies to \(kind.targetText), not to '\(type.text)'"
      if let other = instead(of: attribute, kind, for: type) {
        message += "; did you mean '\(other)'?"
        replacements = [other]
      }
    }
    report(.attributeNotApplicable, message, at: attribute.span, replacing: replacements)
  }

  /// Returns the attribute that sets the same limit for values of another type,
  /// or nil if there is none.
  private func instead(
    of attribute: AttributeSyntax, _ kind: AttributeKind, for type: AttributeType
  ) -> String? {
    let other: AttributeKind
    switch kind {
    case .length: other = .range
    case .range: other = .length
    default: return nil
    }
    guard other.applies(to: type), case .range? = attribute.arguments.first?.expression?.kind,
      let range = attribute.arguments.first?.expression.flatMap(sourceText)
    else { return nil }
    return "@\(other)(\(range))"
  }

  /// Returns the source text of a range of integers, or nil for any other
  /// expression.
  private func sourceText(_ expression: Expression) -> String? {
    switch expression.kind {
    case .integer(let digits), .float(let digits): return digits
    case .range(let lower, let upper, let isHalfOpen):
      let low = lower.flatMap(sourceText) ?? ""
      let high = upper.flatMap(sourceText) ?? ""
      return low + (isHalfOpen ? "..<" : "...") + high
    default: return nil
    }
  }

  /// Reports that an attribute has arguments that are not allowed.
  func reportArguments(_ attribute: AttributeSyntax, _ what: String, example: String) {
    report(
      .attributeArguments,
      "'@\(attribute.name.text)' takes \(what), such as '\(example)'", at: attribute.span)
  }

  /// Reports arguments that are not allowed, because of which there is no value.
  func refuseArguments<Value>(
    _ attribute: AttributeSyntax, _ what: String, example: String
  ) -> Value? {
    reportArguments(attribute, what, example: example)
    return nil
  }

  /// Silences the warnings named in `@allow`.
  func allowWarnings(_ attributes: [AttributeSyntax], in span: Span) {
    for attribute in attributes where attribute.name.text == "allow" {
      if attribute.arguments.isEmpty {
        reportArguments(attribute, "names of warnings", example: "@allow(#FullScan)")
      }
      for argument in attribute.arguments {
        guard case .diagnosticName(let name) = argument.value else {
          reportArguments(attribute, "names of warnings", example: "@allow(#FullScan)")
          continue
        }
        allow(name, in: span)
      }
    }
  }

  private func allow(_ name: NameSyntax, in span: Span) {
    let known = DiagnosticName(rawValue: name.text)
    if known?.severity == .warning { return diagnostics.allow(name.text, in: span) }
    if let known, DiagnosticName.ofVersions.contains(known) {
      guard !symbols.files.contains(where: { $0.header?.span == span }) else { return }
      return report(
        .unknownDiagnostic, "'#\(name.text)' is about versions; the 'model' line can allow it",
        at: name.span)
    }
    if known != nil {
      return report(
        .unknownDiagnostic, "'#\(name.text)' is an error and cannot be allowed", at: name.span)
    }
    let warnings = DiagnosticName.allCases.filter { $0.severity == .warning }.map(\.rawValue)
    reportUnknown(
      name, .unknownDiagnostic, "no warning '#\(name.text)'", among: warnings, as: .warning,
      prefix: "#", otherwise: "; the warnings are \(Suggestions.list(warnings.map { "#" + $0 }))")
  }
}

extension AttributeKind {
  /// True if the attribute can have parentheses.
  fileprivate var takesArguments: Bool {
    switch self {
    case .unique, .index, .fullText, .exact, .noInverse, .required, .external, .sensitive,
      .tombstone, .scan:
      false
    default: true
    }
  }
}
