import Foundation
import ModelLanguage
import ModelSchema
import XCTest

@testable import ModelLanguage
@testable import ModelgenCommands

/// The syntax colouring of editors, compared with the lexer.
final class EditorTests: ToolTestCase {
  /// A range that a grammar colours.
  private struct Stretch {
    let kind: SemanticToken.Kind?
    let range: Range<Int>
  }

  /// Applies a grammar as editors do: of the rules with the earliest match, the first rule
  /// is used.
  private struct Reader {
    private let rules: [(rule: EditorGrammar.Rule, start: NSRegularExpression)]

    init() throws {
      rules = try EditorGrammar.rules.map {
        ($0, try NSRegularExpression(pattern: $0.pattern, options: .anchorsMatchLines))
      }
    }

    func stretches(_ text: String) throws -> [Stretch] {
      let string = text as NSString
      var found: [Stretch] = []
      var place = 0
      var next: [NSRange?] = rules.map { _ in NSRange(location: -1, length: 0) }
      while place < string.length {
        for (index, item) in rules.enumerated() {
          guard let range = next[index], range.location < place else { continue }
          let rest = NSRange(location: place, length: string.length - place)
          let options: NSRegularExpression.MatchingOptions = [.withTransparentBounds]
          next[index] = item.start.firstMatch(in: text, options: options, range: rest)?.range
        }
        let candidates = next.enumerated().compactMap { index, range in range.map { (index, $0) } }
        guard
          let (index, range) = candidates.min(by: {
            ($0.1.location, $0.0) < ($1.1.location, $1.0)
          })
        else { break }
        let rule = rules[index].rule
        let end = rule.end == nil ? range.upperBound : try self.end(rule, range.upperBound, string)
        found.append(Stretch(kind: rule.kind, range: range.location..<max(end, range.location + 1)))
        place = max(end, range.location + 1)
      }
      return found
    }

    /// The end of a range with a separate end pattern.
    private func end(_ rule: EditorGrammar.Rule, _ start: Int, _ text: NSString) throws -> Int {
      let parts = [rule.escape, rule.isNested ? rule.pattern : nil, rule.end].map { $0 ?? "(?!)" }
      let pattern = try NSRegularExpression(
        pattern: parts.map { "(\($0))" }.joined(separator: "|"))
      var depth = 1
      var place = start
      while depth > 0 {
        let rest = NSRange(location: place, length: text.length - place)
        guard let match = pattern.firstMatch(in: text as String, range: rest) else {
          return text.length
        }
        place = match.range.upperBound
        if match.range(at: 2).location != NSNotFound { depth += 1 }
        if match.range(at: 3).location != NSNotFound { depth -= 1 }
      }
      return place
    }
  }

  private static var models: [URL] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return ["Tests", "Models"].flatMap { folder -> [URL] in
      let base = root.appending(path: folder)
      let names = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String }
      return (names ?? []).filter { $0.hasSuffix(".model") }.map { base.appending(path: $0) }
    }
  }

  /// The possible kinds of a token for a grammar that cannot resolve names.
  private func coarse(_ kind: Token.Kind) -> Set<SemanticToken.Kind?> {
    switch kind {
    case .identifier: [nil, .keyword, .type]
    case .quotedIdentifier: [nil]
    case .parameter: [.parameter]
    case .diagnosticName, .attribute: [.decorator]
    case .integer, .float: [.number]
    case .string, .multilineString: [.string]
    case .regex: [.regexp]
    case .arrow, .assign, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .and,
      .or, .coalesce, .question, .not, .plus, .minus, .star, .slash, .percent, .closedRange,
      .halfOpenRange:
      [.operator]
    case .leftBrace, .rightBrace, .leftParenthesis, .rightParenthesis, .leftBracket,
      .rightBracket, .comma, .colon, .semicolon, .dot:
      [nil]
    case .endOfFile, .newline, .unknown: []
    }
  }

  func testNoTokenHasAnotherKindThanTheLexers() throws {
    let reader = try Reader()
    var count = 0
    for url in Self.models {
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { continue }
      // The lexer's offsets are bytes and the grammar's offsets are UTF-16 code units, so
      // only texts in which both are equal are compared.
      guard text.utf8.count == text.utf16.count else { continue }
      var lexer = Lexer(
        SourceText(SourceFile(path: url.path, text: text)), file: 0,
        diagnostics: SourceDiagnostics())
      let stream = lexer.tokenize()
      guard !stream.tokens.contains(where: { $0.kind == .unknown }) else { continue }
      let stretches = try reader.stretches(text)
      let comments = stream.comments.map { (Int($0.start)..<Int($0.end)) }
      func expected(_ range: Range<Int>) -> Set<SemanticToken.Kind?> {
        if comments.contains(where: { $0.contains(range.lowerBound) }) { return [.comment] }
        let token = stream.tokens.first { Int($0.end) > range.lowerBound }
        return token.map { coarse($0.kind) } ?? []
      }
      for stretch in stretches {
        let kinds = expected(stretch.range)
        XCTAssertTrue(
          kinds.contains(stretch.kind),
          "\(url.lastPathComponent) \(stretch.range): \(String(describing: stretch.kind))")
        count += 1
      }
      // Every token with a kind of its own is coloured.
      for token in stream.tokens where !coarse(token.kind).contains(nil) && token.kind != .endOfFile
      {
        let covered = stretches.contains {
          $0.range.contains(Int(token.start)) && $0.range.upperBound >= Int(token.end)
        }
        XCTAssertTrue(covered, "\(url.lastPathComponent) \(token)")
      }
    }
    XCTAssertGreaterThan(count, 5000)
  }

  func testFilesOfPeopleAreKept() throws {
    let mine = "syntax enable\n"
    let files = Editor.vim.files
    let last = try XCTUnwrap(files.last)
    try write(mine, "v/\(last.path)")
    let outcome = run("editor vim --output v")
    XCTAssertEqual(
      outcome.errors,
      """
      error: 'v/\(last.path)' is there already
      fix: pass '--force' to replace it, or name another folder

      """)
    XCTAssertEqual(outcome.status, .errors)
    XCTAssertEqual(outcome.output, "")
    XCTAssertEqual(text("v/\(last.path)"), mine)
    for file in files.dropLast() { XCTAssertNil(text("v/\(file.path)"), file.path) }
    XCTAssertEqual(run("editor vim --output v --force").status, .success)
    XCTAssertEqual(text("v/\(last.path)"), last.text)
    XCTAssertEqual(run("editor vim --output v").status, .success, "nothing changes")
  }

  func testEveryEditorGetsItsFiles() throws {
    for editor in Editor.allCases {
      let outcome = run("editor \(editor.rawValue) --output \(editor.rawValue)")
      XCTAssertEqual(outcome.status, .success, outcome.errors)
      for file in editor.files {
        let text = try XCTUnwrap(text("\(editor.rawValue)/\(file.path)"))
        XCTAssertEqual(text, file.text)
        if file.path.hasSuffix("json") {
          XCTAssertNoThrow(try JSONSerialization.jsonObject(with: Data(text.utf8)), file.path)
        }
      }
      XCTAssertTrue(
        editor.files.contains { $0.text.contains("modelgen-lsp") }, "\(editor) starts no server")
    }
    XCTAssertEqual(
      run("editor vimm --output x").errors.split(separator: "\n").first,
      "error: no editor 'vimm'; did you mean 'vim'?")
    XCTAssertEqual(run("editor vim").status, .usage)
  }
}
