/// The text comparisons for which SQL has no operator, as functions of a
/// connection.
///
/// If an argument is NULL, so is the result, which is not true in any
/// condition. Numbers are compared by their decimal text, which SQLite passes
/// to the functions.
struct TextFunctions {
  let connection: Connection

  func register() throws(SQLiteError) {
    let folding = FoldingCache()
    let engine = FoundationRegularExpressions()
    try connection.register("model_fold", argumentCount: 2) { arguments in
      guard let text = arguments.utf8(0) else { return .null }
      return .text(folding.folded(text, options: arguments.integer(1)))
    }
    try comparison("model_contains") { $0.contains($1, foldedNeedle: $2, buffer: &$3) }
    try comparison("model_begins_with") { $0.begins($1, foldedPrefix: $2, buffer: &$3) }
    try comparison("model_ends_with") { $0.ends($1, foldedSuffix: $2, buffer: &$3) }
    try connection.register("model_like", argumentCount: 3) { arguments in
      guard let text = arguments.utf8(0), let pattern = arguments.utf8(1) else { return .null }
      let options = arguments.integer(2)
      let sought = LikePattern(folding.folded(pattern, options: options).utf8)
      var folded = folding.folded(text, options: options)
      return .integer(folded.withUTF8(sought.matches) ? 1 : 0)
    }
    try connection.register("model_matches", argumentCount: 3) { arguments in
      guard let text = arguments.utf8(0), let pattern = arguments.utf8(1) else { return .null }
      let options = StringOptions(rawValue: Int(arguments.integer(2)))
      // The engine ignores case; the other options are applied by folding both
      // strings.
      let others = Int64(options.subtracting(.caseInsensitive).rawValue)
      do {
        let isTrue = try engine.matcher(
          of: folding.folded(pattern, options: others),
          ignoringCase: options.contains(.caseInsensitive)
        ).matches(folding.folded(text, options: others))
        return .integer(isTrue ? 1 : 0)
      } catch {
        return .failure(error)
      }
    }
    try WordFunctions(connection: connection).register()
    try ValueFunctions(connection: connection).register()
  }

  private typealias Comparison = (
    TextFolding, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, inout [UInt8]
  ) -> Bool

  /// Registers a comparison of a string with a search string under the string
  /// options that are passed with them.
  private func comparison(_ name: String, _ holds: @escaping Comparison) throws(SQLiteError) {
    let needle = NeedleCache()
    try connection.register(name, argumentCount: 3) { arguments in
      guard let text = arguments.utf8(0), let sought = arguments.utf8(1) else { return .null }
      // No string contains the empty string.
      if sought.isEmpty { return .integer(0) }
      needle.take(sought, options: arguments.integer(2))
      let isTrue = needle.folded.withUnsafeBufferPointer {
        holds(needle.folding, text, $0, &needle.buffer)
      }
      return .integer(isTrue ? 1 : 0)
    }
  }
}

/// The search string, folded once for all rows.
private final class NeedleCache {
  private var options: Int64 = -1
  private var needle: [UInt8] = []
  private(set) var folding = TextFolding([])
  private(set) var folded: [UInt8] = []
  var buffer: [UInt8] = []

  func take(_ sought: UnsafeBufferPointer<UInt8>, options: Int64) {
    guard options != self.options || !needle.elementsEqual(sought) else { return }
    self.options = options
    needle = Array(sought)
    folding = TextFolding(StringOptions(rawValue: Int(options)))
    folding.fold(sought, into: &folded)
  }
}

/// The folding of the options that were used last.
private final class FoldingCache {
  private var options: Int64 = 0
  private var folding = TextFolding([])
  private var buffer: [UInt8] = []

  func folded(_ text: UnsafeBufferPointer<UInt8>, options: Int64) -> String {
    if options != self.options {
      self.options = options
      folding = TextFolding(StringOptions(rawValue: Int(options)))
    }
    folding.fold(text, into: &buffer)
    return String(decoding: buffer, as: UTF8.self)
  }
}
