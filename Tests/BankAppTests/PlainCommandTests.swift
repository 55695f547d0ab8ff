import BankModel
import Foundation
import ModelRuntime
import TestSupport
import XCTest

@testable import BankApp

/// The commands of `banks`, as a pipe sees them.
final class PlainCommandTests: XCTestCase {
  private var folder: TemporaryFolder!

  override func setUpWithError() throws { folder = try TemporaryFolder() }
  override func tearDown() { folder = nil }

  @discardableResult
  private func run(_ words: String...) -> CommandOutcome {
    let store = folder.file("Bank.sqlite").path(percentEncoded: false)
    guard case .done(let outcome) = BankCommands().run(["--store", store] + words) else {
      return CommandOutcome(errors: "screens", status: -1)
    }
    return outcome
  }

  private func addBanks() {
    run("add", "Georgian Bank", "city=Atlanta", "state=GA", "cert=57151", "closed=Sep 25, 2009")
    run("add", "First Bank", "city=Chicago", "state=IL", "zip=60601", "closed=2012-05-18")
  }

  func testBanksAreAddedAndListed() {
    addBanks()
    XCTAssertEqual(
      run("list").output,
      """
      May 18, 2012  First Bank, Chicago, IL
      Sep 25, 2009  Georgian Bank, Atlanta, GA
      2 banks

      """)
    XCTAssertEqual(run("search", "nowhere").output, "No Results\n")
  }

  func testABankIsShownChangedAndDeleted() {
    addBanks()
    XCTAssertEqual(run("set", "57151", "zip=30303", "acquirer=First Citizens").status, 0)
    XCTAssertEqual(
      run("show", "Georgian Bank").output,
      """
      Name         Georgian Bank
      City         Atlanta
      State        GA
      Zip          30303
      Certificate  57151
      Acquirer     First Citizens
      Closed       Sep 25, 2009
      Updated
      Tags
      ID           p1

      """)
    XCTAssertEqual(run("set", "57151", "acquirer=").status, 0)
    XCTAssertTrue(run("show", "p1").output.contains("Acquirer\n"))
    XCTAssertEqual(
      run("delete", "57151").output, "deleted: Sep 25, 2009  Georgian Bank, Atlanta, GA\n")
    XCTAssertEqual(run("list").output, "May 18, 2012  First Bank, Chicago, IL\n1 bank\n")
  }

  func testTagsComeAndGo() {
    addBanks()
    XCTAssertEqual(
      run("tag", "57151", "large", "old").output,
      "Sep 25, 2009  Georgian Bank, Atlanta, GA #large #old\n")
    XCTAssertEqual(run("tag", "First Bank", "large").status, 0)
    XCTAssertEqual(run("untag", "57151", "old").status, 0)
    XCTAssertEqual(run("tags").output, "large  2\nold  0\n")
    XCTAssertEqual(
      run("search", "--kind", "tagged").output.split(separator: "\n").last, "2 banks")
  }

  func testATagIsDeletedAndItsBanksStay() {
    addBanks()
    run("tag", "57151", "large", "old", "new")
    XCTAssertEqual(run("delete-tag", "large", "None").errors, "banks: there is no tag 'None'\n")
    XCTAssertEqual(run("tags").output, "large  1\nnew  1\nold  1\n", "all or nothing")
    XCTAssertEqual(run("delete-tag", "large", "large").status, 1)
    XCTAssertEqual(run("delete-tag", "large", "new").output, "deleted: large  1\ndeleted: new  1\n")
    XCTAssertTrue(run("delete-tag", "old", "--json").output.contains("\"name\" : \"old\""))
    XCTAssertEqual(run("list").output.split(separator: "\n").last, "2 banks")
    XCTAssertEqual(run("tags").output, "No tags yet\n")
  }

