internal import BankModel
public import Foundation
public import ModelRuntime

/// Where the banks are kept.
public enum BankStore {
  /// The file that is used when none is named: `banks/Bank.sqlite` in the
  /// user's data folder (`$XDG_DATA_HOME`, else `~/.local/share`; Application
  /// Support on Apple's systems).
  public static var defaultURL: URL {
    let folder =
      FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? FileManager.default.homeDirectoryForCurrentUser
    return folder.appending(path: "banks").appending(path: "Bank.sqlite")
  }

  /// Opens a store of banks; a missing file is made, and so is its folder.
  ///
  /// - Throws: `StoreError` when it cannot be opened or made.
  public static func open(_ url: URL) throws -> PersistentContainer {
    try PersistentContainer(.bank, configuration: StoreConfiguration(url: url))
  }
}
