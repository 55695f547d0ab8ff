/// The keywords and symbols of the language, from which the syntax highlighting
/// of editors is generated.
///
/// The grammars of all editors are generated from these rules. If several rules
/// match at a position, the first of them applies.
struct EditorGrammar {
  /// A rule that recognises a span of text by a pattern.
  struct Rule {
    /// The kind of the span; nil if the span has no colour, but hides its
    /// content from other rules.
    let kind: SemanticToken.Kind?
    /// The pattern in the syntax of ICU and Oniguruma. If the rule has an end
    /// pattern, this is the pattern of the span's start.
    let pattern: String
    /// The pattern for the end of a span that may have several lines; nil if
    /// `pattern` matches the whole span.
    var end: String?
    /// True if spans of this kind can be nested.
    var isNested = false
    /// The pattern of an escape, after which an end pattern is ignored; nil if
    /// there is none.
    var escape: String?
    /// The pattern, or the start pattern, in the syntax of Vim.
    let vim: String
    /// The end pattern in Vim's syntax; nil if there is none.
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
    // Every other word is matched as a whole, so that no keyword is found at
    // the end of a word.
    Rule(kind: nil, pattern: word, vim: vimWord),
    Rule(
      kind: .operator, pattern: #"->|\.\.\.|\.\.<|[=!<>]=|&&|\|\||\?\?|[=<>?!+\-*/%]"#,
      vim: #"->\|\.\.\.\|\.\.<\|[=!<>]=\|&&\|||\|??\|[=<>?!+*%-]"#),
  ]

  /// Returns a rule for words. A keyword is not recognised before a colon,
  /// where it is a name.
  private static func words(_ kind: SemanticToken.Kind, _ words: [String]) -> Rule {
    let any = words.joined(separator: "|")
    let name = kind == .keyword ? #"(?!\s*:)"# : ""
    return Rule(
      kind: kind, pattern: #"(?<![\p{L}\p{N}_.])(?:"# + any + #")(?![\p{L}\p{N}\p{M}_])"# + name,
      vim: #"\.\@<!\<\%("# + words.joined(separator: #"\|"#) + #"\)\>"#
        + (kind == .keyword ? #"\%(\s*:\)\@!"# : ""))
  }
}
