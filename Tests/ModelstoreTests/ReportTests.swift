import Foundation
import ModelGenerator
import ModelRuntime
import TestSupport
import XCTest

@testable import ModelstoreCommands

/// `modelstore report`, which writes a store as an HTML page.
final class ReportTests: StoreTestCase {
  func testWhatIsNotUnderstoodNamesThePageOfItsCommand() {
    for (arguments, page) in [
      (["info"], "modelstore info --help"), (["chec"], "modelstore --help"),
      (["migrate", "--x"], "modelstore migrate --help"), ([], "modelstore --help"),
    ] {
      XCTAssertEqual(StoreCommands().help(for: arguments), page)
    }
  }

  private static let script = "<script>document.title='taken'</script>"

  private func makePage() throws -> String {
    try make(
      """
      model Shop @version(1)
      /// People <b>who</b> buy.
      entity Customer { var name: String
        var secret: String? @sensitive
        var orders: Set<Order> @inverse(customer) }
      entity Order { var number: Int64
        var customer: Customer? @inverse(orders) }
      """
    ) { context in
      let one = try context.insert(
        entityName: "Customer", ["name": Self.script, "secret": "hidden-value"])
      _ = try context.insert(entityName: "Customer", ["name": "\u{202E}\"' onclick=x&amp;"])
      for number in [10, 9, 100] {
        _ = try context.insert(entityName: "Order", ["number": number, "customer": one])
      }
    }
    XCTAssertEqual(
      try run("report", path(), "--output", path("page.html")), "wrote \(path("page.html"))")
    return try String(contentsOfFile: path("page.html"), encoding: .utf8)
  }

  func testThePageHoldsTheStoreAsText() throws {
    let page = try makePage()
    XCTAssertTrue(page.hasPrefix(ModelPage.mark))
    XCTAssertFalse(page.contains(Self.script), "a value became HTML")
    XCTAssertTrue(page.contains("&lt;script&gt;document.title='taken'&lt;/script&gt;"))
    XCTAssertFalse(page.contains("\u{202E}"))
    XCTAssertFalse(page.contains("hidden-value"), "a sensitive value is shown")
    XCTAssertTrue(page.contains("People &lt;b&gt;who&lt;/b&gt; buy."))
    XCTAssertTrue(page.contains("<td>Customer/p1</td>"))
    XCTAssertTrue(page.contains("Nothing is damaged"))
    XCTAssertFalse(page.contains("http-equiv=\"refresh\"") || page.contains("src="), "not alone")
    // The command overwrites its own page, but no other file.
    try run("report", path(), "--output", path("page.html"))
    XCTAssertTrue(
      failure("report", path(), "--output", path()).contains("is no page of ours"))
    XCTAssertTrue(failure("report", path()).contains("--output"))
  }

  /// In a real browser the script of the page runs, but a script in a value does not.
  func testABrowserShowsThePage() throws {
    let program = "/usr/bin/chromium"
    guard TestRun.isLong,
      FileManager.default.isExecutableFile(atPath: program)
    else { throw XCTSkip("make check opens the page, where Chromium is installed") }
    _ = try makePage()
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(path("profile"))",
      "--virtual-time-budget=2000", "--dump-dom", "file://\(path("page.html"))",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let dom = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    XCTAssertTrue(dom.contains("data-ready=\"yes\""), dom)
    XCTAssertTrue(dom.contains("<title>Store.sqlite</title>"), dom)
  }

  func testAPageHasTheRightsOfItsStore() throws {
    try make("model Shop\nentity Item { var name: String }\n") { _ in }
    XCTAssertEqual(chmod(path(), 0o600), 0)
    try run("report", path(), "--output", path("page.html"))
    var state = stat()
    XCTAssertEqual(stat(path("page.html"), &state), 0)
    XCTAssertEqual(state.st_mode & 0o777, 0o600)
  }

  func testAnAddressThatMakesNoSenseKeepsItsPassword() {
    for command in ["info", "check", "export", "hashes"] {
      let words = failure(command, "postgresql://u:secret@[bad/db")
      XCTAssertFalse(words.contains("secret"), words)
      XCTAssertTrue(words.contains("makes no sense"), words)
    }
  }
}
