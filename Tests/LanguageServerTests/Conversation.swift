import Foundation
import ModelSchema
import XCTest

@testable import ModelLanguage
@testable import ModelLanguageServer

/// A client that exchanges messages with a language server.
final class Conversation {
  let server = LanguageServer()
  private var number = 0
  /// The latest diagnostics of each text, by address.
  private(set) var diagnostics: [String: [JSONTree]] = [:]

  init() {
    _ = request("initialize", ["capabilities": [:], "processId": .null])
    notify("initialized", [:])
  }

  /// Sends a request, and returns its result, or nil if it failed.
  @discardableResult
  func request(_ method: String, _ parameters: JSONTree) -> JSONTree? {
    answer(method, parameters)["result"]
  }

  /// Sends a request, and returns the message of its error, or nil if it succeeded.
  func failure(_ method: String, _ parameters: JSONTree) -> String? {
    answer(method, parameters)["error"]?["message"]?.string
  }

  private func answer(_ method: String, _ parameters: JSONTree) -> JSONTree {
    number += 1
    let answers = server.answers(to: [
      "jsonrpc": "2.0", "id": .integer(number), "method": .string(method), "params": parameters,
    ])
    keep(answers)
    return answers.first { $0["id"] == .integer(number) } ?? .null
  }

  /// Sends a notification, and reads the diagnostics that the server sends while no request
  /// follows.
  func notify(_ method: String, _ parameters: JSONTree) {
    tell(method, parameters)
    keep(server.diagnostics())
  }

  /// Sends a notification that another message follows at once.
  func tell(_ method: String, _ parameters: JSONTree) {
    keep(
      server.answers(to: ["jsonrpc": "2.0", "method": .string(method), "params": parameters]))
  }

  private func keep(_ messages: [JSONTree]) {
    for message in messages
    where message["method"]?.string == "textDocument/publishDiagnostics" {
      let parameters = message["params"] ?? .null
      diagnostics[parameters["uri"]?.string ?? ""] = parameters["diagnostics"]?.array ?? []
    }
  }

  // MARK: Texts

  /// Opens a text with a `|` at the position that later requests use.
  func open(_ marked: String, as address: String = "file:///none/Test.model") {
    let text = marked.replacingOccurrences(of: "|", with: "")
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(address), "languageId": "model", "version": 1, "text": .string(text),
        ]
      ])
    self.text = text
    self.address = address
    place = marked.range(of: "|").map { Self.position($0.lowerBound, in: marked) }
  }

  /// Replaces the text that was opened last.
  func change(to text: String) {
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(address), "version": 2],
        "contentChanges": [["text": .string(text)]],
      ])
    self.text = text
  }

  /// Closes the text with an address.
  func close(_ address: String) {
    notify("textDocument/didClose", ["textDocument": ["uri": .string(address)]])
  }

  private(set) var text = ""
  private(set) var address = ""
  private var place: JSONTree?

  /// The position of an index in a text, in UTF-16 code units.
  static func position(_ index: String.Index, in text: String) -> JSONTree {
    let before = text[..<index]
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    return [
      "line": .integer(lines.count - 1), "character": .integer(lines.last?.utf16.count ?? 0),
    ]
  }

  /// The parameters of a request at the marked position.
  func here(_ more: [String: JSONTree] = [:]) -> JSONTree {
    .object(
      more.merging([
        "textDocument": ["uri": .string(address)], "position": place ?? .null,
      ]) { first, _ in first })
  }

  /// The labels of the completions at the marked position.
  func completions() -> [String] {
    let items = request("textDocument/completion", here())?["items"]?.array ?? []
    return items.compactMap { $0["label"]?.string }
  }

  /// The text after the edits in an answer.
  func applying(_ edits: [JSONTree]) -> String {
    let positions = TextPositions(.init(path: "", text: text))
    var bytes = Array(text.utf8)
    let places = edits.compactMap { edit -> (Range<Int>, String)? in
      guard let start = positions.offset(of: edit["range"]?["start"]),
        let end = positions.offset(of: edit["range"]?["end"])
      else { return nil }
      return (start..<end, edit["newText"]?.string ?? "")
    }
    for (range, text) in places.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      bytes.replaceSubrange(range, with: Array(text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The ranges in an answer as `line:character-character`, after the file's name if it is
  /// another file.
  func places(_ answer: JSONTree?) -> [String] {
    (answer?.array ?? answer.map { [$0] } ?? []).map { location in
      let range = location["range"]
      let start = range?["start"]
      let end = range?["end"]
      let file = location["uri"]?.string.flatMap { $0 == address ? nil : $0 + ":" } ?? ""
      return file
        + "\(start?["line"]?.integer ?? -1):\(start?["character"]?.integer ?? -1)"
        + "-\(end?["character"]?.integer ?? -1)"
    }
  }
}
