extension StoreCommands {
  /// The commands that read and write objects.
  var dataCommands: [StoreCommand] {
    let json = Self.jsonOption
    let condition = CommandDescription.Option(
      "--where", "FORMAT",
      help: "a condition as NSPredicate(format:) takes it: 'name BEGINSWITH \"F\"'")
    let order = CommandDescription.Option("--sort", "KEYS", help: "the order: 'state, name desc'")
    let limit = CommandDescription.Option("--limit", "N", help: "the maximum number of objects")
    let own = """
      The store is read by its own model, or by '--model', and not written. A store without
      a model is read by its tables, with guessed names.
      """
    func asking(
      _ name: String, _ operands: String, _ count: ClosedRange<Int>, _ summary: String,
      _ options: [CommandDescription.Option],
      _ run: @escaping @Sendable (QueryCommands) throws -> Outcome
    ) -> StoreCommand {
      StoreCommand(
        name, operands, count: count, summary, discussion: own,
        options: options + [json] + modelOption, run: { try run(QueryCommands($0)) })
    }
    return [
      StoreCommand(
        "browse", "FILE", count: 1...1,
        "show a store on the screen: entities, objects, links, values",
        discussion: own + " With '--write' it\nis edited as in the screens of an application.",
        options: [.init("--write", help: "allow objects to be created, changed and deleted")]
          + modelOption, run: { try BrowseCommand($0).run(program: program) }),
      asking(
        "rows", "FILE ENTITY", 2...2, "print the objects of an entity",
        [
          condition, order,
          .init(
            "--columns", "NAMES",
            help: "the properties: 'name, details.zip'; without, all attributes and links to one"),
          limit, .init("--csv", help: "print CSV with a header"),
          .init(
            "--plain",
            help: "with --csv: do not protect cells that a spreadsheet would treat as formulas"),
        ], { try $0.rows() }),
      asking(
        "count", "FILE [ENTITY]", 1...2, "count the objects of an entity, or of all", [condition],
        { try $0.count() }),
      asking(
        "get", "FILE ID", 2...2, "print everything about an object, by an ID such as Bank/p7", [],
        { try $0.get() }),
      asking(
        "sql", "FILE ENTITY", 2...2, "show the SQL of a fetch, and SQLite's query plan",
        [
          condition, order, limit,
          .init("--show-sensitive", help: "show the values of sensitive attributes too"),
        ], { try $0.sql() }),
      StoreCommand(
        "export", "FILE", count: 1...1, "print every object as a line of JSON, links by ID",
        discussion: own, options: modelOption, run: { try ExportCommand($0).run() }),
      StoreCommand(
        "import", "FILE LINES", count: 2...2, "add the objects of an export, all of them or none",
        discussion: """
          LINES is a file as 'export' prints it, or - for standard input. The objects get new
          IDs. If FILE does not exist, '--model' specifies the model of the new store.
          """, options: modelOption,
        run: { options in
          try NewStore.orNothing(at: options.operand) { try ImportCommand(options).run() }
        }),
      StoreCommand(
        "report", "FILE", count: 1...1, "write a store as one page of HTML",
        discussion: """
          The page is self-contained. It shows the diagram, entities with counts and sizes, the
          first objects of each, and what 'check' finds; with sorting and search. Values of
          sensitive attributes are not on it.
          """,
        options: [.init("--output", "PAGE", help: "the file to write")]
          + modelOption, run: { try ReportCommand($0).run() }),
    ] + databaseCommands
  }

  /// The commands that read databases other than stores.
  private var databaseCommands: [StoreCommand] {
    [
      StoreCommand(
        "pull", "DATABASE", count: 1...1, "print a model of any SQLite database",
        discussion: """
          For a store, this is the model that it contains. If it contains none, and for any
          other database, the model is derived from the tables.
          Tables become entities, foreign keys relationships with inverses, tables that only
          join two others relationships of many to many. Facts that the schema does not show
          are inferred from the values, and each of them has a comment. User info keeps the
          names of tables and columns, by which 'import-sqlite' finds them again.
          """,
        options: [
          .init("--name", "NAME", help: "the name of the model; by default, the name of the file"),
          .init("--output", "FILE", help: "the .model file, or .xcdatamodel, to write"),
        ], run: { try PullCommand(options: $0).run() }),
      StoreCommand(
        "import-sqlite", "DATABASE STORE", count: 2...2, "copy the rows of a database into a store",
        discussion: """
          The model is one that 'pull' made, whatever you renamed since, or one with the names
          of the tables and columns. Everything is one save: where a value does not fit, all
          that do not are listed, and nothing is imported.
          """,
        options: modelOption + [
          .init(
            "--skip",
            help: "skip values that do not fit, and rows that require them; exit with 1")
        ], needsModel: true, run: { try ImportDatabaseCommand(options: $0).run() }),
    ]
  }
}
