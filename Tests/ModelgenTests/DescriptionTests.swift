import Foundation
import ModelSchema
import XCTest

@testable import ModelgenCommands

/// Shell completions, manual pages and `modelgen watch`.
final class DescriptionTests: ToolTestCase {
  /// Runs a program, and returns its output, or nil if the program is not installed.
  private func output(_ program: String, _ arguments: [String]) throws -> String? {
    let places = ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"]
    guard
      let path = places.map({ $0 + program })
        .first(where: { FileManager.default.isExecutableFile(atPath: $0) })
    else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  private func script(_ shell: String) throws -> String {
    let outcome = run("completions \(shell)")
    XCTAssertEqual(outcome.status, .success)
    let file = FileManager.default.temporaryDirectory.appending(
      path: "modelgen-completions-\(UUID().uuidString).\(shell)")
    try outcome.output.write(to: file, atomically: true, encoding: .utf8)
    addTeardownBlock { try? FileManager.default.removeItem(at: file) }
    return file.path(percentEncoded: false)
  }

  func testBashCompletes() throws {
    let script = try script("bash")
    func replies(_ words: String...) throws -> [String]? {
      let line = words.map { "'\($0)'" }.joined(separator: " ")
      let code = """
        source '\(script)'; COMP_WORDS=(modelgen \(line)); COMP_CWORD=\(words.count); \
        _modelgen; printf '%s\\n' "${COMPREPLY[@]}"
        """
      return try output("bash", ["-c", code])?.split(separator: "\n").map(String.init)
    }
    guard let commands = try replies("va") else { throw XCTSkip("there is no bash") }
    XCTAssertEqual(commands, ["validate"])
    XCTAssertEqual(try replies("validate", "--f"), ["--fix", "--format"])
    XCTAssertEqual(try replies("validate", "--format", "s"), ["sarif"])
    XCTAssertEqual(try replies("completions", ""), ["bash", "zsh", "fish"])
    XCTAssertEqual(try replies("help", "Fetch"), ["Fetching"])
    XCTAssertEqual(try replies("he"), ["help"])
    XCTAssertEqual(try replies("explain", "UnknownT"), ["UnknownType"])
    XCTAssertTrue(try replies("generate", "/etc/passw")?.contains("/etc/passwd") == true)
  }

  func testZshReadsTheScript() throws {
    let script = try script("zsh")
    let code = """
      autoload -U compinit; compinit -u -D; source '\(script)'; \
      print -r -- ${_comps[modelgen]} $+functions[_modelgen]
      """
    guard let text = try output("zsh", ["-f", "-c", code]) else { throw XCTSkip("there is no zsh") }
    XCTAssertEqual(text, "_modelgen 1\n")
  }

  func testFishCompletes() throws {
    let script = try script("fish")
    func replies(_ line: String) throws -> [String]? {
      try output("fish", ["-N", "-c", "source '\(script)'; complete -C '\(line)'"])?
        .split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }
    }
    guard let commands = try replies("modelgen va") else { throw XCTSkip("there is no fish") }
    XCTAssertEqual(commands, ["validate"])
    XCTAssertEqual(try replies("modelgen validate --fo"), ["--format"])
    XCTAssertEqual(try replies("modelgen validate --format s"), ["sarif"])
    XCTAssertEqual(try replies("modelgen completions z"), ["zsh"])
    XCTAssertEqual(try replies("modelgen help Fetch"), ["Fetching"])
    XCTAssertEqual(try replies("modelgen explain UnknownT"), ["UnknownType"])
  }

  func testTheManualNamesEveryCommandAndOption() throws {
    let manual = run("man").output
    for command in CommandDescription.all {
      XCTAssertTrue(manual.contains(".SS \"modelgen \(command.name)"), command.name)
      for option in command.shownOptions {
        let name = option.name.replacing("-", with: "\\-")
        XCTAssertTrue(manual.contains("\\fB\(name)\\fR"), "\(command.name) \(option.name)")
      }
    }
    try write(manual, "modelgen.1")
    guard let text = try output("man", ["--warnings", "-l", filePath("modelgen.1")]),
      !text.contains("not been installed")
    else { throw XCTSkip("there is no man") }
    XCTAssertTrue(text.contains("EXIT STATUS"), text)
  }

  func testAnUnknownShellIsSaid() {
    XCTAssertEqual(
      run("completions fsh").errors,
      "error: no shell 'fsh'; did you mean 'fish' or 'zsh'?\nit is one of bash, zsh, fish\n")
  }

  func testWatchGeneratesOnceForAChange() throws {
    try write(Self.tags, "Tags.model")
    var reports: [Outcome] = []
    var step = 0
    let wait = { [self] in
      step += 1
      switch step {
      // The editor writes in two steps, and the intermediate text is not generated.
      case 2: try? write("model Tags\n", "Tags.model")
      case 3: try? write(Self.tags.replacing("name", with: "title"), "Tags.model")
      case 7: try? write(Self.broken, "Tags.model")
      case 11: return false
      default: break
      }
      return true
    }
    let follower = Tool.Follower(report: { reports.append($0) }, wait: wait)
    let tool = Tool(files: FileSystem(directory: filePath("")), follower: follower)
    XCTAssertEqual(tool.run(["watch", "Tags.model", "--output", "Out"]).status, .success)
    XCTAssertEqual(
      reports.map(\.output),
      ["wrote Out/Tags.swift\n", "wrote Out/Tags.swift\n", "nothing written\n"])
    XCTAssertTrue(reports.last?.errors.contains("Strng") == true)
    XCTAssertTrue(text("Out/Tags.swift")?.contains("title") == true)
    XCTAssertEqual(tool.run(["watch"]).status, .usage)
  }

  func testWatchSeesEveryFileThatARunReads() {
    for (words, file) in [
      ("Models/Shop/", "Models/Shop.versions/1.model"), ("Models/Shop/", "Models/modelgen.json"),
      ("Shop.xcdatamodeld", "Shop.versions/1.model"),
      ("Shop.xcdatamodeld", "Shop 1 to 2.xcmappingmodel/xcmapping.xml"),
      ("Shop.xcdatamodeld/", "Mappings/Shop.xcmappingmodel/xcmapping.xml"),
      ("Shop.xcdatamodeld --mapping Old/M.xcmappingmodel", "Old/M.xcmappingmodel/xcmapping.xml"),
      ("Shop.model --hashes Old.momd", "Old.momd/VersionInfo.plist"),
      ("Shop.model --hashes Old.json", "Old.json"),
      ("Shop.model --beside Other.model", "Other.model"),
    ] {
      var (count, step) = (0, 0)
      let wait = { [self] in
        step += 1
        if step == 3 { try? write("changed", file) }
        return step < 7
      }
      let follower = Tool.Follower(report: { _ in count += 1 }, wait: wait)
      let tool = Tool(files: FileSystem(directory: filePath("")), follower: follower)
      let words = ["watch"] + words.split(separator: " ").map(String.init) + ["--output", "Out"]
      XCTAssertEqual(tool.run(words).status, .success, file)
      XCTAssertEqual(count, 2, file)
    }
  }
}
