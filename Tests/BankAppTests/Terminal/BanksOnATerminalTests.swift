import BankApp
import Foundation
import ModelScreens
import TestSupport
import XCTest

final class BanksOnATerminalTests: TerminalTestCase {
  private typealias Keys = TerminalTestCase

  func testAWholeSession() throws {
    let terminal = try start()
    try terminal.wait(for: "No banks yet")
    try compare(terminal, "01-no-banks")
    try addAndEdit(terminal)
    try makeAndPickTags(terminal)
    try searchByEachKind(terminal)
    terminal.type("d")
    try terminal.wait(for: "Also 1 closing; takes the bank off 2 tags.")
    try compare(terminal, "09-delete")
    terminal.type(Keys.enter)
    try terminal.wait(for: "Deleted 'Georgian Bank'")
    terminal.type("u")
    try terminal.wait(for: "Taken back: Delete 'Georgian Bank'")
    try compare(terminal, "09-undone")
    terminal.type("U")
    try terminal.wait(for: "Done again")
    try compare(terminal, "09-deleted")
    terminal.type("q")
    XCTAssertEqual(try terminal.exitStatus(), 0)
    assertRestored(terminal)
  }

  private func addAndEdit(_ terminal: PseudoTerminal) throws {
    terminal.type("a")
    try terminal.wait(for: "Added 'Test Bank'")
    try compare(terminal, "02-added")
    terminal.type(Keys.enter)
    try terminal.wait(for: "save")
    terminal.type(Keys.clear + "Georgian Bank" + Keys.down + Keys.clear + "Atlanta")
    terminal.type(Keys.down + Keys.clear + "30303x" + Keys.down + Keys.clear + "GA")
    terminal.type(Keys.down + Keys.clear + "Sep 25, 2009")
    try terminal.wait(for: "Sep 2009")
    try compare(terminal, "03-edited")
    terminal.type(Keys.save)
    try terminal.wait(for: "'30303x' is not a whole number")
    terminal.type("\u{7F}")
    try terminal.wait(for: "the mistake to go") { !$0.contains("30303x") }
    terminal.type(Keys.save)
    try terminal.wait(for: "Saved 'Georgian Bank'")
    try compare(terminal, "04-saved")
  }

  private func makeAndPickTags(_ terminal: PseudoTerminal) throws {
    terminal.type(Keys.enter)
    try terminal.wait(for: "30303")
    terminal.type(String(repeating: Keys.down, count: 5) + Keys.enter)
    try terminal.wait(for: "No tags yet")
    terminal.type("a")
    try terminal.wait(for: "Insert new tag name")
    terminal.type("large" + Keys.enter)
    try terminal.wait(for: "✓ large")
    terminal.type("alarge" + Keys.enter)
    try terminal.wait(for: "there is a tag 'large' already")
    try compare(terminal, "05-duplicate-tag")
    terminal.type(Keys.clear + "漢字 🏦" + Keys.enter)
    try terminal.wait(for: "✓ 漢字 🏦")
    terminal.type(Keys.down + " ")
    try terminal.wait(for: "›   large")
    terminal.type(" ")
    try terminal.wait(for: "› ✓ large")
    try compare(terminal, "06-tags")
    terminal.type(Keys.escape)
    try terminal.wait(for: "large,漢字 🏦")
    try compare(terminal, "07-tagged")
    terminal.type(Keys.escape)
    try terminal.wait(for: "Enter open")
  }

  private func searchByEachKind(_ terminal: PseudoTerminal) throws {
    let texts = [
      "name-contains": "gian", "name": "GEÓRGIAN", "name-is": "Georgian Bank",
      "name-begins": "Geo", "name-ends": "Bank", "name-matches": "G.*k", "name-like": "g*n*",
      "zip-ends": "303", "zip-in": "1,30303", "city": "atl", "state": "ga",
      "closed-on": "Sep 25, 2009", "closed-after": "Sep 24, 2009", "name-city": "geo:atl",
      "closed-between": "Sep 1, 2009 to Sep 25, 2009",
    ]
    let kinds = ScreenCatalog.bank["FailedBankInfo"]?.searches ?? []
    terminal.type("/")
    for (place, kind) in kinds.enumerated() {
      if place > 0 { terminal.type("\t") }
      try terminal.wait(for: "(\(place + 1) of \(kinds.count))")
      if let text = texts[kind.name] {
        terminal.type(Keys.clear + "nothing so" + Keys.enter)
        try terminal.wait(for: "an end of the last results") { !$0.contains("1 bank") }
        terminal.type(Keys.clear + text)
      }
      terminal.type(Keys.enter)
      try terminal.wait(for: "1 bank")
      try compare(terminal, "08-search-\(kind.name)")
    }
    terminal.type(Keys.escape)
    try terminal.wait(for: "Enter open")
  }

  func testAnySizeShowsSomething() throws {
    let terminal = try start()
    try terminal.wait(for: "No banks yet")
    terminal.type("a")
    try terminal.wait(for: "Testville")
    for (rows, columns, name) in [(12, 40, "13-small"), (4, 15, "14-tiny")] {
      terminal.resize(rows: rows, columns: columns)
      try terminal.wait(for: "› Test Bank")
      try compare(terminal, "\(name)-list")
      terminal.type("d")
      try terminal.wait(for: "Delete")
      try compare(terminal, "\(name)-question")
      terminal.type(Keys.escape)
      try terminal.wait(for: "an end of the question") { !$0.contains("›Delete‹") }
    }
    terminal.resize(rows: 8, columns: 30)
    try terminal.wait(for: "Test Bank")
    try compare(terminal, "10-narrow-list")
    terminal.type(Keys.enter)
    try terminal.wait(for: "Name")
    try compare(terminal, "11-narrow-form")
    for (rows, columns) in [(1, 1), (2, 5), (3, 200), (60, 12)] {
      terminal.resize(rows: rows, columns: columns)
      terminal.type(Keys.down)
      terminal.settle()
    }
    terminal.resize(rows: 24, columns: 80)
    try terminal.wait(for: "Close date")
    terminal.type(Keys.escape)
    try terminal.wait(for: "Enter open")
    terminal.type("q")
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }
}
