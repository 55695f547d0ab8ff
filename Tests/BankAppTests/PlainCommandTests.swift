import BankApp
import BankModel
import Foundation
import ModelRuntime
import ModelSchema
import TestSupport
import XCTest

@testable import ModelCommands

/// The commands of `banks` without a terminal, including the import of the list.
final class PlainCommandTests: XCTestCase {
  private struct Outcome {
    var output = ""
    var errors = ""
    var status: Int32 = 0
  }

  private var folder: TemporaryFolder!

  override func setUpWithError() throws { folder = try TemporaryFolder() }
  override func tearDown() { folder = nil }

  @discardableResult
  private func run(_ words: String...) -> Outcome { run(words) }

  private func run(_ words: [String]) -> Outcome {
    var outcome = Outcome()
    let store = folder.file("Bank.sqlite").path(percentEncoded: false)
    outcome.status = CommandProgram.banks.run(
      ["--store", store] + words, output: CommandOutput { outcome.output += $0 },
      errors: CommandOutput { outcome.errors += $0 })
    return outcome
  }

  private func addBanks() {
    run("add", "Georgian Bank", "city=Atlanta", "state=GA", "cert=57151", "closeDate=Sep 25, 2009")
    run("add", "First Bank", "--city", "Chicago", "state=IL", "zip=60601", "closeDate=2012-05-18")
  }

  func testBanksAreAddedListedAndSorted() {
    addBanks()
    XCTAssertEqual(
      run("list").output,
      """
      p2     First Bank                       Chicago, IL
      p1     Georgian Bank                    Atlanta, GA
      2 banks

      """)
    XCTAssertEqual(
      run("list", "--sort", "zip", "--limit", "1").output,
      "p1     Georgian Bank                    Atlanta, GA, 0\n1 of 2 banks\n")
    XCTAssertEqual(
      run("list", "--sort", "city-").output.prefix(4), "p2  ")
    XCTAssertEqual(run("search", "nowhere").output, "No Results\n")
  }

  func testABankIsShownChangedAndDeleted() {
    addBanks()
    XCTAssertEqual(run("edit", "57151", "zip=30303", "acquirer=First Citizens").errors, "")
    XCTAssertEqual(
      run("show", "Georgian Bank").output,
      """
      Name         Georgian Bank
      City         Atlanta
      Zip          30303
      State        GA
      Close date   Sep 25, 2009
      Tags
      Cert         57151
      Acquirer     First Citizens
      Update date
      ID           p1

      """)
    XCTAssertEqual(run("edit", "57151", "acquirer=").status, 0)
    XCTAssertTrue(run("show", "p1").output.contains("Acquirer\n"))
    run("tag", "57151", "large")
    XCTAssertEqual(
      run("delete", "57151", "--dry-run").output,
      "would be deleted: Georgian Bank; also 1 closing; takes the bank off 1 tag\n")
    XCTAssertEqual(run("count").output, "2 banks\n", "nothing happened")
    XCTAssertEqual(run("delete", "57151", "p1").status, 0, "named twice is once")
    XCTAssertEqual(run("count").output, "1 bank\n")
    XCTAssertEqual(run("tags", "list").output, "p1     large\n1 tag\n")
  }

  func testTagsComeAndGo() {
    addBanks()
    XCTAssertEqual(run("tag", "57151", "large", "old").errors, "")
    XCTAssertEqual(run("tag", "First Bank", "large").status, 0)
    XCTAssertEqual(run("untag", "57151", "old").status, 0)
    XCTAssertEqual(run("search", "--tagged").output.split(separator: "\n").last, "2 banks")
    XCTAssertEqual(run("count", "--tagged", "--name", "geo").output, "1 bank\n")
    XCTAssertEqual(run("untag", "57151", "x").errors, "banks: 'Georgian Bank' has no tag 'x'\n")
    XCTAssertEqual(
      run("tags", "delete", "large").output, "deleted: large; takes the tag off 2 closings\n")
    XCTAssertEqual(run("tags").output, "p2     old\n1 tag\n")
    XCTAssertEqual(run("edit", "57151", "tags=a,b").status, 0)
    XCTAssertTrue(run("show", "57151").output.contains("Tags         a,b\n"))
  }

  func testKindsAreCombinedAndShowWhyTheyAreThere() {
    addBanks()
    XCTAssertEqual(
      run("search", "bank").output,
      """
      p2     First Bank                       Chicago, IL, May 18, 2012
      p1     Georgian Bank                    Atlanta, GA, Sep 25, 2009
      2 banks

      """)
    XCTAssertEqual(run("count", "--kind", "closed-after", "May 18, 2012").output, "0 banks\n")
    XCTAssertEqual(run("count", "bank", "--closed-after", "May 17, 2012").output, "1 bank\n")
    XCTAssertEqual(
      run("count", "--closed-between", "2009-01-01 to 2012-05-18", "--state", "il").output,
      "1 bank\n")
  }

