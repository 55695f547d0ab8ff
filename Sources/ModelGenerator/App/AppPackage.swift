/// The dependency of a generated application on the runtime's package.
public struct AppPackage: Sendable, Hashable {
  /// The name of the application's program.
  public var program: String
  /// The name of the runtime's package, as products in the manifest refer to
  /// it.
  public var name: String
  /// The dependency as it is written in a manifest.
  public var dependency: String

  /// Returns the default name of the program for a model.
  public static func program(of model: ManagedObjectModel) -> String {
    let name = model.name.lowercased()
    return AppNames.taken.contains(name) ? "\(name)-app" : name
  }

  /// Creates a dependency from its text in a manifest.
  public init(program: String, name: String, dependency: String) {
    (self.program, self.name, self.dependency) = (program, name, dependency)
  }

  /// Creates a dependency on a package in a folder.
  public init(program: String, path: String) {
    self.program = program
    name = "modelgen"
    dependency = ".package(name: \"modelgen\", path: \(SwiftLiteral.string(path)))"
  }

  /// Creates a dependency on a branch of a repository.
  public init(program: String, url: String, branch: String = "main") {
    self.program = program
    let last = url.split(separator: "/").last.map(String.init) ?? url
    name = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    dependency =
      ".package(url: \(SwiftLiteral.string(url)), branch: \(SwiftLiteral.string(branch)))"
  }
}
