internal import Foundation
internal import ModelRuntime
internal import ModelSchema
internal import ModelScreens

extension EntityCommands {
  var export: Command {
    Command(
      "export", "[FILE]", count: 0...1, "Write all \(plural) as CSV, or as JSON.",
      discussion:
        "FILE ends with .json for JSON; without it, or as -, CSV goes to standard\noutput.",
      options: [.json]
    ) { call in
      let objects = try screens.source.batches(
        call.context, nil, screens.order, ObjectText.batchSize)
      let path = call.operands.first
      let isJSON = call.has("--json") || path?.hasSuffix(".json") == true
      try call.write(to: path, "\(text.counted(objects.count)) written") { output in
        try text.export(objects, isJSON: isJSON, to: output)
      }
    }
  }

  var importing: Command {
    Command(
      "import", "FILE", count: 1...1, "Add \(plural) of a CSV file, or update known ones.",
      discussion: """
        FILE is CSV with a header line of titles or names of fields, as 'export' writes it, or - for
        standard input. \(screens.uniqueNames.isEmpty ? "Every row is added." : "Known \(plural) are updated by their \(screens.uniqueNames.joined(separator: " or ")).")
        An import is all or nothing: mistakes are reported with their lines, and nothing changes.
        """, options: [.json]
    ) { call in
      let file = call.operands[0]
      let (bytes, name) = try call.bytes(of: file)
      let report = try TableImport(catalog: catalog, screens: screens)
        .run(bytes, name: name, in: call.context)
      try call.output.write(call.has("--json") ? report.json : report.lines(plural, noun, of: name))
    }
  }
}

extension CommandCall {
  /// Writes a file, and says so; to standard output where there is no path, or
  /// where it is `-`.
  func write(
    to path: String?, _ message: String, _ body: (CommandOutput) throws -> Void
  ) throws {
    guard let path, path != "-" else { return try body(output) }
    let file = try OutputFile(path)
    let pieces = CommandOutput.file(file)
    try body(pieces)
    try pieces.flush()
    try file.finish()
    if !file.isStandardOutput { try output.write("\(message)\n") }
  }

  /// The bytes of a file, or of standard input for `-`, and what messages call
  /// it.
  ///
  /// - Throws: `CommandError` where they cannot be read.
  public func bytes(of file: String) throws -> (bytes: [UInt8], name: String) {
    let name = file == "-" ? "standard input" : file
    do {
      // A handle reads pipes too.
      let data =
        try file == "-"
        ? readInput() : FileHandle(forReadingFrom: URL(filePath: file)).readToEnd() ?? Data()
      return (Array(data), name)
    } catch {
      let reason = file == "-" ? FileObstacle.words(error) : "\(FileObstacle.reading(file, error))"
      throw CommandError("'\(name)' cannot be read: \(reason)")
    }
  }
}
