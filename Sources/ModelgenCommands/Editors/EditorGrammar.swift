/// The words and signs of the language, from which the syntax colouring of editors is
/// written.
///
/// Every editor's grammar is written from these rules. Of the rules that match at a
/// place in the text, the first one applies.
struct EditorGrammar {
  /// A stretch of text by its pattern.
  struct Rule {
    /// The kind of the stretch; nil if it has no colour and hides its content from
    /// other rules.
    let kind: SemanticToken.Kind?
    /// A pattern for ICU and Oniguruma; the start of the stretch if it has an end.
    let pattern: String
    /// The pattern of the end of a stretch of several lines.
    var end: String?
    /// True if stretches of this kind nest.
    var isNested = false
    /// The pattern of an escape, behind which an end does not count.
    var escape: String?
    /// The pattern, or the start, in Vim's syntax.
    let vim: String
    /// The end in Vim's syntax.
    var vimEnd: String?
  }

  static let keywords = ModelIndex.keywords.sorted()
  static let types = ModelIndex.builtinTypes.sorted()

  private static let word = #"[\p{L}_][\p{L}\p{N}\p{M}_]*"#
  private static let vimWord = #"[[:alpha:]_]\k*"#

  static let rules: [Rule] = [
    Rule(
      kind: .comment, pattern: #"/\*"#, end: #"\*/"#, isNested: true, vim: #"/\*"#,
      vimEnd: #"\*/"#),
    Rule(kind: .comment, pattern: #"//.*$"#, vim: #"//.*$"#),
    Rule(
      kind: .string, pattern: #"""""#, end: #"""""#, escape: #"\\."#, vim: #"""""#,
      vimEnd: #"""""#),
    Rule(
      kind: .string, pattern: #""(?:\\.|[^"\\\r\n])*""#, vim: #""\%(\\.\|[^"\\]\)*""#),
    Rule(
      kind: .regexp,
      pattern: #"(?<=[(,:]|[(,:] |[^=!<>]=|[^=!<>]= )/(?:\\.|[^/\\\r\n])+/"#,
      vim: #"\%([(,:]\s\?\|[^=!<>]=\s\?\)\@<=/\%(\\.\|[^/\\]\)\+/"#),
    Rule(kind: nil, pattern: #"`[^`\r\n]+`"#, vim: #"`[^`]\+`"#),
    Rule(kind: .decorator, pattern: "@@?" + word, vim: "@@\\?" + vimWord),
    Rule(kind: .decorator, pattern: "#" + word, vim: "#" + vimWord),
    Rule(kind: .parameter, pattern: #"\$"# + word, vim: "\\$" + vimWord),
    Rule(
      kind: .number,
      pattern: #"(?<![\p{L}\p{N}_])(?:0[xob][0-9A-Za-z_]+"#
        + #"|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9][0-9_]*)?)"#,
      vim: #"\<\%(0[xob]\w\+\|\d[0-9_]*\%(\.\d[0-9_]*\)\?\%([eE][+-]\?\d[0-9_]*\)\?\)"#),
    words(.type, types), words(.keyword, keywords),
    // Every other word is matched as a whole, so that no keyword is found at its end.
    Rule(kind: nil, pattern: word, vim: vimWord),
    Rule(
      kind: .operator, pattern: #"->|\.\.\.|\.\.<|[=!<>]=|&&|\|\||\?\?|[=<>?!+\-*/%]"#,
      vim: #"->\|\.\.\.\|\.\.<\|[=!<>]=\|&&\|||\|??\|[=<>?!+*%-]"#),
  ]

  /// A rule for words. A keyword before a colon is a name.
  private static func words(_ kind: SemanticToken.Kind, _ words: [String]) -> Rule {
    let any = words.joined(separator: "|")
    let name = kind == .keyword ? #"(?!\s*:)"# : ""
    return Rule(
      kind: kind, pattern: #"(?<![\p{L}\p{N}_.])(?:"# + any + #")(?![\p{L}\p{N}\p{M}_])"# + name,
      vim: #"\.\@<!\<\%("# + words.joined(separator: #"\|"#) + #"\)\>"#
        + (kind == .keyword ? #"\%(\s*:\)\@!"# : ""))
  }
}
