import Foundation
import ModelCommands
import ModelTerminal
import TodoApp

let program = CommandProgram.todo
exit(
  program.run(Array(CommandLine.arguments.dropFirst())) { container in
    TerminalApplication(name: program.name, catalog: program.catalog).show(container)
  })
