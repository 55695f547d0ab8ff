import Foundation
import ModelRuntime
import TestSupport

/// A folder in memory if the system has a file system for it, otherwise a temporary folder.
final class MemoryFolder {
  private let folder: TemporaryFolder

  init() throws {
    let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
    folder = try TemporaryFolder(
      in: FileManager.default.isWritableFile(atPath: "/dev/shm") ? memory : nil)
  }

  var url: URL { folder.url }

  func file(_ name: String) -> URL { url.appending(path: name) }

  /// Copies the files of another folder into this one.
  func fill(from other: MemoryFolder) throws {
    for name in try other.names { try copy(name, other) }
  }

  /// Removes all files.
  func clear() throws {
    for name in try names { try FileManager.default.removeItem(at: file(name)) }
  }

  private var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false))
    }
  }

  private func copy(_ name: String, _ other: MemoryFolder) throws {
    // SQLite builds its shared-memory file anew.
    guard !name.hasSuffix("-shm") else { return }
    try FileManager.default.copyItem(at: other.file(name), to: file(name))
  }
}

/// The content of a store of the links model, as text.
enum LinksText {
  static func of(_ container: PersistentContainer) throws -> String {
    let context = try container.makeContext()
    var lines: [String] = []
    for owner in try context.fetch(Owner.all.sorted { [$0.number.ascending] }) {
      lines.append(
        """
        owner \(owner.number) list \(owner.list.map(\.number)) set \
        \(owner.set.map(\.number).sorted()) many \(owner.manyBoth.map(\.number)) next \
        \(owner.next?.number ?? -1)
        """)
    }
    for part in try context.fetch(Part.all.sorted { [$0.number.ascending] }) {
      let picture = part.picture.map { "\($0.count) of \($0.first ?? 0)" } ?? "none"
      lines.append("part \(part.number) of \(part.ofList?.number ?? -1) picture \(picture)")
      if part.isInaccessible { lines.append("  cannot be read") }
    }
    return lines.joined(separator: "\n")
  }
}
