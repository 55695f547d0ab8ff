import BankApp
import Foundation
import ModelCommands
import ModelTerminal

let program = CommandProgram.banks
exit(
  program.run(Array(CommandLine.arguments.dropFirst())) { container in
    TerminalApplication(name: program.name, catalog: program.catalog).show(container)
  })
