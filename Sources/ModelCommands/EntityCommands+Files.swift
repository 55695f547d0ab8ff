extension EntityCommands {
  var export: Command {
    Command(
      "export", "[FILE]", count: 0...1, "Write all \(plural) as CSV, or as JSON.",
      discussion: """
        FILE ends with .json for JSON; without it, or as -, CSV goes to standard output. With --all
        everything is written, all kinds of objects with their links, as JSON that 'import' reads.
        In CSV a quote stands before what a spreadsheet would compute, as '=1+1', unless it is a
        number; 'import' reads it back without.
        """,
      options: [
        .json, .init("--all", help: "write all kinds of objects"),
        .init("--plain", help: "write CSV as it is, without such quotes"),
      ]
    ) { call in
      let path = call.operands.first
      if call.has("--all") { return try exportAll(to: path, call) }
      let objects = try screens.source.batches(
        call.context, nil, screens.order, ObjectText.batchSize)
      let isJSON = call.has("--json") || path?.hasSuffix(".json") == true
      var text = text
      let finder = ObjectFinder(catalog: catalog, context: call.context)
      var handles: [ObjectID: String] = [:]
      text.handle = { object, screens in
        if let handle = handles[object.objectID] { return handle }
        let handle = try finder.handle(object, of: screens)
        handles[object.objectID] = handle
        return handle
      }
      try call.write(to: path) { output in
        try text.export(objects, isJSON: isJSON, isPlain: call.has("--plain"), to: output)
        return "\(text.counted(objects.count)) written"
      }
    }
  }

  private func exportAll(to path: String?, _ call: CommandCall) throws {
    try call.write(to: path) { output in
      let count = try text.exportAll(call.context, to: output)
      return "\(count) \(count == 1 ? "object" : "objects") written"
    }
  }

  var importing: Command {
    Command(
      "import", "FILE", count: 1...1, "Add \(plural) of a file, or update known ones.",
      discussion: """
        FILE is CSV with a header line of titles or names of fields, or JSON, as 'export' writes them,
        or - for standard input. \(screens.uniqueNames.isEmpty ? "Every row is added." : "Known \(plural) are updated by their \(screens.uniqueNames.joined(separator: " or ")).")
        Names with commas stand in quotes where there are several. What 'export --all' wrote comes
        back with all of its links.
        An import is all or nothing: mistakes are reported with their lines, and nothing changes.
        """, options: [.json]
    ) { call in
      let file = call.operands[0]
      let (bytes, name) = try call.bytes(of: file)
      let report = try ObjectImport(screens.entityName, of: catalog, in: call.context)
        .run(bytes, name: name)
      try call.output.write(call.has("--json") ? report.json : report.lines(plural, noun, of: name))
    }
  }
}

extension CommandCall {
  /// Writes a file, and prints the sentence that the closure returns. If the
  /// path is nil or `-`, standard output is written instead.
  func write(
    to path: String?, _ body: (CommandOutput) throws -> String
  ) throws {
    guard let path, path != "-" else {
      _ = try body(output)
      return
    }
    let file = try OutputFile(path)
    let pieces = CommandOutput.file(file)
    let message = try body(pieces)
    try pieces.flush()
    try file.finish()
    if !file.isStandardOutput { try output.write("\(message)\n") }
  }

  /// Returns the bytes of a file, or of standard input for `-`, and the name of
  /// the file in messages.
  ///
  /// - Throws: `CommandError` if the bytes cannot be read.
  public func bytes(of file: String) throws -> (bytes: [UInt8], name: String) {
    let name = file == "-" ? "standard input" : file
    do {
      // A file handle can also read pipes.
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
