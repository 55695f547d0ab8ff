import Foundation
import ModelPostgres
import ModelstoreCommands

#if PostgreSQL
  PostgresStore.register()
#endif
exit(StoreCommands().run(Array(CommandLine.arguments.dropFirst())))
