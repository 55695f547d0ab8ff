public import Foundation
public import ModelRuntime
internal import TodoModel

/// Where the to-do list is kept.
public enum TodoStore {
  /// The file that is used when none is named: `todo/Todo.sqlite` in the user's
  /// data folder.
  public static var defaultURL: URL {
    let folder =
      FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? FileManager.default.homeDirectoryForCurrentUser
    return folder.appending(path: "todo").appending(path: "Todo.sqlite")
  }

  /// Opens a list; a missing file is made, an older one is migrated. A file
  /// that ends with `.xml` is an XML store.
  ///
  /// - Parameter policy: Whether items of version 1 whose names begin with "a"
  ///   become silent, as the article's policy has it.
  /// - Throws: `StoreError` or `MigrationError` when it cannot be opened.
  public static func open(_ url: URL, policy: Bool = false) throws -> PersistentContainer {
    var configuration = StoreConfiguration(
      url: url, type: url.pathExtension == "xml" ? .xml : .sqlite)
    if policy { configuration.migration.code.add(AlertPolicy()) }
    return try PersistentContainer(.todo, configuration: configuration)
  }
}
