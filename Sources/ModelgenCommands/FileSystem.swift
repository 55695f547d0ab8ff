/// Access to files, by paths that are relative to a folder.
package struct FileSystem {
  /// The folder to which paths are relative.
  let directory: String
  /// A closure that reads all of standard input.
  private let standardInput: @Sendable () -> [UInt8]

  /// Creates access to files by paths that are relative to a folder. The path
  /// `-` represents standard input.
  package init(directory: String, standardInput: @escaping @Sendable () -> [UInt8] = { [] }) {
    self.directory = directory
    self.standardInput = standardInput
  }

  /// The path that represents standard input.
  static let input = "-"

  /// An error about a file that cannot be read or written.
  package struct Failure: Error {
    let message: String
  }

  private var manager: FileManager { .default }

  /// Returns the absolute form of a path that is relative to the folder.
  func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : directory + "/" + path
  }

  /// Returns whether there is a folder at a path.
  package func isFolder(_ path: String) -> Bool {
    (try? manager.contentsOfDirectory(atPath: absolute(path))) != nil
  }

  /// Returns whether there is an item at a path, which can also be a link that
  /// leads nowhere.
  func exists(_ path: String) -> Bool {
    manager.fileExists(atPath: absolute(path)) || isLink(path)
  }

  private func isLink(_ path: String) -> Bool {
    (try? manager.destinationOfSymbolicLink(atPath: absolute(path))) != nil
  }

  /// Returns the names of the items in a folder, in ascending order; empty if
  /// the folder does not exist.
  package func names(in folder: String) -> [String] {
    ((try? manager.contentsOfDirectory(atPath: absolute(folder))) ?? []).sorted()
  }

  /// Returns the contents of a file as text. Bytes that are not valid UTF-8 are
  /// replaced.
  ///
  /// - Throws: `Failure` if the file cannot be read.
  func text(of path: String) throws(Failure) -> String {
    String(decoding: try bytes(of: path), as: UTF8.self)
  }

  /// Returns the contents of a file that a user has written, as text.
  ///
  /// - Throws: `Failure` if the file cannot be read, or if it is not UTF-8,
  ///   because characters would be lost if the text were written back.
  func writtenText(of path: String) throws(Failure) -> String {
    let bytes = try bytes(of: path)
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    // The text before the first invalid byte determines the line and column, as
    // in other messages.
    let valid = String(decoding: bytes.prefix(Self.validCount(of: bytes)), as: UTF8.self)
    let source = SourceText(SourceFile(path: path, text: valid))
    let place = source.position(at: Int32(clamping: source.bytes.count))
    throw Failure(
      message: "\(path):\(place.line):\(place.column): error: what stands here is not UTF-8 text\n"
        + "fix: save the file as UTF-8")
  }

  /// Returns the number of bytes before the first byte that is not valid UTF-8.
  private static func validCount(of bytes: [UInt8]) -> Int {
    var parser = UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var count = 0
    while case .valid(let scalar) = parser.parseScalar(from: &rest) { count += scalar.count }
    return count
  }

  package func bytes(of path: String) throws(Failure) -> [UInt8] {
    guard path != Self.input else { return standardInput() }
    guard let data = manager.contents(atPath: absolute(path)) else {
      let reason =
        isFolder(path)
        ? "it is a folder"
        : manager.fileExists(atPath: absolute(path))
          ? "not allowed" : isLink(path) ? "it is a link that leads nowhere" : "no such file"
      throw Failure(message: "error: cannot read '\(path)': \(reason)")
    }
    return Array(data)
  }

  /// Returns whether the item at a path is neither a file nor a folder, such as
  /// a device.
  func isDevice(_ path: String) -> Bool {
    let type = try? manager.attributesOfItem(atPath: absolute(path))[.type] as? FileAttributeType
    return type.map { ![.typeRegular, .typeDirectory, .typeSymbolicLink].contains($0) } ?? false
  }

  /// Writes a file as a whole, which appears under its name only when it is
  /// complete.
  func write(_ text: String, to path: String) throws(Failure) {
    let url = URL(filePath: absolute(path))
    do {
      try manager.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try OutputFile.write(text, to: absolute(path))
    } catch {
      let reason =
        (error as? OutputFile.Failure)?.reason
        ?? FileObstacle.writing(absolute(path), error).description
      throw Failure(message: "error: cannot write '\(path)': \(reason)")
    }
  }

  func remove(_ path: String) throws(Failure) {
    do {
      try manager.removeItem(atPath: absolute(path))
    } catch {
      throw Failure(message: "error: cannot remove '\(path)': \(FileObstacle.words(error))")
    }
  }
}

/// Operations on paths, which are represented by strings.
enum Path {
  /// Returns the path of an item in a folder.
  static func joined(_ folder: String, _ name: String) -> String {
    if folder.isEmpty || folder == "." { return name }
    // Paths are compared as strings, so every file must have a single spelling.
    return folder.trimmingEnd { $0 == "/" } + "/" + name
  }

  /// Returns the last component of a path.
  static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Returns a path without its last component.
  static func folder(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the relative path from one folder to another. Both are given by
  /// absolute paths.
  static func relative(from folder: String, to target: String) -> String {
    let (start, end) = (parts(folder), parts(target))
    let shared = zip(start, end).prefix { $0 == $1 }.count
    let steps = start.dropFirst(shared).map { _ in ".." } + end.dropFirst(shared)
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }

  /// Returns the components of a path, after resolving `.` and `..`.
  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/").reduce(into: []) { parts, part in
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(String(part)) }
    }
  }
}
