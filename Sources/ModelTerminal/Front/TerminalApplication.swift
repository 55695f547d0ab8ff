/// An application that a program runs on a terminal.
public struct TerminalApplication: Sendable {
  /// The name of the program, for messages.
  public var name: String
  /// The screens that the application shows.
  public var catalog: ScreenCatalog

  /// Creates an application from the name of its program and its screens.
  public init(name: String, catalog: ScreenCatalog) {
    self.name = name
    self.catalog = catalog
  }

  /// Shows the screens of a store until the user leaves the application.
  ///
  /// - Returns: The exit status: 0, or 1 after an error.
  public func show(_ container: PersistentContainer) -> Int32 {
    do {
      let terminal = try Terminal(environment: ProcessInfo.processInfo.environment)
      var catalog = catalog
      catalog.isReadOnly = catalog.isReadOnly || container.isReadOnly
      let session = try ScreenSession(catalog, in: try container.makeContext())
      try TerminalFront(session, on: terminal).run()
      return 0
    } catch {
      try? StandardStream.errors.show("\(name): \(error)\n")
      return 1
    }
  }
}
