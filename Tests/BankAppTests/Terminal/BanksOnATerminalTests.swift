import BankApp
import Foundation
import ModelScreens
import TestSupport
import XCTest

final class BanksOnATerminalTests: TerminalTestCase {
  func testAWholeSession() throws {
    let terminal = try start()
    try play(
      """
      ? No banks yet
      = 01-no-banks
      > a
      ? Added 'Test Bank'
      = 02-added
      > {Enter}
      ? save
      > {^U}Georgian Bank{Down}{^U}Atlanta{Down}{^U}30303x{Down}{^U}GA{Down}{^U}Sep 25, 2009
      ? Sep 2009
      = 03-edited
      > {^S}
      ? '30303x' is not a whole number
      > {Back}
      ! 30303x
      > {^S}
      ? Saved 'Georgian Bank'
      = 04-saved
      # Tags are made and picked.
      > {Enter}
      ? 30303
      > {Down*5}{Enter}
      ? No tags yet
      > a
      ? Insert new tag name
      > large{Enter}
      ? ✓ large
      > alarge{Enter}
      ? there is a tag 'large' already
      = 05-duplicate-tag
      > {^U}漢字 🏦{Enter}
      ? ✓ 漢字 🏦
      > {Down}{Space}
      ? ›   large
      > {Space}
      ? › ✓ large
      = 06-tags
      > {Esc}
      ? large,漢字 🏦
      = 07-tagged
      # Where they lead to, and back.
      > {Right}
      ? Tags of 'Georgian Bank'
      = 07-followed
      > {Enter}
      ? Bankdetails
      > {Esc}
      ? Tags of
      > {Esc}{Esc}
      ? Enter open
      """, on: terminal)
    try searchByEachKind(terminal)
    try play(
      """
      > d
      ? Also 1 closing; takes the bank off 2 tags.
      = 09-delete
      > {Enter}
      ? Deleted 'Georgian Bank'
      > u
      ? Taken back: Delete 'Georgian Bank'
      = 09-undone
      > U
      ? Done again
      = 09-deleted
      > q
      """, on: terminal)
    XCTAssertEqual(try terminal.exitStatus(), 0)
    assertRestored(terminal)
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
      let typed = texts[kind.name].map { "> {^U}nothing so{Enter}\n! 1 bank\n> {^U}\($0)" } ?? ""
      try play(
        """
        > \(place > 0 ? "{Tab}" : "")
        ? (\(place + 1) of \(kinds.count))
        \(typed)
        > {Enter}
        ? 1 bank
        = 08-search-\(kind.name)
        """, on: terminal)
    }
    try play("> {Esc}\n? Enter open", on: terminal)
  }

  func testAnySizeShowsSomething() throws {
    let terminal = try start()
    try play("? No banks yet\n> a\n? Testville", on: terminal)
    for (size, name) in [("12 40", "13-small"), ("6 20", "13-less"), ("4 15", "14-tiny")] {
      try play(
        """
        @ \(size)
        ? › Test Bank
        = \(name)-list
        > d
        ? Delete
        = \(name)-question
        > {Esc}
        ! ›Delete‹
        > /tes
        ? Test Bank
        \(name == "13-small" ? "" : "= \(name)-search")
        > {Down}
        ? › Test Bank
        \(name == "13-small" ? "" : "= \(name)-hit")
        > {Esc}
        ? Banks
        """, on: terminal)
    }
    try play(
      """
      @ 8 30
      ? Test Bank
      = 10-narrow-list
      > {Enter}
      ? Name
      = 11-narrow-form
      > {End}
      ? 6 of 6
      > {Home}{^U}X{Down}{^T}
      ? Taken back: name
      > {PgDn}
      ? 4 of 6
      """, on: terminal)
    for size in ["1 1", "2 5", "3 200", "60 12"] {
      try play("@ \(size)\n> {Down}", on: terminal)
      terminal.settle()
    }
    try play("@ 24 80\n? Close date\n> {Esc}\n? Enter open\n> q", on: terminal)
    XCTAssertEqual(try terminal.exitStatus(), 0)
  }
}
