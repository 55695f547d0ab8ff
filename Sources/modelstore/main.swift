import Foundation
import ModelstoreCommands

exit(StoreCommands().run(Array(CommandLine.arguments.dropFirst())))
