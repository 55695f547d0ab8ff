internal import BankModel
public import ModelCommands
internal import ModelSchema
internal import ModelScreens

extension CommandProgram {
  /// The commands of `banks`: those of the model, and an import that reads the
  /// lists of the FDIC.
  public static var banks: CommandProgram {
    var program = CommandProgram(name: "banks", catalog: .bank, model: .bank)
    program.version = PackageVersion.current
    program.ownCommands = [
      Command(
        "import", "CSV", count: 1...1, "Bring the FDIC's list of failed banks into the store.",
        discussion: """
          CSV is a file, or - for standard input: lists of all years are read, those in
          Windows-1252 and those without 'Updated Date' with a note that says so.
          Known banks are updated by their certificate number. An import is all or nothing:
          mistakes are reported with their lines, and nothing changes.
          """, options: [.json]
      ) { call in
        let (bytes, name) = try call.bytes(of: call.operands[0])
        let list = try BankList(bytes, name: name)
        var report = try BankImport(in: call.context).run(list)
        report.notes = list.assumptions
        let text = report.lines("banks", "bank", of: name)
        try call.output.write(call.has("--json") ? report.json : text)
      }
    ]
    return program
  }
}
