extension EntityCommands {
  /// The kinds of search as options. An object must match all of the given
  /// options.
  private var kindOptions: [Command.Option] {
    screens.searches.map { kind in
      .init(
        "--\(kind.name)",
        kind.takesText ? (kind.prompt.isEmpty ? "TEXT" : "'\(kind.prompt)'") : nil,
        help: kind.title)
    }
  }

  /// Returns the condition for the given options, and the kinds of search that
  /// they request.
  private func condition(
    _ call: CommandCall
  ) throws -> (predicate: ObjectPredicate, kinds: [SearchKind]) {
    var parts: [(SearchKind, String)] = []
    if !call.operands.isEmpty {
      let name = call.value("--kind") ?? screens.searches.first { $0.takesText }?.name
      let kind = try kind(named: name ?? "", call)
      guard kind.takesText else { throw call.words.usage("'\(kind.name)' takes no text") }
      parts.append((kind, call.operands.joined(separator: " ")))
    } else if let name = call.value("--kind") {
      let kind = try kind(named: name, call)
      guard !kind.takesText else { throw call.words.usage("'--kind \(name)' takes a text") }
      parts.append((kind, ""))
    }
    for (name, value) in call.words.options {
      guard let kind = screens.searches.first(where: { "--\($0.name)" == name }) else { continue }
      parts.append((kind, value))
    }
    let predicates = try parts.map { try $0.0.predicate($0.1) }
    return (predicates.count == 1 ? predicates[0] : .and(predicates), parts.map(\.0))
  }

  private func kind(named name: String, _ call: CommandCall) throws -> SearchKind {
    guard let kind = screens.searches.first(where: { $0.name == name }) else {
      throw call.words.usage(
        "unknown kind of search '\(name)'; kinds are "
          + screens.searches.map(\.name).joined(separator: ", "))
    }
    return kind
  }

  var searchHelp: String {
    let first = screens.searches.first { $0.takesText }
    return (first.map { "TEXT is looked for as by --\($0.name). " } ?? "")
      + "Of several kinds all have to hold."
  }

  private static let kind = Command.Option("--kind", "KIND", help: "how TEXT is looked for")

  var search: Command {
    Command(
      "search", "[TEXT]", count: 0 ... .max, "List the \(plural) that are found.",
      discussion: searchHelp, options: kindOptions + [Self.kind, .json, .limit]
    ) { call in
      let (predicate, kinds) = try condition(call)
      guard !kinds.isEmpty else { throw call.words.usage("'search' takes a text to look for") }
      let order = kinds.compactMap(\.order).first
      try text.write(
        try screens.source.batches(
          call.context, predicate, order ?? screens.order, ObjectText.batchSize),
        call, showing: order ?? [])
    }
  }

  var count: Command {
    Command(
      "count", "[TEXT]", count: 0 ... .max, "Say how many \(plural) there are, or are found.",
      discussion: searchHelp + "\nWith --by a bar for each value; dates by their year.",
      options: kindOptions + [
        Self.kind, .init("--by", "FIELD", help: "count by the values of a field"), .json,
      ]
    ) { call in
      let (predicate, kinds) = try condition(call)
      let found = try screens.source.batches(
        call.context, kinds.isEmpty ? nil : predicate, [], ObjectText.batchSize)
      guard let word = call.value("--by") else {
        return try call.output.write(
          call.has("--json") ? "\(found.count)\n" : text.counted(found.count) + "\n")
      }
      let bars = BarChart(counting: found, by: try edits.field(word), in: catalog)
      try call.output.write(call.has("--json") ? bars.json : bars.text)
    }
  }
}
