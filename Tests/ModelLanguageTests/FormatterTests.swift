import ModelLanguage
import XCTest

/// The formatter writes the standard format, loses nothing, and changes nothing the second
/// time.
final class FormatterTests: XCTestCase {
  private func format(_ text: String) -> String {
    let once = formatted(SourceFile(path: "Test.model", text: text)).text
    let twice = formatted(SourceFile(path: "Test.model", text: once)).text
    XCTAssertEqual(once, twice, "formatting twice changed something")
    return once
  }

  func testExamplesOfTheSpecificationStayAsTheyAre() throws {
    for name in ["FailedBanks", "Tasks", "TasksVersion1"] {
      let text = try fixture("\(name).model")
      XCTAssertEqual(format(text), text, name)
    }
    let bank = try repositoryFile("Models/Bank.model")
    XCTAssertEqual(format(bank), bank)
  }

  /// Each case shows one rule, with the text before and after formatting.
  func testEveryRuleOfTheForm() {
    let cases: [(name: String, before: String, after: String)] = [
      (
        "four spaces", "model M\nentity A {\n  var a:String\n\tvar b : Int32=1\n}",
        "model M\nentity A {\n    var a: String\n    var b: Int32 = 1\n}\n"
      ),
      (
        "blank lines",
        "model M\n\n\n\nentity A {\n\n    var a: Bool\n\n\n    var b: Bool\n\n}\n\n\n",
        "model M\n\nentity A {\n    var a: Bool\n\n    var b: Bool\n}\n"
      ),
      (
        "order of attributes",
        "model M\nentity A {\n    var a: B? @info(\"k\": \"v\") @onDelete(.deny) @myOwn @inverse(b)\n}\n",
        "model M\nentity A {\n    var a: B? @inverse(b) @onDelete(.deny) @myOwn @info(\"k\": \"v\")\n}\n"
      ),
      (
        "long lines",
        "model M\nentity A {\n    var aNameThatIsLong: String @column(\"anotherNameThatIsLong\") @unique @length(1...80, \"A message that is long\")\n}\n",
        "model M\nentity A {\n    var aNameThatIsLong: String\n        @unique\n        @length(1...80, \"A message that is long\")\n        @column(\"anotherNameThatIsLong\")\n}\n"
      ),
      (
        "attributes on lines of their own stay there", "model M\nentity A\n  @class(\"B\") {\n}\n",
        "model M\nentity A\n    @class(\"B\")\n{}\n"
      ),
      (
        "comments",
        "// one\nmodel M // two\n/* three */\nentity A { // four\n  /// five\n  var a: Bool // six\n  // seven\n}\n// eight",
        "// one\nmodel M  // two\n/* three */\nentity A {  // four\n    /// five\n    var a: Bool  // six\n    // seven\n}\n// eight\n"
      ),
      (
        "blocks on one line", "model M\nmigration from 1 { drop A.b \"why\" }",
        "model M\nmigration from 1 {\n    drop A.b \"why\"\n}\n"
      ),
      (
        "signs",
        "model M\nentity A {\n check c( ! a&&b==-1||( c in 1 ... 2 )&&d ?? e>=[ 1,2 ].x,\"m\" )\n}",
        "model M\nentity A {\n    check c(!a && b == -1 || (c in 1...2) && d ?? e >= [1, 2].x, \"m\")\n}\n"
      ),
      (
        "ternary and ranges",
        "model M\nentity A {\n derived var a:Int32=b?c:d @range( ...5 ) @count( 1 ... )\n}",
        "model M\nentity A {\n    derived var a: Int32 = b ? c : d @count(1...) @range(...5)\n}\n"
      ),
      (
        "continued conditions",
        "model M\nentity A {\n    fetch f() -> [A] {\n        where a // first\n     && b\n              || (c\n  && d)\n    }\n}\n",
        "model M\nentity A {\n    fetch f() -> [A] {\n        where a  // first\n            && b\n            || (c\n                && d)\n    }\n}\n"
      ),
      (
        "names on many lines", "model M\nconfiguration C {A,\nB ,\n   D}",
        "model M\nconfiguration C { A,\n    B,\n    D }\n"
      ),
      (
        "line ends of Windows", "model M\r\n\r\nentity A {\r\n    var a: Bool\r\n}\r\n",
        "model M\n\nentity A {\n    var a: Bool\n}\n"
      ),
      (
        "types", "model M\nentity A {\n var a : Set < B > ? @noInverse\n var b:[ String ]?\n}",
        "model M\nentity A {\n    var a: Set<B>? @noInverse\n    var b: [String]?\n}\n"
      ),
      ("nothing", "", ""),
    ]
    for item in cases { XCTAssertEqual(format(item.before), item.after, item.name) }
  }

  func testWhatCannotBeReadIsLeftAlone() {
    let text = """
      model M
      entity A {
        var a:Bool
         var   b   :::  Bool
        var c:Bool
      }
      something   else { a  b }
      entity   B {
        var d:Bool
      """
    let result = formatted(SourceFile(path: "Test.model", text: text))
    XCTAssertEqual(result.unreadStatements, 2)
    XCTAssertEqual(
      result.text,
      """
      model M
      entity A {
          var a: Bool
         var   b   :::  Bool
          var c: Bool
      }
      something   else { a  b }
      entity B {
          var d: Bool

      """)
    XCTAssertEqual(format(result.text), result.text)
  }

  func testResultSaysWhetherAnythingChanged() {
    XCTAssertFalse(formatted(SourceFile(path: "a", text: "model M\n")).isChanged)
    XCTAssertTrue(formatted(SourceFile(path: "a", text: "model  M\n")).isChanged)
  }
}
