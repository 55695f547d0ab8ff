/// An application on a terminal, as a program runs it.
public struct TerminalApplication: Sendable {
  /// The name of the program, for messages.
  public var name: String
  /// The screens.
  public var catalog: ScreenCatalog

  /// Describes an application.
  public init(name: String, catalog: ScreenCatalog) {
    self.name = name
    self.catalog = catalog
  }

  /// Shows the screens of a store until they are left.
  ///
  /// - Returns: The exit status: 0, or 1 where something failed.
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
