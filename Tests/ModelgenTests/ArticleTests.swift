import XCTest

@testable import ModelgenCommands

/// `modelgen help TOPIC` shows the articles of the documentation.
final class ArticleTests: ToolTestCase {
  func testEveryArticleIsShownWithoutItsMarks() {
    let names = Articles(files: FileSystem(directory: "/")).names
    XCTAssertGreaterThan(names.count, 20)
    for name in names {
      let outcome = run("help \(name)")
      XCTAssertEqual(outcome.status, .success)
      XCTAssertTrue(outcome.output.hasPrefix("# "), name)
      for mark in ["<doc:", "## Topics", " ``P", " ``M"] {
        XCTAssertFalse(outcome.output.contains(mark), "\(name): \(mark)")
      }
    }
  }

  func testTheIndexListsEveryArticle() {
    let index = run("help tasks").output
    for name in Articles(files: FileSystem(directory: "/")).names
    where !["Tasks", "ModelRuntime"].contains(name) {
      XCTAssertTrue(index.contains("'modelgen help \(name)'"), name)
    }
  }

  func testLinksNameTheCommandThatShowsThem() {
    let text = run("help tasks").output
    XCTAssertTrue(text.contains("| test | 'modelgen help Testing' |"), text)
  }

  func testACommandComesBeforeAnArticle() {
    XCTAssertTrue(run("help templates").output.contains("usage: modelgen templates"))
    XCTAssertTrue(run("help Templates").output.hasPrefix("# Templates"))
  }

  func testWhatIsNeitherIsRefused() {
    let outcome = run("help Testin")
    XCTAssertEqual(outcome.status, .usage)
    XCTAssertTrue(
      outcome.errors.hasPrefix("error: no command or article 'Testin'; did you mean 'Testing'?\n"),
      outcome.errors)
  }
}
