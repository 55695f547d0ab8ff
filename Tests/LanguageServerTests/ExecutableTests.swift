import Foundation
import ModelSchema
import XCTest

/// The built `modelgen-lsp` program, used through its pipes.
final class ExecutableTests: XCTestCase {
  private static var tool: URL {
    let tests = Bundle(for: ExecutableTests.self).bundleURL
    let places = [tests, tests.deletingLastPathComponent()].map {
      $0.appending(path: "modelgen-lsp")
    }
    return places.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? places[0]
  }

  /// A server process with its pipes.
  private final class Server {
    let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var received = Data()

    init() throws {
      process.executableURL = ExecutableTests.tool
      process.standardInput = input
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    func send(_ message: JSONTree) {
      let body = Data(message.bytes)
      send("Content-Length: \(body.count)\r\n\r\n")
      input.fileHandleForWriting.write(body)
    }

    func send(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

    /// Reads the next message, or returns nil at the end of the output.
    func receive() throws -> JSONTree? {
      while true {
        if let range = received.range(of: Data("\r\n\r\n".utf8)) {
          let header = String(decoding: received[..<range.lowerBound], as: UTF8.self)
          let length = header.split(separator: ":").last.flatMap {
            Int($0.trimmingCharacters(in: .whitespaces))
          }
          let count = try XCTUnwrap(length, header)
          if received.count - received.distance(from: received.startIndex, to: range.upperBound)
            >= count
          {
            let body = received[range.upperBound..<(range.upperBound + count)]
            received = Data(received[(range.upperBound + count)...])
            return try JSONDecoder().decode(JSONTree.self, from: body)
          }
        }
        let piece = output.fileHandleForReading.availableData
        if piece.isEmpty { return nil }
        received += piece
      }
    }

    /// Reads the answer to a request, and skips notifications before it.
    func answer(_ id: Int) throws -> JSONTree? {
      while let message = try receive() {
        if message["id"] == .integer(id) { return message }
      }
      return nil
    }

    func end() -> Int32 {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  private func request(_ id: Int, _ method: String, _ parameters: JSONTree = .null) -> JSONTree {
    ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": parameters]
  }

  private func notification(_ method: String, _ parameters: JSONTree) -> JSONTree {
    ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
  }

  private func opened(_ text: String) -> JSONTree {
    notification(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": "file:///none/Big.model", "languageId": "model", "version": 1,
          "text": .string(text),
        ]
      ])
  }

  func testASessionOverPipes() throws {
    let server = try Server()
    server.send(request(1, "initialize", ["capabilities": [:]]))
    let capabilities = try XCTUnwrap(try server.answer(1)?["result"]?["capabilities"])
    XCTAssertNotNil(capabilities["hoverProvider"])
    server.send(notification("initialized", [:]))
    server.send(opened("model Big @version(1)\nentity A { var name: Strng }\n"))
    let message = try XCTUnwrap(try server.receive())
    XCTAssertEqual(message["method"]?.string, "textDocument/publishDiagnostics")
    let first = message["params"]?["diagnostics"]?.array?.first
    XCTAssertTrue(first?["message"]?.string?.contains("Strng") == true, "\(message)")
    server.send(request(2, "shutdown"))
    XCTAssertEqual(try server.answer(2)?["result"], .null)
    server.send(notification("exit", .null))
    XCTAssertEqual(server.end(), 0)
  }

  func testAClientThatLeavesEndsTheServer() throws {
    let server = try Server()
    server.send("Content-Length: 400\r\n\r\n{\"jsonrpc\"")
    XCTAssertNotEqual(server.end(), 11)
    XCTAssertEqual(server.process.terminationReason, .exit)
  }

  func testAModelOfFiveThousandLinesIsAnswered() throws {
    let entities = (0..<500).map { number in
      """
      /// Entity \(number).
      entity Entity\(number) {
          var name: String @unique
          var count: Int32 = 0
          var date: Date?
          var next: Entity\((number + 1) % 500)? @inverse(previous)
          var previous: Set<Entity\((number + 499) % 500)> @inverse(next)

          fetch named(_ text: String) -> [Entity\(number)] { where name == $text }
      }
      """
    }
    let text = "model Big @version(1)\n\n" + entities.joined(separator: "\n") + "\n"
    XCTAssertGreaterThan(text.split(separator: "\n", omittingEmptySubsequences: false).count, 5000)
    let server = try Server()
    server.send(request(1, "initialize", ["capabilities": [:]]))
    _ = try server.answer(1)
    server.send(opened(text))
    _ = try server.receive()
    for number in 2..<5 {
      let change = notification(
        "textDocument/didChange",
        [
          "textDocument": ["uri": "file:///none/Big.model", "version": .integer(number)],
          "contentChanges": [
            [
              "range": [
                "start": ["line": 4, "character": 8], "end": ["line": 4, "character": 8],
              ], "text": "x",
            ]
          ],
        ])
      server.send(change)
      server.send(
        request(
          number, "textDocument/completion",
          [
            "textDocument": ["uri": "file:///none/Big.model"],
            "position": ["line": 9, "character": 55],
          ]))
      XCTAssertNotNil(try server.answer(number)?["result"])
    }
    server.send(request(99, "shutdown"))
    _ = try server.answer(99)
    server.send(notification("exit", .null))
    XCTAssertEqual(server.end(), 0)
  }
}
