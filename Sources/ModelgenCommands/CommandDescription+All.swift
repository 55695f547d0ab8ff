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
    name: "generate", summary: "generate Swift code from models (the default command)",
    operands: "MODEL...",
    discussion: """
      MODEL is a .model file, a folder of .model files that form one model, an Xcode data
      model (.xcdatamodeld, .xcdatamodel) or a compiled one (.momd, .mom).

      Without --output, files go to Sources/<Name>Model/Generated where the folder
      Sources/<Name>Model exists, else to Generated. If the target uses ModelgenPlugin
      in Package.swift, the plugin generates its code at build time. For such a model, only
      the released versions are written, as data, because the code would otherwise be
      compiled twice.

      A file modelgen.json beside the model holds options, for the plugin too:
        { "templates": "MyTemplates", "access": "public", "template-set": "swift",
          "xcode-accessors": true, "error": ["FullScan"] }
      Options on the command line take precedence.

      Where released versions stand beside the model, in Models/Bank.versions ('modelgen
      freeze'), the code holds them too, so that the program can migrate older stores, and
      every version is written there as data: 1.json, 2.json, and current.json, which names
      the current one. '--data DIR' writes these files to another folder, even if there are
      no released versions.

      A file is written only if its content has changed, so that unchanged code is not
      compiled again. If a model has mistakes, nothing is written.

      '--template-set mogenerator' writes a pair for each class: _Tag.swift with all
      generated code, written anew whenever it changes, and Tag.swift with an empty
      extension for what people write; what belongs to no class is in _BankModel.swift,
      for a model Bank. Tag.swift is created once and never overwritten or pruned;
      it replaces only a file that the set 'swift' has generated.

      Other files that modelgen did not write are never overwritten.
      """,
    options: [
      Option("--output", "DIR", help: "folder for the files"),
      Option(
        "--output-file", "FILE",
        help: "the path of the generated file, regardless of the model's name"),
      Option(
        "--beside", "MODEL",
        help: "another model of the same target, whose names must not be declared again"),
      Option("--data", "DIR", help: "folder for the versions as data (JSON)"),
      Option(
        "--hashes", "FILE",
        help: "version hashes of Core Data: VersionInfo.plist, .momd, or 'modelstore hashes'"),
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
        help: "remove generated files from the output folder that this run does not generate"),
      Option("--quiet", help: "print nothing about files that were written or unchanged"),
      formatOption, errorOption,
    ])

  static let validate = CommandDescription(
    name: "validate", summary: "report the mistakes in models", operands: "MODEL...",
    discussion: "MODEL may be -, which is a model on standard input.",
    options: [
      Option("--fix", help: "apply the fixes that are certain"),
      formatOption, errorOption,
    ])

  static let format = CommandDescription(
    name: "format", summary: "format models in the standard style", operands: "MODEL...",
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
        "--format", "FORMAT",
        help: "mermaid, dot, svg or html; by default, the format of FILE's extension, or mermaid",
        choices: ["mermaid", "dot", "svg", "html"]),
      Option("--html", help: "a page with the diagram and a table for each entity, with links"),
      Option("--output", "FILE", help: "the file to write"),
    ])

  static let diff = CommandDescription(
    name: "diff", summary: "show the differences between two models", operands: "[OLD] NEW",
    discussion: """
      Without OLD, the last released version of NEW is compared with it. A version in an
      .xcdatamodeld is an .xcdatamodel by itself: 'Shop.xcdatamodeld/Shop 2.xcdatamodel'.

      The comparison covers the whole text of the models, including documentation and the
      order of properties, cases and elements. Exits with 1 if there are differences, as
      'diff' does.
      """)

  static let freeze = CommandDescription(
    name: "freeze", summary: "save the current version of a model as a released version",
    operands: "MODEL",
    discussion: """
      Copies Models/Bank.model to Models/Bank.versions/N.model, N being its '@version', and
      seals the copy with a hash. From then on the model's changes belong to version N + 1:
      'generate' and 'validate' compare it with every released version, and refuse a
      released version that was edited.
      """)

  static let compat = CommandDescription(
    name: "compat", summary: "show what each migration to a later version requires",
    operands: "MODEL",
    discussion: """
      Prints a matrix: inferred (nothing to write), mapped (a migration block), needs code
      (Swift that the program hands over), needs option (convertsTypes), impossible. A star
      marks migrations that depend on the data; the conditions are listed below. Exits with 1
      if a migration is impossible.
      """, options: [mappingOption])

  static let initialize = CommandDescription(
    name: "init", summary: "create a first model or package to start from",
    operands: "NAME",
    discussion: """
      Writes Models/NAME.model, and overwrites nothing. With --package, and without NAME, it
      writes a package with a model, a program that makes, saves and searches objects, and
      a test, as in the README. They build and run without changes.
      """,
    options: [
      Option(
        "--package", "DIR",
        help: "folder of the new package, which is named after the folder"),
      Option(
        "--dependency", "WHERE",
        help: "folder or URL of the package with ModelRuntime; by default, found from here"),
    ])

  private static let templatesOption = Option(
    "--templates", "DIR", help: "folder of templates that replace built-in ones")

  static let newApp = CommandDescription(
    name: "new-app", summary: "write an application for a model", operands: "MODEL DIR",
    discussion: """
      Writes a package that builds: the model's classes, screens to list, edit, pick and
      search the objects of every entity, and a program that shows them on a terminal.
      If you run it again after changing the model, it replaces the generated files and
      keeps the files that you may have edited: Package.swift, the model, main.swift,
      Sources/<Name>Screens/<Name>Screens.swift, and Sources/<Name>Objects/Types.swift
      with the types that the model leaves to its client ('Codable<...>').

      '@info' keys of the model say how an entity is shown:
        "ui.title": "Bank"               what one object is called; "ui.plural" for several
        "ui.row": "{name}|{city}, {state}"   what lists show, in two columns
        "ui.sort": "state, name desc"    the order of lists
        "ui.form": "name details.zip"    the fields of the form; without it, all properties
        "ui.new": "name=Test; zip=123"   the values of an object that is created without a
                                         form; "ui.new.details" for a related object
      Keys of a property: "ui.label": its label; "ui.time": whether the time of a date is
      shown.
      """,
    options: [
      Option(
        "--package", "WHERE",
        help: "folder or URL of the package with ModelRuntime; by default, found from here"),
      Option("--program", "NAME", help: "name of the program; by default, the name of the model"),
      templatesOption,
      Option("--check", help: "write nothing; exit with 1 if anything would be written"),
      errorOption,
    ])

  static let screens = CommandDescription(
    name: "screens", summary: "write the screens of an application for a model", operands: "MODEL",
    discussion: "What 'new-app' writes to Sources/<Name>App/Generated, and nothing else.",
    options: [
      Option("--output", "DIR", help: "output folder; by default, Sources/<Name>App/Generated"),
      Option("--module", "NAME", help: "module of the model's classes; by default, <Name>Model"),
      templatesOption,
      Option("--check", help: "write nothing; exit with 1 if anything would be written"),
      errorOption,
    ])

  static let explain = CommandDescription(
    name: "explain", summary: "explain a message, with examples", operands: "[NAME]",
    words: (DiagnosticCatalog.entries + DiagnosticCatalog.dataModelEntries).map(\.name),
    discussion: """
      NAME is the name at the end of a message, such as MissingInverse. Without NAME, all
      names are listed.
      """)

  static let templates = CommandDescription(
    name: "templates", summary: "list, print or copy the built-in templates",
    operands: "list | print NAME | copy DIR", words: ["list", "print", "copy"],
    discussion: """
      Copy the templates, change some, delete the others, and pass the folder to
      'modelgen generate --templates DIR'. 'copy' overwrites nothing.

      The beginning of a name shows its set: swift-model and the templates that it includes
      write one file; mogenerator-machine and mogenerator-human the pairs of
      '--template-set mogenerator', and mogenerator-model what belongs to no class;
      those that begin with app- the applications of 'modelgen new-app'.
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
    name: "editor", summary: "write the files that an editor needs to highlight and check models",
    operands: "vim | vscode | helix | emacs | sublime", words: Editor.allCases.map(\.rawValue),
    discussion: "'modelgen help Editors' says what to do with the files.",
    options: [
      Option("--output", "DIR", help: "folder for the files"),
      Option("--force", help: "replace files that already exist"),
    ])

  static let completions = CommandDescription(
    name: "completions", summary: "print completions for a shell", operands: "bash | zsh | fish",
    words: ProgramDescription.Shell.allCases.map(\.rawValue),
    discussion: "The first lines of the output explain where to install it.")

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
      statuses: "Exit status: 0 success, 1 mistakes in the input, 2 incorrect usage, "
        + "3 a defect in modelgen.")
    program.topics = topics
    program.isCommandNeeded = false
    return program
  }
}
