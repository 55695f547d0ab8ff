import BankApp
import BankModel
import Foundation
import ModelRuntime
import ModelScreens
import ModelTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

let progress = ProgressLine(noun: "banks")
let commands = BankCommands(progress: { progress.show($0, of: $1) })
let arguments = Array(CommandLine.arguments.dropFirst())
switch commands.run(arguments) {
case .done(let outcome): finish(outcome)
case .screens(let url):
  // In a pipe nobody sees screens.
  if isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 {
    if case .done(let outcome) = commands.run(["--help"]) { finish(outcome) }
  }
  let application = TerminalApplication(name: "banks", catalog: .banks, model: .bank)
  exit(application.show(StoreConfiguration(url: url)))
}

/// Prints what a command came to, and ends.
func finish(_ outcome: CommandOutcome) -> Never {
  progress.end()
  FileHandle.standardOutput.write(Data(outcome.output.utf8))
  FileHandle.standardError.write(Data(outcome.errors.utf8))
  exit(outcome.status)
}
