extension CommandDescription {
  /// All commands of the tool, in the order in which the help lists them.
  static let all = [
    generate, validate, format, convert, show, diagram, diff, freeze, compat, explain, templates,
    initialize, newApp, screens, watch, editor, completions, manual,
  ].map { command in
    var command = command
    command.options.append(
      Option("--json", help: "print JSON: 'modelgen help MachineOutput' says which"))
    return command
  }

  /// Returns the command with the given name; nil if there is no such command.
  static func named(_ name: String) -> CommandDescription? { all.first { $0.name == name } }
}

extension CommandDescription {
  private static let errorOption = Option(
    "--error", "NAME", help: "treat warnings of this name as errors")
  static let mappingOption = Option(
    "--mapping", "FILE",
    help: "a mapping model (.xcmappingmodel) of a data model, beside those in its folder")
  private static let formatOption = Option(
    "--format", "FORMAT", help: "how messages are written: text, json, sarif, github",
    choices: ["text", "json", "sarif", "github"])

  static let generate = CommandDescription(
    name: "generate", summary: "write the Swift code of models (the default command)",
    operands: "MODEL...",
    discussion: """
      MODEL is a .model file, a folder of .model files that are one model, or Xcode's
      .xcdatamodeld or .xcdatamodel, or what it is compiled to, .momd or .mom.

      Without --output, files go to Sources/<Name>Model/Generated where the folder
      Sources/<Name>Model exists, else to Generated. A target whose declaration in
      Package.swift names ModelgenPlugin gets its code from the plugin when it is
      built, and the same code twice does not compile: of its model, only released
      versions are written as data.

      A file modelgen.json beside the model holds options, for the plugin too:
        { "templates": "MyTemplates", "access": "public", "template-set": "swift",
          "xcode-accessors": true, "error": ["FullScan"] }
      Those of the command line come before them.

      Where released versions stand beside the model, in Models/Bank.versions ('modelgen
      freeze'), the code holds them too, so that the program can migrate older stores, and
      every version is written there as data: 1.json, 2.json, and current.json, which names
      the current one. '--data DIR' writes these to another folder, and asks for them where
      there are no released versions.

      A file is written only when its content changes, so nothing is compiled again
      without need. Where the model has mistakes nothing is written at all.

      '--template-set mogenerator' writes a pair for each class: _Tag.swift with all
      generated code, written anew whenever it changes, and Tag.swift with an empty
      extension for what people write; what belongs to no class is in _BankModel.swift,
      for a model Bank. Tag.swift is made once and never overwritten or pruned; only a
      file that carries modelgen's header, as the set 'swift' writes it, gives way to it.

      Other files that modelgen did not write are never overwritten.
      """,
    options: [
      Option("--output", "DIR", help: "folder for the files"),
      Option("--output-file", "FILE", help: "the one file to write, whatever the model is called"),
      Option(
        "--beside", "MODEL",
        help: "another model of the same target; it is an error to declare a name of it"),
      Option("--data", "DIR", help: "folder for the versions as data (JSON)"),
      Option(
        "--hashes", "FILE",
        help: "version hashes of Core Data's: VersionInfo.plist, .momd, or JSON of modelstore"),
      mappingOption,
      Option("--templates", "DIR", help: "folder of templates that replace built-in ones"),
      Option(
        "--template-set", "SET",
        help: "swift, one file (the default), or mogenerator, a pair for each class",
        choices: ["swift", "mogenerator"]),
      Option(
        "--access", "LEVEL", help: "access level of everything that is generated",
        choices: ["internal", "package", "public"]),
      Option("--xcode-accessors", help: "add Xcode's names too, such as 'addToTags'"),
      Option("--check", help: "write nothing; exit with 1 if anything would be written"),
      Option("--dry-run", help: "write nothing; say what would be written"),
      Option("--list-outputs", help: "write nothing; list the files"),
      Option(
        "--prune",
        help: "remove files of ours from the output folder that no MODEL of this run makes"),
      Option("--quiet", help: "print nothing about files that were written or unchanged"),
      formatOption, errorOption,
    ])

