internal import Foundation
internal import ModelRuntime
internal import ModelSchema
internal import ModelScreens

extension EntityCommands {
  var export: Command {
    Command(
      "export", "[FILE]", count: 0...1, "Write all \(plural) as CSV, or as JSON.",
      discussion: "FILE ends with .json for JSON; without it, CSV goes to standard output.",
      options: [.json]
    ) { call in
      let objects = try screens.source.batches(
        call.context, nil, screens.order, ObjectText.batchSize)
      let path = call.operands.first
      let isJSON = call.has("--json") || path?.hasSuffix(".json") == true
      guard let path else { return try text.export(objects, isJSON: isJSON, to: call.output) }
      guard FileManager.default.createFile(atPath: path, contents: nil),
        let file = FileHandle(forWritingAtPath: path)
      else {
        throw CommandError("'\(path)' cannot be written: \(FileObstacle.writing(path))")
      }
      let output = CommandOutput { try file.write(contentsOf: Data($0.utf8)) }
      try text.export(objects, isJSON: isJSON, to: output)
      try output.flush()
      try call.output.write("\(text.counted(objects.count)) written\n")
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
  /// The bytes of a file, or of standard input for `-`, and what messages call
  /// it.
  ///
  /// - Throws: `CommandError` where they cannot be read.
  public func bytes(of file: String) throws -> (bytes: [UInt8], name: String) {
    let name = file == "-" ? "standard input" : file
    do {
      let data = try file == "-" ? readInput() : Data(contentsOf: URL(filePath: file))
      return (Array(data), name)
    } catch {
      let reason = file == "-" ? FileObstacle.words(error) : "\(FileObstacle.reading(file, error))"
      throw CommandError("'\(name)' cannot be read: \(reason)")
    }
  }
}
