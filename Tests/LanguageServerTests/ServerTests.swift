import Foundation
import ModelSchema
import TestSupport
import XCTest

@testable import ModelLanguage
@testable import ModelLanguageServer

final class ServerTests: XCTestCase {
  private let library = """
    model Library

    /// What a shelf holds.
    enum Genre: String {
        case poem
        case novel
    }

    composite Address {
        var city: String
    }

    entity Author {
        /// The name on the cover.
        var name: String
        var home: Address?
        var books: Set<Book> @inverse(author)
    }

    entity Book {
        var title: String
        var genre: Genre = .novel
        var author: Author? @inverse(books)

        fetch named(_ text: String) -> [Book] @scan {
            where title.contains($text) && author.name != ""
            sort title
        }
    }
    """

  /// The sample with the position mark after a text, which must occur once.
  private func marked(after text: String, inserting more: String = "") -> String {
    library.replacingOccurrences(of: text, with: text + more + "|")
  }

  // MARK: Diagnostics

  func testMistakesAreReportedAsOneTypes() {
    let client = Conversation()
    client.open("model A\nentity B {\n    var ä: Strin\n}\n")
    let address = client.address
    XCTAssertEqual(
      client.diagnostics[address]?.map { $0["message"]?.string },
      ["unknown type 'Strin'; did you mean 'String'?"])
    XCTAssertEqual(client.places(client.diagnostics[address]?[0]), ["2:11-16"])
    client.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(address), "version": 2],
        "contentChanges": [
          [
            "range": [
              "start": ["line": 2, "character": 16], "end": ["line": 2, "character": 16],
            ], "text": "g",
          ]
        ],
      ])
    XCTAssertEqual(client.diagnostics[address], [])
  }

  func testABrokenTextStillHasSymbols() {
    let client = Conversation()
    client.open(
      "model A\nentity B {\n    var = 3\n    var name: String\n}\nentity {\nentity C {}\n")
    let symbols = client.request("textDocument/documentSymbol", client.here())?.array ?? []
    XCTAssertEqual(symbols.compactMap { $0["name"]?.string }, ["A", "B", "C"])
    XCTAssertEqual(
      symbols[1]["children"]?.array?.compactMap { $0["name"]?.string }, ["name"])
  }

  func testEmojiCountAsTheProtocolCounts() {
    let client = Conversation()
    client.open("model A\nentity B {\n    /* 🦊 */ var x: Strin\n}\n")
    XCTAssertEqual(client.places(client.diagnostics[client.address]?[0]), ["2:20-25"])
  }

  // MARK: Completion

  func testCompletionOffersWhatCanStandThere() {
    let rows: [(place: String, offered: [String])] = [
      ("model A\n|", ["abstract", "composite", "entity", "enum"]),
      ("model A\nent|", ["entity"]),
      (marked(after: "var title: String\n    ", inserting: "va"), ["var", "fetch", "index"]),
      (marked(after: "var title: "), ["String", "Genre", "Author", "Address"]),
      (marked(after: "var title: String", inserting: " @"), ["unique", "length", "renamed"]),
      (marked(after: "var title: String", inserting: " "), ["@unique", "@length"]),
      (marked(after: "@inverse(", inserting: ""), ["author"]),
      (marked(after: "author: Author? @inverse("), ["books"]),
      (marked(after: "where ", inserting: "ti"), ["title", "author", "canonical"]),
      (marked(after: "&& author."), ["name", "home", "books"]),
      (marked(after: "&& author.", inserting: "home."), ["city"]),
      (marked(after: "&& author.", inserting: "books."), ["any", "count", "sum"]),
      (marked(after: "where title."), ["contains", "hasPrefix"]),
      (marked(after: "contains($"), ["text"]),
      (marked(after: "var genre: Genre = ."), ["poem", "novel"]),
      ("model A\nenum G: String {\n    case a\n}\nentity B {\n    var g: G = |\n}", [".a"]),
      (marked(after: "        sort "), ["title", "genre"]),
      (marked(after: "        sort title\n", inserting: "        li"), ["limit"]),
      (marked(after: "@inverse(books)", inserting: " @onDelete(."), ["cascade", "deny"]),
      (marked(after: "[Book] @scan", inserting: " @allow(#"), ["FullScan"]),
      (searchable("|"), ["title", "search"]), (searchable("se|"), ["search"]),
      (searchable("search.|"), ["matches", "rank"]),
    ]
    for (text, offered) in rows {
      // If a text occurs twice, the first occurrence is meant.
      let client = Conversation()
      let first = text.firstIndex(of: "|").map { text.index(after: $0) } ?? text.endIndex
      client.open(text[..<first] + text[first...].replacingOccurrences(of: "|", with: ""))
      let found = client.completions()
      for name in offered {
        XCTAssertTrue(found.contains(name), "'\(name)' is not among \(found) in\n\(text)")
      }
    }
  }

  /// The text of a model with a full-text index and a condition.
  private func searchable(_ condition: String) -> String {
    """
    model A
    entity B {
        var title: String
        fulltext search(title)
        fetch found(_ words: String) -> [B] {
            where \(condition)
        }
    }
    """
  }

  func testTheNameOfAFullTextIndexLeadsToIt() {
    let client = Conversation()
    client.open(searchable("sear|ch.matches($words)"))
    let found = client.places(client.request("textDocument/definition", client.here()))
    XCTAssertEqual(found.map(client.markedLine), ["fulltext |search|(title)"])
    let hover = client.request("textDocument/hover", client.here())
    XCTAssertTrue("\(String(describing: hover))".contains("search"), "\(String(describing: hover))")
  }

  func testNothingIsOfferedInCommentsAndTexts() {
    for text in ["model A\n// en|", "model A @identifier(\"a|b\")", "/* | */ model A"] {
      let client = Conversation()
      client.open(text)
      XCTAssertEqual(client.completions(), [], text)
    }
  }

  func testACompletionSaysWhatItIs() throws {
    let client = Conversation()
    client.open(marked(after: "&& author."))
    let items = client.request("textDocument/completion", client.here())?["items"]?.array ?? []
    let name = try XCTUnwrap(items.first { $0["label"]?.string == "name" })
    XCTAssertEqual(name["detail"]?.string, "String")
    XCTAssertEqual(name["documentation"]?.string, "The name on the cover.")
    XCTAssertEqual(name["textEdit"]?["newText"]?.string, "name")
    XCTAssertEqual(client.places(name["textEdit"]), ["25:46-50"])
  }

  // MARK: Names

  func testDefinitionLeadsToTheDeclaration() {
    let rows: [(after: String, declaration: String)] = [
      ("&& author.na", "        var |name|: String"), ("Set<Bo", "entity |Book| {"),
      ("= .nov", "    case |novel|"),
      ("@inverse(boo", "    var |books|: Set<Book> @inverse(author)"),
      ("contains($te", "    fetch named(_ |text|: String) -> [Book] @scan {"),
      ("home: Addr", "composite |Address| {"), ("sort tit", "    var |title|: String"),
    ]
    for (after, declaration) in rows {
      let client = Conversation()
      client.open(marked(after: after))
      let found = client.places(client.request("textDocument/definition", client.here()))
      XCTAssertEqual(found.map(client.markedLine), [declaration.trimmed], after)
    }
  }

  func testReferencesAreAllPlacesOfAName() {
    let client = Conversation()
    client.open(marked(after: "    var tit"))
    let places = client.places(client.request("textDocument/references", client.here()))
    XCTAssertEqual(places.map { client.text(at: $0) }, ["title", "title", "title"])
    let others = client.request(
      "textDocument/references", client.here(["context": ["includeDeclaration": false]]))
    XCTAssertEqual(client.places(others).count, 2)
  }

  func testRenameChangesEveryPlace() throws {
    let client = Conversation()
    client.open(marked(after: "    var nam"))
    let answer = client.request("textDocument/rename", client.here(["newName": "fullName"]))
    let edits = try XCTUnwrap(answer?["changes"]?[client.address]?.array)
    let expected = library.replacingOccurrences(of: "var name", with: "var fullName")
      .replacingOccurrences(of: "author.name", with: "author.fullName")
    XCTAssertEqual(client.applying(edits), expected)
  }

  func testRenameRefusesWhatWouldBreakTheModel() {
    let client = Conversation()
    client.open(marked(after: "var titl"))
    for (name, message) in [
      ("genre", "Test.model:22:9: 'genre' is already declared in 'Book'"),
      ("a b", "a name is a letter or '_', and letters, digits and '_' behind it"),
      (
        "hash",
        "Test.model:21:9: 'hash' cannot name a property: every managed object already has one"
      ),
    ] {
      XCTAssertEqual(
        client.failure("textDocument/rename", client.here(["newName": .string(name)])), message)
    }
    client.open(marked(after: "var genre: Genre = .novel\n"))
    XCTAssertEqual(
      client.failure("textDocument/rename", client.here(["newName": "x"])),
      "there is no name to change here")
  }

  func testHoverShowsDeclarationDocumentationAndColumn() {
    let client = Conversation()
    client.open(marked(after: "&& author.na"))
    XCTAssertEqual(
      client.request("textDocument/hover", client.here())?["contents"]?["value"]?.string,
      """
      ```model
      var name: String
      ```

      The name on the cover.

      In `Author`.

      Column `ZNAME` of table `ZAUTHOR`.
      """)
    client.open(marked(after: "@sca"))
    XCTAssertEqual(
      client.request("textDocument/hover", client.here())?["contents"]?["value"]?.string,
      "`@scan`\n\nStands behind fetches.")
  }

  // MARK: Editing

  func testFormattingIsTheFormatters() throws {
    let client = Conversation()
    client.open("model A\nentity  B {\nvar a :String\n}\n")
    let edits = try XCTUnwrap(client.request("textDocument/formatting", client.here())?.array)
    XCTAssertEqual(client.applying(edits), "model A\nentity B {\n    var a: String\n}\n")
  }

  func testAFixIsACodeAction() throws {
    let client = Conversation()
    client.open(
      """
      model A
      entity B {
          var cs: Set<C> @inverse(b)
      }
      entity C {
          var b: B?
      }
      """)
    let range: JSONTree = [
      "start": ["line": 5, "character": 4], "end": ["line": 5, "character": 4],
    ]
    let actions = client.request("textDocument/codeAction", client.here(["range": range]))?.array
    let action = try XCTUnwrap(actions?.first)
    XCTAssertEqual(action["title"]?.string, "Add '@inverse(cs)'")
    let edits = try XCTUnwrap(action["edit"]?["changes"]?[client.address]?.array)
    XCTAssertTrue(client.applying(edits).contains("var b: B? @inverse(cs)"))
  }

  func testWhatWasMeantIsACodeAction() {
    let rows: [(line: String, actions: [String])] = [
      ("vra a: String", ["Write 'var'"]), ("var a: Strng", ["Write 'String'"]),
      ("var a: String @uniqe", ["Write '@unique'"]), ("var a: string", ["Write 'String'"]),
      ("var a: Dat", ["Write 'Data'", "Write 'Date'"]), ("var a: String;", ["Remove this"]),
      ("var self: String", ["Write 'me … @column(\"self\")'"]), ("a: String", ["Add 'var'"]),
    ]
    for (line, titles) in rows {
      let client = Conversation()
      client.open("model A\nentity B {\n    \(line)\n}\n")
      let range: JSONTree = [
        "start": ["line": 2, "character": 0], "end": ["line": 2, "character": 40],
      ]
      let actions =
        client.request("textDocument/codeAction", client.here(["range": range]))?.array ?? []
      XCTAssertEqual(actions.map { $0["title"]?.string }, titles, line)
      XCTAssertEqual(
        actions.first?["isPreferred"], .boolean(titles.count == 1 && !line.contains("self")), line)
    }
  }

  func testFoldingAndTokensCoverTheText() throws {
    let client = Conversation()
    client.open(library)
    let folds = client.request("textDocument/foldingRange", client.here())?.array ?? []
    XCTAssertEqual(
      folds.map { [$0["startLine"]?.integer, $0["endLine"]?.integer] },
      [[3, 6], [8, 10], [12, 17], [19, 28], [24, 27]])
    let data = client.request("textDocument/semanticTokens/full", client.here())?["data"]?.array
    XCTAssertEqual(data?.prefix(10).map(\.integer), [0, 0, 5, 0, 0, 0, 6, 7, 6, 1])
    XCTAssertEqual((data?.count ?? 1) % 5, 0)
  }

  // MARK: Protocol

  func testRequestsOutOfOrderAreRefused() {
    let server = LanguageServer()
    func code(_ message: JSONTree) -> Int? {
      server.answers(to: message).first?["error"]?["code"]?.integer
    }
    XCTAssertEqual(code(["id": 1, "method": "textDocument/hover"]), -32002)
    XCTAssertNil(code(["id": 2, "method": "initialize", "params": [:]]))
    XCTAssertEqual(code(["id": 3, "method": "initialize"]), -32600)
    XCTAssertEqual(code(["id": "four", "method": "no/such"]), -32601)
    XCTAssertEqual(code(["id": 5, "method": "textDocument/hover", "params": [:]]), -32602)
    XCTAssertEqual(
      code(["id": 6, "method": "textDocument/hover", "params": ["textDocument": ["uri": "x"]]]),
      -32602)
    XCTAssertEqual(code(["id": 7]), -32600)
    XCTAssertNil(code(["id": 8, "method": "shutdown"]))
    XCTAssertEqual(code(["id": 9, "method": "textDocument/hover"]), -32600)
    _ = server.answers(to: ["method": "exit"])
    XCTAssertEqual(server.exitStatus, 0)
  }

  func testChangesWithoutSenseChangeNothing() {
    let client = Conversation()
    client.open("model A\n")
    for changes: JSONTree in [
      [["range": ["start": ["line": 0]], "text": "x"]], [["text": 3]], [[:]],
      [
        [
          "range": [
            "start": ["line": 0, "character": 5], "end": ["line": 0, "character": 1],
          ], "text": "x",
        ]
      ],
    ] {
      client.notify(
        "textDocument/didChange",
        ["textDocument": ["uri": .string(client.address)], "contentChanges": changes])
    }
    let symbols = client.request("textDocument/documentSymbol", client.here())?.array
    XCTAssertEqual(symbols?.first?["name"]?.string, "A")
  }

  func testAStreamIsCutIntoMessages() {
    var reader = MessageReader()
    let message = MessageReader.framed(["jsonrpc": "2.0", "method": "ä"])
    let stream =
      message + Array("Content-Length: 3\r\n\r\n{x}".utf8) + Array("Foo: 1\r\n\r\n".utf8) + message
    var events: [MessageReader.Event] = []
    for byte in stream {
      reader.append([byte])
      while let event = reader.next() { events.append(event) }
    }
    XCTAssertEqual(
      events,
      [
        .message(["jsonrpc": "2.0", "method": "ä"]), .broken("the message is no JSON"),
        .broken("a message begins with 'Content-Length: ' and its length in bytes"),
        .message(["jsonrpc": "2.0", "method": "ä"]),
      ])
  }

  func testRandomChangesKeepBothSidesEqual() {
    var random = RandomSource(seed: 20_261_122)
    let client = Conversation()
    client.open(library)
    var text = Array(library.utf16)
    for round in 0..<200 {
      let start = random.number(below: text.count)
      let end = min(text.count, start + random.number(below: 5))
      let piece = random.pick(["", "x", "\n", "🦊", " var a: Int\n"])
      let string = String(decoding: text, as: UTF16.self)
      guard let from = index(start, in: string), let to = index(end, in: string) else { continue }
      client.notify(
        "textDocument/didChange",
        [
          "textDocument": ["uri": .string(client.address), "version": .integer(round)],
          "contentChanges": [
            [
              "range": [
                "start": Conversation.position(from, in: string),
                "end": Conversation.position(to, in: string),
              ], "text": .string(piece),
            ]
          ],
        ])
      text.replaceSubrange(start..<end, with: Array(piece.utf16))
    }
    XCTAssertEqual(
      client.server.workspace.documents.byAddress[client.address]?.text,
      String(decoding: text, as: UTF16.self))
  }

  /// The index of a UTF-16 offset, or nil if it is within a character.
  private func index(_ offset: Int, in text: String) -> String.Index? {
    text.utf16.index(text.utf16.startIndex, offsetBy: offset).samePosition(in: text)
  }
}

extension Conversation {
  /// The text in a range `line:character-character`.
  fileprivate func text(at place: String) -> String {
    let positions = TextPositions(.init(path: "", text: text))
    let range = range(of: place, positions)
    return positions.source.string(range)
  }

  /// The line of a range, with bars around the range.
  fileprivate func markedLine(_ place: String) -> String {
    let positions = TextPositions(.init(path: "", text: text))
    let range = range(of: place, positions)
    let line = positions.position(at: range.lowerBound).line
    let start = Int(positions.source.lineStarts[line])
    let source = positions.source
    return
      (source.string(start..<range.lowerBound) + "|" + source.string(range) + "|"
      + source.string(range.upperBound..<positions.lineEnd(line))).trimmed
  }

  private func range(of place: String, _ positions: TextPositions) -> Range<Int> {
    let parts = place.split { ":-".contains($0) }.compactMap { Int($0) }
    return positions.offset(
      line: parts[0], character: parts[1])..<positions.offset(
        line: parts[0], character: parts[2])
  }
}

extension String {
  /// The text without surrounding blanks.
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