  static let validate = CommandDescription(
    name: "validate", summary: "find the mistakes of models", operands: "MODEL...",
    discussion: "MODEL may be -, which is a model on standard input.",
    options: [
      Option("--fix", help: "make the changes that the messages offer, where they are sure"),
      formatOption, errorOption,
    ])

  static let format = CommandDescription(
    name: "format", summary: "give the text of models its one form", operands: "MODEL...",
    discussion: """
      Comments stay where they are, and declarations keep their order. What cannot be
      read is left alone, so a model with mistakes can be formatted too.
      """,
    options: [Option("--check", help: "write nothing; exit with 1 if anything would be written")])

  static let show = CommandDescription(
    name: "show", summary: "print models as tables", operands: "MODEL...")

  static let diagram = CommandDescription(
    name: "diagram", summary: "draw a model as boxes and arrows", operands: "MODEL",
    discussion: """
      An arrow stands for a relationship and its inverse; it has one head for a
      to-one and two for a to-many, as in Xcode's editor.
      """,
    options: [
      Option(
        "--format", "FORMAT", help: "mermaid, dot, svg or html; else as FILE ends, or mermaid",
        choices: ["mermaid", "dot", "svg", "html"]),
      Option("--html", help: "a page with the diagram and a table for each entity, with links"),
      Option("--output", "FILE", help: "the file to write"),
    ])

  static let diff = CommandDescription(
    name: "diff", summary: "say what differs between two models", operands: "[OLD] NEW",
    discussion: """
      Without OLD, the last released version of NEW is compared with it. A version in an
      .xcdatamodeld is an .xcdatamodel by itself: 'Shop.xcdatamodeld/Shop 2.xcdatamodel'.

      Everything that the texts of the models say is looked at, documentation and the order of
      properties, cases and elements too. Exits with 1 where anything differs, as 'diff' does.
      """)

  static let freeze = CommandDescription(
    name: "freeze", summary: "keep the current version of a model as a released one",
    operands: "MODEL",
    discussion: """
      Copies Models/Bank.model to Models/Bank.versions/N.model, N being its '@version', and
      seals the copy with a hash. From then on the model's changes belong to version N + 1:
      'generate' and 'validate' compare it with every released version, and refuse a
      released version that was edited.
      """)

  static let compat = CommandDescription(
    name: "compat", summary: "say what it takes to migrate each version to each later one",
    operands: "MODEL",
    discussion: """
      Prints a matrix: inferred (nothing to write), mapped (a migration block), needs code
      (Swift that the program hands over), needs option (convertsTypes), impossible. A star
      stands where it depends on the data; what is asked of them is listed below. Exits with 1
      where anything is impossible.
      """, options: [mappingOption])

  static let initialize = CommandDescription(
    name: "init", summary: "write a first model, or a first package, to go on from",
    operands: "NAME",
    discussion: """
      Writes Models/NAME.model, and overwrites nothing. With --package, and without NAME, it
      writes a package with a model, a program that makes, saves and searches objects, and
      a test, all of which run at once: those of the README.
      """,
    options: [
      Option("--package", "DIR", help: "folder of the package, called as it is"),
      Option(
        "--dependency", "WHERE",
        help: "folder or URL of the package with ModelRuntime; without it, as it is here"),
    ])

  private static let templatesOption = Option(
    "--templates", "DIR", help: "folder of templates that replace built-in ones")

