import Foundation
import ModelLanguage
import ModelRuntime
import ModelSQLite
import ModelSchema
import TestSupport
import XCTest

@testable import ModelstoreCommands

/// A test case with a store for which there are no generated classes.
class StoreTestCase: XCTestCase {
  private(set) var folder: TemporaryFolder!

  override func setUpWithError() throws { folder = try TemporaryFolder() }

  override func tearDown() { folder = nil }

  func path(_ name: String = "Store.sqlite") -> String {
    folder.file(name).path(percentEncoded: false)
  }

  /// Runs a command, and throws if the command cannot be parsed or fails.
  @discardableResult
  func run(_ words: String...) throws -> String { try StoreCommands().outcome(words).text }

  /// The message with which a command fails.
  func failure(
    _ words: String..., file: StaticString = #filePath, line: UInt = #line
  ) -> String {
    do {
      let text = try StoreCommands().outcome(words).text
      XCTFail("it printed: \(text)", file: file, line: line)
      return ""
    } catch {
      return "\(error)"
    }
  }

  func model(_ text: String) throws -> ManagedObjectModel {
    let reading = readModel([SourceFile(path: "Test.model", text: text)])
    return try XCTUnwrap(reading.model, "\(reading.diagnostics)")
  }

  /// Makes a store of a model, and saves the objects that a closure adds.
  func make(
    _ text: String, _ name: String = "Store.sqlite", _ fill: (ManagedObjectContext) throws -> Void
  ) throws {
    let container = try PersistentContainer(
      CompiledModel(try model(text)), configuration: StoreConfiguration(url: folder.file(name)))
    let context = try container.makeContext()
    try fill(context)
    try context.save()
  }

  /// Makes an SQLite database that is not a store.
  func database(_ sql: String, _ name: String = "Shop.db") throws -> String {
    let connection = try Connection(path: path(name))
    try connection.execute(sql)
    return path(name)
  }

  func write(_ text: String, to name: String) throws -> String {
    try text.write(to: folder.file(name), atomically: true, encoding: .utf8)
    return path(name)
  }
}