  func testEveryCommandSpeaksJSON() throws {
    addBanks()
    let csv = folder.file("good.csv")
    let header = "Bank Name,City,ST,CERT,Acquiring Institution,Closing Date,Updated Date\n"
    try Data((header + "A,B,GA,1,X,18-May-12,21-May-12\n").utf8).write(to: csv)
    for words in [
      ["add", "X"], ["set", "X", "zip=1"], ["tag", "X", "t"], ["untag", "X", "t"],
      ["show", "X"], ["delete", "X"], ["tags"], ["delete-tag", "t"], ["list"],
      ["import", csv.path(percentEncoded: false)], ["search", "a"], ["stats"],
    ] {
      let store = folder.file("Bank.sqlite").path(percentEncoded: false)
      let request = BankCommands().run(["--store", store] + words + ["--json"])
      guard case .done(let outcome) = request else { return XCTFail("\(words)") }
      XCTAssertEqual(outcome.status, 0, "\(words): \(outcome.errors)")
      XCTAssertNoThrow(
        try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)), "\(words)")
    }
  }

  func testJSONHasEverything() throws {
    addBanks()
    run("tag", "57151", "large")
    let data = Data(run("show", "57151", "--json").output.utf8)
    let bank = try XCTUnwrap(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    XCTAssertEqual(bank["name"] as? String, "Georgian Bank")
    XCTAssertEqual(bank["cert"] as? Int, 57151)
    XCTAssertEqual(bank["closed"] as? String, "2009-09-25")
    XCTAssertEqual(bank["tags"] as? [String], ["large"])
    for command in ["list", "tags", "stats"] {
      let data = Data(run(command, "--json").output.utf8)
      XCTAssertNotNil(try JSONSerialization.jsonObject(with: data) as? [Any], command)
    }
    XCTAssertEqual(run("search", "nowhere", "--json").output, "[\n\n]\n")
  }

  func testStatisticsAreBars() {
    addBanks()
    run("add", "Third", "state=IL", "closed=2012-01-01")
    XCTAssertEqual(
      run("stats").output,
      """
      2009  █████████████████████████ 1
      2010  0
      2011  0
      2012  ██████████████████████████████████████████████████ 2

      """)
    XCTAssertEqual(
      run("stats", "--by", "state").output,
      """
      IL  ██████████████████████████████████████████████████ 2
      GA  █████████████████████████ 1

      """)
  }

  func testAnImportIsAllOrNothing() throws {
    let good = folder.file("good.csv")
    let header = "Bank Name,City,ST,CERT,Acquiring Institution,Closing Date,Updated Date\n"
    try Data((header + "A,B,GA,1,X,18-May-12,21-May-12\n").utf8).write(to: good)
    XCTAssertEqual(
      run("import", good.path(percentEncoded: false)).output,
      "1 bank read: 1 new, 0 updated, 0 unchanged\n")
    let bad = folder.file("bad.csv")
    try Data((header + "C,D,FL,2,X,18-May-12,21-May-12\nE,F,FL,x,X,?,?\n").utf8).write(to: bad)
    XCTAssertEqual(run("import", bad.path(percentEncoded: false)).status, 1)
    XCTAssertEqual(run("list").output, "May 18, 2012  A, B, GA\n1 bank\n")
  }

  func testAListIsReadFromStandardInput() {
    let store = folder.file("Bank.sqlite").path(percentEncoded: false)
    let commands = BankCommands(readInput: { Data(InventedBanks.bytes(.of2023)) })
    XCTAssertEqual(
      commands.run(["--store", store, "import", "-"]),
      .done(
        CommandOutcome(
          output: """
            standard input: note: the text is not UTF-8; it was read as Windows-1252
            standard input: note: there is no column 'Updated Date'; known banks keep the day \
            that they have
            420 banks read: 420 new, 0 updated, 0 unchanged

            """)))
    let empty = BankCommands(readInput: { Data() })
    XCTAssertEqual(
      empty.run(["--store", store, "import", "-"]),
      .done(
        CommandOutcome(
          errors: "banks: standard input:1: error: the file is empty; it needs a header line\n",
          status: 1)))
  }

  func testMistakesAreSaid() {
    addBanks()
    run("add", "First Bank")
    let cases: [([String], Int32, String)] = [
      (["show", "Nobody"], 1, "banks: there is no bank 'Nobody'\n"),
      (["show", "First Bank"], 1, "several banks are called 'First Bank'; use a number: p2, p3"),
      (["set", "57151", "zip=abc"], 1, "banks: zip: 'abc' is not a whole number\n"),
      (["set", "57151", "closed=soon"], 1, "closed: 'soon' is not a day such as May 27, 2012"),
      (["set", "57151", "name="], 1, "name is empty"),
      (["set", "57151", "nme=x"], 1, "a bank has no field 'nme'; did you mean 'name'?"),
      (["set", "57151", "zip"], 1, "'zip' is not FIELD=VALUE"),
      (["add", "X", "cert=57151"], 1, "another FailedBankInfo with cert"),
      (["tag", "57151", " "], 1, "a tag needs a name"),
      (["untag", "57151", "x"], 1, "'Georgian Bank' has no tag 'x'"),
      (["search", "--kind", "closed-on", "soon"], 1, "'soon' is not a day"),
      (["search", "--kind", "name-city", "x"], 1, "one ':'"),
      (["search", "--kind", "name-matches", "["], 1, "banks: '[' is not a regular expression"),
      (["import", "/nowhere.csv"], 1, "'/nowhere.csv' cannot be read"),
      (["shw", "x"], 2, "unknown command 'shw'; did you mean 'show'?"),
      (["list", "--jsn"], 2, "unknown option '--jsn'; did you mean '--json'?"),
      (["list", "x"], 2, "'list' takes no words\n'banks list --help' shows how to use it"),
      (["search"], 2, "'search' takes a text"),
      (
        ["search", "--kind", "x", "y"], 2,
        "unknown kind of search 'x'; kinds are name, name-contains"
      ),
      (["stats", "--by", "zip"], 2, "'--by' takes year or state, not 'zip'"),
      (["tag", "57151"], 2, "'tag' takes a bank and at least one tag"),
      (["list", "--store"], 2, "'--store' needs a value"),
      (["delete-tag"], 2, "'delete-tag' takes at least one tag"),
      (["delete-tag", "57151"], 1, "there is no tag '57151'"),
    ]
    for (words, status, message) in cases {
      let store = folder.file("Bank.sqlite").path(percentEncoded: false)
      let request = BankCommands().run(["--store", store] + words)
      guard case .done(let outcome) = request else { return XCTFail("\(words)") }
      XCTAssertEqual(outcome.status, status, "\(words)")
      XCTAssertTrue(outcome.errors.contains(message), "\(words): \(outcome.errors)")
      XCTAssertEqual(outcome.output, "", "\(words)")
    }
    XCTAssertEqual(run("show", "57151").output.contains("Zip          0"), true)
  }

  func testEveryCommandHasHelp() {
    let overview = run("--help").output
    for command in [
      "list", "show", "add", "set", "delete", "tag", "untag", "tags", "delete-tag", "search",
      "import", "stats",
    ] {
      XCTAssertTrue(overview.contains("  \(command) "), command)
      let page = run(command, "--help")
      XCTAssertEqual(page.status, 0)
      XCTAssertTrue(page.output.hasPrefix("USAGE: banks \(command)"), command)
    }
  }

  func testTheVersionIsShown() {
    XCTAssertEqual(run("--version").output, "banks 0.2.0\n")
  }

  func testNoCommandAsksForScreens() {
    let request = BankCommands().run(["--store", "/x.sqlite"])
    XCTAssertEqual(request, .screens(URL(filePath: "/x.sqlite")))
  }

  func testWhatSteersATerminalIsNotPrinted() {
    run("add", "Evil\u{1B}[2J\nBank")
    XCTAssertTrue(run("list").output.contains("Evil\u{FFFD}[2J\u{FFFD}Bank"))
  }
}