  static let newApp = CommandDescription(
    name: "new-app", summary: "write an application for a model", operands: "MODEL DIR",
    discussion: """
      Writes a package that builds: the model's classes, screens to list, edit, pick and
      search the objects of every entity, and a program that shows them on a terminal.
      Run again after a change of the model, it writes what is generated anew and keeps
      what people may have changed: Package.swift, the model, main.swift,
      Sources/<Name>Screens/<Name>Screens.swift, and Sources/<Name>Objects/Types.swift
      with the types that the model leaves to its client ('Codable<...>').

      '@info' keys of the model say how an entity is shown:
        "ui.title": "Bank"               what one object is called; "ui.plural" for several
        "ui.row": "{name}|{city}, {state}"   what lists show, in two columns
        "ui.sort": "state, name desc"    the order of lists
        "ui.form": "name details.zip"    the fields of the form; without it, all properties
        "ui.new": "name=Test; zip=123"   a new object's values, where nothing is asked;
                                         "ui.new.details" for what is behind a to-one
      and of a property: "ui.label": what it is called; "ui.time": a date's time matters.
      """,
    options: [
      Option(
        "--package", "WHERE",
        help: "folder or URL of the package with ModelRuntime; without it, as it is here"),
      Option("--program", "NAME", help: "name of the program; the model's without"),
      templatesOption,
      Option("--check", help: "write nothing; exit with 1 if anything would be written"),
      errorOption,
    ])

  static let screens = CommandDescription(
    name: "screens", summary: "write the screens of an application for a model", operands: "MODEL",
    discussion: "What 'new-app' writes to Sources/<Name>App/Generated, and nothing else.",
    options: [
      Option("--output", "DIR", help: "folder; Sources/<Name>App/Generated without"),
      Option("--module", "NAME", help: "module of the model's classes; <Name>Model without"),
      templatesOption,
      Option("--check", help: "write nothing; exit with 1 if anything would be written"),
      errorOption,
    ])

  static let explain = CommandDescription(
    name: "explain", summary: "say why there is a message, with examples", operands: "[NAME]",
    words: (DiagnosticCatalog.entries + DiagnosticCatalog.dataModelEntries).map(\.name),
    discussion: "NAME stands behind a message: MissingInverse. Without NAME, all are listed.")

  static let templates = CommandDescription(
    name: "templates", summary: "list, print or copy the built-in templates",
    operands: "list | print NAME | copy DIR", words: ["list", "print", "copy"],
    discussion: """
      Copy the templates, change some, delete the others, and pass the folder to
      'modelgen generate --templates DIR'. 'copy' overwrites nothing.

      Names say the set: swift-model and what it includes write one file;
      mogenerator-machine and mogenerator-human the pairs of '--template-set mogenerator',
      and mogenerator-model what belongs to no class; those that begin with app- the
      applications of 'modelgen new-app'.
      """)

  static let watch = CommandDescription(
    name: "watch", summary: "generate whenever a model changes", operands: "MODEL...",
    discussion: """
      Takes the options of 'generate', and prints a line for each run. Ends on ctrl-C.
      """,
    options: generate.options.filter {
      !["--check", "--dry-run", "--list-outputs"].contains($0.name)
    })

  static let editor = CommandDescription(
    name: "editor", summary: "write an editor's colours, and what starts the language server",
    operands: "vim | vscode | helix | emacs | sublime", words: Editor.allCases.map(\.rawValue),
    discussion: "'modelgen help Editors' says what to do with the files.",
    options: [
      Option("--output", "DIR", help: "folder for the files"),
      Option("--force", help: "replace files that are there already"),
    ])

  static let completions = CommandDescription(
    name: "completions", summary: "print completions for a shell", operands: "bash | zsh | fish",
    words: ProgramDescription.Shell.allCases.map(\.rawValue),
    discussion: "The first lines of what is printed say where it belongs.")

  static let manual = CommandDescription(
    name: "man", summary: "print the manual page", operands: "",
    discussion: "To read it: modelgen man > modelgen.1; man ./modelgen.1")
}

extension ProgramDescription {
  /// Returns the description of the tool for its help, completions and manual
  /// page.
  ///
  /// - Parameter topics: The names of the articles that `help` shows.
  static func modelgen(topics: [String] = []) -> ProgramDescription {
    var program = ProgramDescription(
      name: "modelgen", summary: "turns managed object models into typed Swift",
      commands: CommandDescription.all,
      statuses: "0 done, 1 mistakes in the input, 2 wrong usage, 3 a fault of modelgen.")
    program.topics = topics
    program.isCommandNeeded = false
    return program
  }
}
