public import Foundation

/// A program that is compiled from sources of a test and linked with the runtime that
/// the tests were built with.
public struct RuntimeProgram {
  private static let products = URL(filePath: ProcessInfo.processInfo.arguments[0])
    .deletingLastPathComponent()
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// - Throws: `ProgramCompiler.Missing` if there is no compiler, or there are no
  ///   modules to link.
  public init() throws {
    let module = Self.products.appending(path: "Modules/ModelRuntime.swiftmodule")
    guard FileManager.default.fileExists(atPath: module.path(percentEncoded: false)),
      try Self.run(["swiftc", "--version"], in: Self.products).status == 0
    else { throw ProgramCompiler.Missing(message: "no compiler, or no modules beside the tests") }
  }

  /// Compiles sources in Swift 6 mode, with warnings as errors.
  ///
  /// - Returns: The exit status and the output of the compiler.
  public func build(
    _ sources: [(name: String, text: String)], in folder: URL
  ) throws -> (status: Int32, text: String) {
    for (name, text) in sources { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let library = try Self.library.get().file("library.so").path(percentEncoded: false)
    return try Self.run(
      ["swiftc"] + options + sources.map(\.name) + ["-o", "program", library],
      in: folder)
  }

  /// Runs the program that was built in a folder.
  ///
  /// - Returns: The exit status and the output of the program.
  public func run(
    _ arguments: [String], in folder: URL
  ) throws -> (status: Int32, text: String) {
    try Self.run(
      [folder.appending(path: "program").path(percentEncoded: false)] + arguments, in: folder)
  }

  private var options: [String] {
    [
      "-parse-as-library", "-swift-version", "6", "-warnings-as-errors", "-Onone",
      "-enable-upcoming-feature", "ExistentialAny",
      "-enable-upcoming-feature", "InternalImportsByDefault",
      "-enable-upcoming-feature", "MemberImportVisibility",
      "-module-name", "Fixture", "-package-name", "fixture",
      "-I", Self.products.appending(path: "Modules").path(percentEncoded: false), "-Xcc",
      "-fmodule-map-file="
        + Self.repository.appending(path: "Sources/CModelSQLite/module.modulemap").path(
          percentEncoded: false),
    ] + Self.sanitizer
  }

  private static var sanitizer: [String] { TestRun.sanitizer.map { ["-sanitize=\($0)"] } ?? [] }

  /// The folder of the library that the programs link. The library is made once,
  /// because linking the runtime's objects takes longer than compiling a small program.
  private static let library = Result {
    let folder = try TemporaryFolder()
    let linked = try run(
      ["swiftc", "-emit-library", "-o", "library.so"] + sanitizer + objects(), in: folder.url)
    guard linked.status == 0 else { throw ProgramCompiler.Missing(message: linked.text) }
    return folder
  }

  /// The object files to link. They are found by the source files, because a build
  /// keeps the objects of removed sources.
  private static func objects() throws -> [String] {
    let modules = ["ModelRuntime", "ModelStorage", "ModelSQLite", "ModelPredicates", "ModelSchema"]
    return try modules.flatMap { module in
      let sources = repository.appending(path: "Sources/\(module)").path(percentEncoded: false)
      let folder = products.appending(path: "\(module).build")
      return try FileManager.default.subpathsOfDirectory(atPath: sources)
        .filter { $0.hasSuffix(".swift") }.sorted()
        .map {
          folder.appending(path: URL(filePath: $0).lastPathComponent + ".o").path(
            percentEncoded: false)
        }
    } + ["-lsqlite3"]
  }

  private static func run(
    _ arguments: [String], in folder: URL
  ) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let own = try TemporaryFolder()
    let log = own.file("log.txt")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOf: log, encoding: .utf8))
  }
}
