extension PersistentContainer {
  /// The folder of stores that are opened by name.
  ///
  /// It is named after the program and is located in Application Support on Apple's
  /// systems, and in the XDG data folder (`$XDG_DATA_HOME`, by default
  /// `~/.local/share`) on Linux.
  public static var defaultDirectoryURL: URL {
    let support =
      FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? FileManager.default.homeDirectoryForCurrentUser
    return support.appending(path: ProcessInfo.processInfo.processName)
  }

  /// Opens the store with the given name in the default folder, which is created if it
  /// is missing.
  ///
  /// - Throws: `StoreError` for the same reasons as `init(_:configuration:)`.
  public convenience init(name: String, model: CompiledModel) throws {
    let url = Self.defaultDirectoryURL.appending(path: name + ".sqlite")
    try self.init(model, configuration: StoreConfiguration(url: url))
  }
}
