internal import ModelTerminal

/// `modelstore browse`: a store on the screens that generated applications have.
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
