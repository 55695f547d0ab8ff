import Foundation
import ModelstoreCommands

#if PostgreSQL
  import ModelPostgres

  PostgresStore.register()
#endif
exit(StoreCommands().run(Array(CommandLine.arguments.dropFirst())))
