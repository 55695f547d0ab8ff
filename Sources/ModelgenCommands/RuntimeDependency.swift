extension ToolCommand {
  /// Returns the dependency of a new package on the package with ModelRuntime.
  /// It is the given dependency or, if there is none, a dependency on this
  /// checkout of the package, or the dependency of the package in the current
  /// folder.
  ///
  /// - Throws: `UsageError` if there is no such dependency.
  func dependency(
    _ given: String?, option: String, in folder: String, program: String
  ) throws(UsageError) -> AppPackage {
    func path(_ package: String) -> String {
      Path.relative(from: files.absolute(folder), to: files.absolute(package))
    }
    guard let given else {
      let manifest = (try? files.text(of: "Package.swift")).map(PackageManifest.init)
      if manifest?.isRuntime == true { return AppPackage(program: program, path: path(".")) }
      guard let dependency = manifest?.dependency else {
        throw .other(
          "the package here is not that of ModelRuntime, and its manifest does not say where that is",
          fix: "say it: '\(option) FOLDER', or '\(option) URL' of a repository")
      }
      switch dependency {
      case .folder(let folder): return AppPackage(program: program, path: path(folder))
      case .repository(let name, let text):
        return AppPackage(program: program, name: name, dependency: text)
      }
    }
    if given.contains("://") { return AppPackage(program: program, url: given) }
    guard files.exists(Path.joined(given, "Package.swift")) else {
      throw .other("there is no package in '\(given)'", fix: "name the folder of its Package.swift")
    }
    return AppPackage(program: program, path: path(given))
  }

  /// Returns the name of a program, after checking that it is valid as the name
  /// of a target and a file.
  ///
  /// - Throws: `UsageError` if it is not valid.
  func checkedProgram(_ name: String, fix: String) throws(UsageError) -> String {
    let isFine =
      name.first?.isLetter == true
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    guard isFine else { throw .other("'\(name)' is no name of a program", fix: fix) }
    return name
  }
}

extension PackageManifest {
  /// The dependency on the package with the runtime, as a manifest contains it.
  enum Dependency {
    /// A dependency on a folder, which is given by its path relative to the
    /// folder of the manifest.
    case folder(String)
    /// A dependency on a repository, which is given by the name of its package
    /// in product dependencies, and by the text of its clause.
    case repository(name: String, text: String)
  }

  /// True if the manifest belongs to the package with the runtime.
  var isRuntime: Bool {
    String(text).contains(/\bPackage\(\s*name:\s*"modelgen"/)
  }

  /// The dependency on the package with the runtime, whose products the targets
  /// use; nil if the manifest contains none, or computes it.
  var dependency: Dependency? {
    let all = String(text)
    let product = /name:\s*"(?:Model[A-Za-z]+)"\s*,\s*package:\s*"([^"]+)"/
    guard let name = all.firstMatch(of: product).map({ String($0.1) }) else { return nil }
    for clause in clauses(of: ".package") {
      if let path = clause.firstMatch(of: /path:\s*"([^"\\]+)"/).map({ String($0.1) }) {
        let own = clause.firstMatch(of: /name:\s*"([^"\\]+)"/).map { String($0.1) }
        if isSame(own ?? Path.name(path), name) { return .folder(path) }
      }
      if let url = clause.firstMatch(of: /url:\s*"([^"\\]+)"/).map({ String($0.1) }) {
        let last = Path.name(url)
        if isSame(last.hasSuffix(".git") ? String(last.dropLast(4)) : last, name) {
          return .repository(name: name, text: clause)
        }
      }
    }
    return nil
  }

  /// Returns whether the package manager treats the names of two packages as
  /// the same name.
  private func isSame(_ one: String, _ other: String) -> Bool {
    one.lowercased() == other.lowercased()
  }

  /// Returns the texts of all calls of a function, including their brackets.
  private func clauses(of function: String) -> [String] {
    let name = Array(function + "(")
    return text.indices.filter { text[$0...].starts(with: name) }.map { start in
      String(text[start...closingBracket(from: start + name.count - 1)])
    }
  }
}
