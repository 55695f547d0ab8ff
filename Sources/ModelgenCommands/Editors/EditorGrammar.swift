/// The words and signs of the language, as the colours of editors are told
/// them.
///
/// Every editor's grammar is written from these rules. At a place of the text
/// the first rule counts that matches there.
struct EditorGrammar {
  /// A stretch of text by its pattern.
  struct Rule {
    /// The kind of the stretch; nil where it has no colour, and hides what is
    /// in it from other rules.
    let kind: SemanticToken.Kind?
    /// A pattern that ICU and Oniguruma read alike; the start of the stretch
    /// where it has an end.
    let pattern: String
    /// The pattern of the end of a stretch of several lines.
    var end: String?
    /// A Boolean value that says whether such stretches nest.
    var isNested = false
    /// The pattern of what hides an end.
    var escape: String?
    /// The same pattern, or start, in Vim's words.
    let vim: String
    /// The end in Vim's words.
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
    // Every other word, whole: what it ends with is no word of ours.
    Rule(kind: nil, pattern: word, vim: vimWord),
    Rule(
      kind: .operator, pattern: #"->|\.\.\.|\.\.<|[=!<>]=|&&|\|\||\?\?|[=<>?!+\-*/%]"#,
      vim: #"->\|\.\.\.\|\.\.<\|[=!<>]=\|&&\|||\|??\|[=<>?!+*%-]"#),
  ]

  /// A rule for words; one before a colon is the name of something.
  private static func words(_ kind: SemanticToken.Kind, _ words: [String]) -> Rule {
    let any = words.joined(separator: "|")
    let name = kind == .keyword ? #"(?!\s*:)"# : ""
    return Rule(
      kind: kind, pattern: #"(?<![\p{L}\p{N}_.])(?:"# + any + #")(?![\p{L}\p{N}\p{M}_])"# + name,
      vim: #"\.\@<!\<\%("# + words.joined(separator: #"\|"#) + #"\)\>"#
        + (kind == .keyword ? #"\%(\s*:\)\@!"# : ""))
  }
}
