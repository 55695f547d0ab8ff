import Foundation
import XCTest

@testable import ModelgenCommands

/// A test case that runs the tool in a temporary folder.
class ToolTestCase: XCTestCase {
  private var folder = URL(filePath: "/")

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "modelgen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(at: folder)
  }

  /// Runs the tool with arguments separated by spaces.
  func run(_ arguments: String) -> Outcome {
    run(arguments.split(separator: " ").map(String.init))
  }

  /// Runs the tool with arguments that may contain spaces.
  func run(_ arguments: [String]) -> Outcome {
    Tool(files: FileSystem(directory: folder.path(percentEncoded: false))).run(arguments)
  }

  /// Returns the path of a file in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

  /// Writes a file in the folder.
  func write(_ text: String, _ path: String) throws { try write(Data(text.utf8), path) }

  /// Writes a file in the folder.
  func write(_ data: Data, _ path: String) throws {
    let url = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  /// Returns the path of a file in the folder.
  func filePath(_ path: String) -> String {
    folder.appending(path: path).path(percentEncoded: false)
  }

  /// The text of a file in the folder, or nil if there is no such file.
  func text(_ path: String) -> String? {
    try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  /// The bytes of a file in the folder.
  func data(_ path: String) throws -> Data { try Data(contentsOf: folder.appending(path: path)) }

  /// The modification date of a file in the folder.
  func changeDate(_ path: String) throws -> Date? {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.appending(path: path).path(percentEncoded: false))
    return attributes[.modificationDate] as? Date
  }

  /// A small model without mistakes.
  static let tags = "model Tags\n\nentity Tag {\n    var name: String\n}\n"
  /// The same model with a mistake.
  static let broken = "model Tags\n\nentity Tag {\n    var name: Strng\n}\n"
}
