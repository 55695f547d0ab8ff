import BankApp
import Foundation
import ModelCommands
import ModelTerminal

#if PostgreSQL
  import ModelPostgres

  PostgresStore.register()
#endif
let program = CommandProgram.banks
exit(
  program.run(Array(CommandLine.arguments.dropFirst())) { container in
    TerminalApplication(name: program.name, catalog: program.catalog).show(container)
  })
