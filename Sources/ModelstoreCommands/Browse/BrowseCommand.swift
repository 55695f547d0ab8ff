internal import ModelTerminal

/// The command `modelstore browse`, which shows a store on the same screens as
/// generated applications.
struct BrowseCommand {
  private let options: CommandOptions
  private let store: StoreAccess

  init(_ options: CommandOptions) throws {
    self.options = options
    store = try StoreAccess(options, writes: options.has("--write"))
  }

  func run(program: String) -> Outcome {
    var catalog = BrowserCatalog(model: store.model).screens(
      title: options.file.lastPathComponent)
    catalog.isReadOnly = !options.has("--write")
    let status = TerminalApplication(name: program, catalog: catalog).show(store.container)
    return Outcome(status: status)
  }
}
