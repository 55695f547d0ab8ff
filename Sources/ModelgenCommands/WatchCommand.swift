/// The command `modelgen watch`, which generates code whenever a file of a
/// model changes.
///
/// The files are checked at intervals. A change is handled when the files have
/// stayed the same for one interval, so that an editor that writes in several
/// steps causes only one run.
struct WatchCommand: ToolCommand {
  let arguments: CommandArguments
  let tool: Tool

  func run(_ outcome: inout Outcome) throws {
    let paths = try arguments.required("a model: a .model file or a folder of them")
    guard let follower = tool.follower else { return }
    var generated: [String: [UInt8]]?
    var seen = contents(paths)
    repeat {
      let now = contents(paths)
      if now == seen, now != generated {
        generated = now
        var generation = Outcome()
        try generation.attempt {
          try GenerateCommand(arguments: arguments, tool: tool).run(&$0)
        }
        follower.report(line(generation))
      }
      seen = now
    } while follower.wait()
  }

  /// Returns the outcome with all of its output on one line.
  private func line(_ outcome: Outcome) -> Outcome {
    var outcome = outcome
    guard !arguments.has("--json") else {
      outcome.output = outcome.json + "\n"
      return outcome
    }
    let lines = outcome.output.split(separator: "\n").joined(separator: ", ")
    let words = outcome.status == .success ? "nothing to write" : "nothing written"
    outcome.output = (lines.isEmpty ? words : lines) + "\n"
    return outcome
  }

  /// Returns the contents of the files on which a run depends, by path.
  private func contents(_ paths: [String]) -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for path in paths.map({ String($0.trimmingEnd { $0 == "/" }) }) {
      let settings = ModelSettings(of: path, files: tool.files)
      let own = (try? settings.added(to: arguments)) ?? arguments
      var read = [path, VersionFolder(of: path, files: tool.files).path, settings.path]
      for option in ["--templates", "--mapping", "--beside"] { read += own.values(option) }
      read += own.values("--hashes").map { VersionHashFile.file($0, files: tool.files) }
      if DataModelFiles.isDataModel(path) { read += tool.files.mappingModels(beside: path) }
      for path in read { add(path, &contents, depth: 0) }
    }
    return contents
  }

  private func add(_ path: String, _ contents: inout [String: [UInt8]], depth: Int) {
    guard tool.files.isFolder(path) else {
      if let bytes = try? tool.files.bytes(of: path) { contents[path] = bytes }
      return
    }
    guard depth < 3 else { return }
    for name in tool.files.names(in: path) {
      // Versions in the form of data are written by the runs themselves.
      if Self.endings.contains(where: { name.hasSuffix($0) }) {
        add(Path.joined(path, name), &contents, depth: depth + 1)
      }
    }
  }

  /// The extensions of the files that are read if they are in a folder.
  private static let endings = [
    ".model", ".mustache", ".xcdatamodel", ".xccurrentversion", "contents", "elements", ".mom",
    "xcmapping.xml", "VersionInfo.plist",
  ]
}
