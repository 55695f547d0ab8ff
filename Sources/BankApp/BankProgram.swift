internal import BankModel
public import ModelCommands

extension CommandProgram {
  /// The program `banks`, which has the commands of the model, and an import
  /// that also reads the lists of the FDIC.
  public static var banks: CommandProgram {
    var program = CommandProgram(name: "banks", catalog: .bank, model: .bank)
    program.version = PackageVersion.current
    program.ownCommands = [
      Command(
        "import", "FILE", count: 1...1, "Bring the FDIC's list of failed banks into the store.",
        discussion: """
          FILE is a list as CSV, or - for standard input: lists of all years are read, those in
          Windows-1252 and those without 'Updated Date' with a note that says so. What is no such
          list is CSV with titles or names of fields, or JSON, as 'export' writes them.
          Known banks are updated by their certificate number. An import is all or nothing:
          mistakes are reported with their lines, and nothing changes.
          """, options: [.json]
      ) { call in
        let (bytes, name) = try call.bytes(of: call.operands[0])
        let report = try imported(bytes, name, in: call.context)
        let text = report.lines("banks", "bank", of: name)
        try call.output.write(call.has("--json") ? report.json : text)
      }
    ]
    return program
  }

  /// Imports a list of the FDIC, which is recognised by its header, or any file
  /// that `export` writes.
  private static func imported(
    _ bytes: [UInt8], _ name: String, in context: ManagedObjectContext
  ) throws -> ImportReport {
    guard BankList.isList(bytes) else {
      return try ObjectImport("FailedBankInfo", of: .bank, in: context).run(bytes, name: name)
    }
    let list = try BankList(bytes, name: name)
    var report = try BankImport(in: context).run(list)
    report.notes = list.assumptions
    return report
  }
}
