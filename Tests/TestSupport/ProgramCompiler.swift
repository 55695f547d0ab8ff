import Foundation

/// Compiles programs with the modules that the tests were built with.
public struct ProgramCompiler {
  /// The error of a missing compiler or missing modules.
  public struct Missing: Error {
    /// The missing part, in words.
    public let message: String
  }

  private let compiler: URL
  private let modules: URL

  /// - Throws: `Missing` if there are no built modules or there is no compiler.
  public init() throws {
    modules = try Self.moduleFolder()
    compiler = try Self.compiler()
  }

  /// Runs the compiler with arguments in addition to those for the modules.
  ///
  /// - Returns: The exit status and the output of the compiler.
  public func run(_ arguments: [String]) throws -> (status: Int32, text: String) {
    let moduleMap = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/CModelSQLite/module.modulemap")
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = compiler
    process.arguments =
      ["-swift-version", "6", "-parse-as-library", "-module-name", "Programs"]
      + [
        "-I", modules.path(percentEncoded: false), "-Xcc",
        "-fmodule-map-file=\(moduleMap.path(percentEncoded: false))",
      ]
      + [
        "-module-cache-path",
        modules.appending(path: "../ModuleCache").standardized.path(percentEncoded: false),
      ]
      + arguments
    let log = folder.file("log.txt")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    process.currentDirectoryURL = folder.url
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOf: log, encoding: .utf8))
  }

  /// The folder of the built modules, beside the test program.
  private static func moduleFolder() throws -> URL {
    // The compiler's cache is bound to one path, so symbolic links are resolved,
    // however the tests were started.
    let products = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let modules = products.appending(path: "Modules")
    guard
      FileManager.default.fileExists(
        atPath: modules.appending(path: "BankModel.swiftmodule").path(percentEncoded: false))
    else {
      throw Missing(
        message: "there are no built modules in \(modules.path(percentEncoded: false))")
    }
    return modules
  }

  private static func compiler() throws -> URL {
    let environment = ProcessInfo.processInfo.environment
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let candidates = folders.map { URL(filePath: $0).appending(path: "swiftc") }
    guard
      let found = candidates.first(where: {
        FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false))
      })
    else { throw Missing(message: "there is no swiftc in the folders of PATH") }
    return found
  }
}