  func testEveryCommandSpeaksJSON() throws {
    addBanks()
    let csv = folder.file("good.csv")
    let header = "Bank Name,City,ST,CERT,Acquiring Institution,Closing Date,Updated Date\n"
    try Data((header + "A,B,GA,1,X,18-May-12,21-May-12\n").utf8).write(to: csv)
    for words in [
      ["add", "X"], ["edit", "X", "zip=1"], ["tag", "X", "t"], ["untag", "X", "t"],
      ["show", "X"], ["delete", "X"], ["tags"], ["tags", "delete", "t"], ["list"], ["closings"],
      ["import", csv.path(percentEncoded: false)], ["search", "a"], ["count"],
      ["count", "--by", "state"], ["export"],
    ] {
      let outcome = run(words + ["--json"])
      XCTAssertEqual(outcome.status, 0, "\(words): \(outcome.errors)")
      XCTAssertNoThrow(
        try JSONSerialization.jsonObject(
          with: Data(outcome.output.utf8), options: .fragmentsAllowed), "\(words)")
    }
  }

  func testJSONHasEverything() throws {
    addBanks()
    run("tag", "57151", "large")
    run("edit", "57151", "name=The \"Georgian\"\tBank")
    let data = Data(run("show", "57151", "--json").output.utf8)
    let bank = try XCTUnwrap(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    XCTAssertEqual(bank["name"] as? String, "The \"Georgian\"\tBank")
    XCTAssertEqual(bank["cert"] as? Int, 57151)
    XCTAssertEqual(bank["closeDate"] as? String, "2009-09-25")
    XCTAssertEqual(bank["tags"] as? [String], ["large"])
    XCTAssertTrue(bank["acquirer"] is NSNull)
    XCTAssertEqual(run("search", "nowhere", "--json").output, "[\n]\n")
  }

  func testCountsAreBars() {
    addBanks()
    run("add", "Third", "state=IL", "closeDate=2012-01-01")
    XCTAssertEqual(
      run("count", "--by", "closeDate").output,
      """
      2009  █████████████████████████ 1
      2010  0
      2011  0
      2012  ██████████████████████████████████████████████████ 2

      """)
    XCTAssertEqual(
      run("count", "--by", "state", "--json").output,
      "[\n{\"key\": \"IL\", \"count\": 2},\n{\"key\": \"GA\", \"count\": 1}\n]\n")
  }

  func testYearsOfLongAgoAreCounted() {
    run("add", "Old", "closeDate=0001-01-01T00:00:00Z")
    XCTAssertTrue(run("count", "--by", "closeDate").output.hasPrefix("1  █"))
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
    XCTAssertEqual(run("count").output, "1 bank\n")
  }

  func testAListIsReadFromStandardInput() {
    var (output, errors) = ("", "")
    let store = folder.file("Bank.sqlite").path(percentEncoded: false)
    func run(_ bytes: [UInt8]) -> Int32 {
      var program = CommandProgram.banks
      program.readInput = { Data(bytes) }
      return program.run(
        ["--store", store, "import", "-"], output: CommandOutput { output += $0 },
        errors: CommandOutput { errors += $0 })
    }
    XCTAssertEqual(run(InventedBanks.bytes(.of2023)), 0)
    XCTAssertEqual(
      output,
      """
      standard input: note: the text is not UTF-8; it was read as Windows-1252
      standard input: note: there is no column 'Updated Date'; known banks keep the day \
      that they have
      420 banks read: 420 new, 0 updated, 0 unchanged

      """)
    XCTAssertEqual(run([]), 1)
    XCTAssertEqual(
      errors, "banks: standard input:1: error: the file is empty; it needs a header line\n")
  }

  /// `import` reads the files that `export` writes.
  func testAnExportComesBack() throws {
    addBanks()
    run("tag", "57151", "large", "old")
    let file = folder.file("tags.csv").path(percentEncoded: false)
    XCTAssertEqual(run("tags", "export", file).output, "2 tags written\n")
    XCTAssertEqual(
      run("tags", "import", file).output, "2 tags read, nothing changed\n")
    XCTAssertEqual(
      run("export").output,
      """
      Name,City,Zip,State,Close date,Tags,Cert,Acquirer,Update date
      First Bank,Chicago,60601,IL,"May 18, 2012",,,,
      Georgian Bank,Atlanta,0,GA,"Sep 25, 2009","large,old",57151,,

      """)
    try Data("Name,Failures\nold,\nbad\n,\n".utf8).write(to: URL(filePath: file))
    XCTAssertEqual(
      run("tags", "import", file).errors.split(separator: "\n").map { $0.suffix(30) },
      [":1: error: a tag has no field 'failures'; fields are name, bankdetails"].map {
        $0.suffix(30)
      })
    try Data("name\nold\nnew\n".utf8).write(to: URL(filePath: file))
    XCTAssertEqual(
      run("tags", "import", file).output, "2 tags read: 1 new, 0 updated, 1 unchanged\n")
  }

  /// The export includes edited values and tags.
  func testTheBanksComeBack() throws {
    addBanks()
    run("edit", "57151", "acquirer=X, Inc.", "zip=30303", "updateDate=2012-01-02")
    run("tag", "57151", "large", "old, older")
    let before = run("export").output
    for name in ["banks.csv", "banks.json"] {
      let file = folder.file(name).path(percentEncoded: false)
      run("export", file)
      run("delete", "57151", "First Bank")
      run("tags", "delete", "large", "old, older")
      XCTAssertEqual(
        run("import", file).output, "2 banks read: 2 new, 0 updated, 0 unchanged\n", name)
      XCTAssertEqual(run("export").output, before, name)
    }
    let all = folder.file("all.json").path(percentEncoded: false)
    run("export", "--all", all)
    run("delete", "57151", "First Bank")
    XCTAssertEqual(run("import", all).errors, "")
    XCTAssertEqual(run("export").output, before)
  }

  /// A date with seconds, which forms show as a day, in the details that the same form
  /// edits.
  func testDatesOfPartsComeBackExactly() {
    let moment = "2012-01-02T03:04:05Z"
    addBanks()
    run("edit", "57151", "updateDate=\(moment)")
    for name in ["banks.csv", "banks.json"] {
      let file = folder.file(name).path(percentEncoded: false)
      run("export", file)
      run("delete", "57151", "First Bank")
      XCTAssertEqual(
        run("import", file).output, "2 banks read: 2 new, 0 updated, 0 unchanged\n", name)
      XCTAssertTrue(run("export", "--json").output.contains(moment), name)
    }
  }

  func testATextIsLookedForWithItsBlanks() {
    run("add", "Bankers", "city=A", "state=B")
    run("add", "Old Bank", "city=A", "state=B")
    XCTAssertTrue(run("search", "--name-contains", " Bank").output.hasSuffix("\n1 bank\n"))
    XCTAssertTrue(run("search", "--name-contains", " ").output.hasSuffix("\n1 bank\n"))
  }

  func testMistakesAreSaid() {
    addBanks()
    run("add", "First Bank")
    let nowhere = folder.file("nowhere").path(percentEncoded: false)
    let cases: [([String], Int32, String)] = [
      (["show", "Nobody"], 1, "banks: there is no bank 'Nobody'\n"),
      (["show", "First Bank"], 1, "several banks are called 'First Bank'; use one of: p2, p3"),
      (["edit", "57151", "zip=abc"], 1, "banks: zip: 'abc' is not a whole number\n"),
      (
        ["edit", "57151", "closeDate=soon"], 1,
        "closeDate: 'soon' is not a day such as May 27, 2012"
      ),
      (["edit", "57151", "name="], 1, "banks: Bank: Name is empty"),
      (["edit", "57151", "nme=x"], 1, "a bank has no field 'nme'; did you mean 'name'?"),
      (["edit", "57151", "zip"], 1, "'zip' is not FIELD=VALUE"),
      (["edit", "57151"], 2, "'edit' takes BANK FIELD=VALUE..."),
      (["add", "X", "cert=57151"], 1, "another bank with cert"),
      (["tag", "57151", " "], 1, "a tag needs a name"),
      (["search", "--kind", "closed-on", "soon"], 1, "'soon' is not a day"),
      (["search", "--kind", "name-city", "x"], 1, "one ':'"),
      (["search", "--kind", "name-matches", "["], 1, "banks: '[' is not a regular expression"),
      (["import", "/nowhere.csv"], 1, "'/nowhere.csv' cannot be read: there is no such file\n"),
      (["import", "/"], 1, "'/' cannot be read: it is a folder\n"),
      (["export", "/"], 1, "'/' cannot be written: it is a folder; name a file\n"),
      (
        ["export", nowhere + "/b.csv"], 1,
        "banks: '\(nowhere)/b.csv' cannot be written: there is no folder '\(nowhere)'; make it, or "
          + "name another file\n"
      ),
      (["shw", "x"], 2, "unknown command 'shw'; did you mean 'show'?"),
      (["tags", "lst"], 2, "unknown command 'tags lst'; did you mean 'tags list'?"),
      (["list", "--jsn"], 2, "unknown option '--jsn'; did you mean '--json'?"),
      (["list", "x"], 2, "'list' takes no words\n'banks list --help' shows how to use it"),
      (["list", "--limit", "x"], 2, "'--limit' takes a number, not 'x'"),
      (["list", "--sort", "tags"], 1, "'tags' is not what banks can be sorted by"),
      (["search"], 2, "'search' takes a text"),
      (["search", "--kind", "x", "y"], 2, "unknown kind of search 'x'; kinds are name, name-con"),
      (["tag", "57151"], 2, "'tag' takes BANK TAG..."),
      (["list", "--store"], 2, "'--store' needs a value"),
      (["tags", "delete", "57151"], 1, "there is no tag '57151'"),
    ]
    for (words, status, message) in cases {
      let outcome = run(words)
      XCTAssertEqual(outcome.status, status, "\(words)")
      XCTAssertTrue(outcome.errors.contains(message), "\(words): \(outcome.errors)")
      XCTAssertEqual(outcome.output, "", "\(words)")
    }
  }

  func testAMistypedStoreIsNotMade() throws {
    addBanks()
    let path = folder.file("Bnak.sqlite").path(percentEncoded: false)
    for words in [
      ["list"], ["show", "x"], ["search", "x"], ["count"], ["export"], ["edit", "x", "zip=1"],
      ["delete", "x"], ["tag", "x", "y"], ["tags", "list"],
    ] {
      let outcome = run(words + ["--store", path])
      XCTAssertEqual(outcome.status, 1, "\(words)")
      XCTAssertEqual(
        outcome.errors, "banks: there is no store '\(path)'; did you mean 'Bank.sqlite'?\n",
        "\(words)")
      XCTAssertEqual(outcome.output, "", "\(words)")
    }
    let lost = folder.file("lost.db").path(percentEncoded: false)
    XCTAssertEqual(
      run("list", "--store", lost).errors,
      "banks: there is no store '\(lost)'; commands that add objects make one\n")
    XCTAssertFalse(FileManager.default.fileExists(atPath: path))
    XCTAssertFalse(FileManager.default.fileExists(atPath: lost))
    XCTAssertEqual(run("add", "New Bank", "--store", path).status, 0)
    XCTAssertTrue(FileManager.default.fileExists(atPath: path))
  }

  func testAStoreThatCannotBeMadeSaysWhy() {
    for (path, reason) in [
      ("/etc/hosts/b.sqlite", "cannot be made: '/etc/hosts' is no folder; name another file"),
      ("/etc", "cannot be opened: it is a folder; name a file"),
    ] {
      let outcome = run("add", "New Bank", "--store", path)
      XCTAssertEqual(outcome.status, 1)
      XCTAssertEqual(outcome.errors, "banks: '\(path)' \(reason)\n")
    }
  }

  func testEveryCommandHasHelp() {
    let overview = run("--help").output
    let groups = CommandProgram.banks.groups
    XCTAssertEqual(groups.map(\.word), ["banks", "closings", "tags"])
    for command in groups[0].commands.all {
      XCTAssertTrue(overview.contains("  \(command.name) "), command.name)
      let page = run(command.name, "--help")
      XCTAssertEqual(page.status, 0)
      XCTAssertTrue(page.output.hasPrefix("USAGE: banks \(command.name)"), command.name)
      XCTAssertEqual(run("help", command.name).output, page.output)
    }
    XCTAssertEqual(run("help", "tags", "edit").output, run("tags", "edit", "--help").output)
    XCTAssertEqual(run("help").output, overview)
    XCTAssertEqual(run("help", "serch").status, 2)
    XCTAssertTrue(
      run("edit", "--help").output.contains("Official name when the bank was closed."),
      "help has the model's words")
  }

  func testWithoutACommandAndATerminalThereIsHelp() {
    let outcome = run([])
    XCTAssertEqual(outcome.status, 0)
    XCTAssertTrue(outcome.output.hasPrefix("USAGE: banks"))
    XCTAssertEqual(run("--version").output, "banks \(PackageVersion.current)\n")
  }

  func testWhatSteersATerminalIsNotPrinted() {
    run("add", "Evil\u{1B}[2J\nBank")
    XCTAssertTrue(run("list").output.contains("Evil\u{FFFD}[2J⏎Bank"))
  }

  /// A list is printed while it is read, and the command ends when its reader closes the
  /// pipe.
  func testAReaderThatLeavesEndsAListQuietly() {
    addBanks()
    var pieces: [String] = []
    let store = folder.file("Bank.sqlite").path(percentEncoded: false)
    let status = CommandProgram.banks.run(
      ["--store", store, "list"],
      output: CommandOutput { text in
        guard pieces.isEmpty else { throw CommandOutput.Closed() }
        pieces.append(text)
      }, errors: CommandOutput { XCTFail($0) })
    XCTAssertEqual(status, 0)
    XCTAssertEqual(pieces.count, 1, "the first line came at once")
  }
}
