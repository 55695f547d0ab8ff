import BankApp
import Foundation
import ModelCommands
import ModelPostgres
import ModelTerminal

#if PostgreSQL
  PostgresStore.register()
#endif
let program = CommandProgram.banks
exit(
  program.run(Array(CommandLine.arguments.dropFirst())) { container in
    TerminalApplication(name: program.name, catalog: program.catalog).show(container)
  })
