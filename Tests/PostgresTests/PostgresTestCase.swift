#if PostgreSQL
  import Foundation
  import ModelRuntime
  import StoreSupport
  import XCTest

  /// A test case with a store in its own schema on the server.
  class PostgresTestCase: XCTestCase {
    private(set) var schema = ""

    override func setUpWithError() throws {
      guard TestStores.server != nil else { throw XCTSkip("no server: use make postgres") }
      schema = TestStores.newSchema()
    }

    /// Opens the store as a program would.
    func open(
      _ model: CompiledModel = .trade, poolSize: Int = 4, timeout: Double = 30,
      server: String? = TestStores.server
    ) throws -> PersistentContainer {
      try PersistentContainer(
        model,
        incrementalStore: try TestStores.postgresStore(
          schema: schema, poolSize: poolSize, timeout: timeout, server: server))
    }

    /// Runs SQL as another program, and returns the lines of its output.
    @discardableResult
    func sql(_ text: String, on server: String? = TestStores.server) throws -> [String] {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-c",
        "SET search_path TO \"\(schema)\"", "-c", text, server ?? "",
      ]
      let output = Pipe()
      (process.standardOutput, process.standardError) = (output, output)
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      let said = String(decoding: data, as: UTF8.self)
      XCTAssertEqual(process.terminationStatus, 0, said)
      return said.split(separator: "\n").map(String.init)
    }

    /// The reason of the store error that a closure throws, or nil if it throws none.
    func reason(_ body: () throws -> Void) -> StoreError.Reason? {
      do {
        try body()
        return nil
      } catch {
        XCTAssertTrue(error is StoreError, "\(error)")
        return (error as? StoreError)?.reason
      }
    }
  }
#endif
