internal import Foundation
public import ModelRuntime
public import ModelScreens

/// An application on a terminal, as a program runs it.
public struct TerminalApplication: Sendable {
  /// The name of the program, for messages.
  public var name: String
  /// The screens.
  public var catalog: ScreenCatalog
  /// The model of the store.
  public var model: CompiledModel

  /// Describes an application.
  public init(name: String, catalog: ScreenCatalog, model: CompiledModel) {
    self.name = name
    self.catalog = catalog
    self.model = model
  }

  /// Does what the command line says: `--store FILE`, `--help`.
  ///
  /// - Parameter arguments: The words behind the program's name.
  /// - Returns: The exit status: 0, 1 where something failed, 2 where the
  ///   command line is not understood.
  public func run(_ arguments: [String]) -> Int32 {
    var words = arguments[...]
    var url = Self.defaultURL(name)
    while let word = words.popFirst() {
      switch word {
      case "--help", "-h":
        print(help)
        return 0
      case "--store":
        guard let path = words.popFirst(), !path.isEmpty else {
          return complain("'--store' needs a file", status: 2)
        }
        url = URL(filePath: path)
      default: return complain("'\(word)' is not understood", status: 2)
      }
    }
    return show(StoreConfiguration(url: url))
  }

  /// Shows the screens of a store until they are left.
  ///
  /// - Returns: The exit status.
  public func show(_ configuration: StoreConfiguration) -> Int32 {
    do {
      let container = try PersistentContainer(model, configuration: configuration)
      return show(try container.makeContext())
    } catch {
      return complain("\(error)", status: 1)
    }
  }

  /// Shows the screens of a context until they are left.
  ///
  /// - Returns: The exit status.
  public func show(_ context: ManagedObjectContext) -> Int32 {
    do {
      let terminal = try Terminal(environment: ProcessInfo.processInfo.environment)
      let session = try ScreenSession(catalog, in: context)
      try TerminalFront(session, on: terminal).run()
      return 0
    } catch {
      return complain("\(error)", status: 1)
    }
  }

  /// The file of a program's store in the user's data folder.
  static func defaultURL(_ name: String) -> URL {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"] ?? "."
    let folder = environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    return URL(filePath: folder ?? "\(home)/.local/share")
      .appending(path: name).appending(path: "\(name).sqlite")
  }

  private var help: String {
    """
    USAGE: \(name) [--store FILE]

    Shows lists, forms, pickers and searches on a terminal; the last line of the
    screen says which keys do what. Ctrl-C leaves like any other way of leaving;
    pressed twice, it leaves without what is not saved.

      --store FILE   the store; without it \(Self.defaultURL(name).path)
      --help         show this page
    """
  }

  private func complain(_ message: String, status: Int32) -> Int32 {
    FileHandle.standardError.write(Data("\(name): \(message)\n".utf8))
    return status
  }
}
