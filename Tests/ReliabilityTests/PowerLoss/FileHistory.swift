import FileFaults
import Foundation
import TestSupport

/// A record of all operations on the files of a folder. It can be replayed up to any
/// moment, to get the files as a power loss at that moment would leave them.
struct FileHistory {
  /// A recorded operation.
  struct Event {
    enum Kind {
      case open(file: Int64, path: String, isNew: Bool)
      case write(file: Int64, offset: Int, Data)
      case truncate(file: Int64, size: Int)
      case sync(file: Int64)
      case syncFolder(String)
      case rename(String, String)
      case delete(String)
      case makeFolder(String)
      case mark(Int)
    }
    let kind: Kind
  }

  /// The unsynced data that a power loss loses.
  enum Loss: CaseIterable {
    /// No data is lost, because only the process was killed.
    case nothing
    /// All content and all names are lost.
    case everything
    /// All names are kept and all content is lost: file systems with a journal write names
    /// to the disk before content.
    case content
    /// A random part of the content is kept, in pieces of 512 bytes, and the first name
    /// changes up to a random one.
    case some
  }

  private let base: [String: Data]
  private let folders: [String]
  let events: [Event]

  /// Records the operations of the body on a folder.
  static func of(_ folder: URL, _ body: () throws -> Void) throws -> FileHistory {
    let (base, folders) = try content(folder)
    return try FileLayer.watching(folder, logs: true) {
      try body()
      return FileHistory(
        base: base, folders: folders,
        events: (0..<file_faults_record_count()).map { event(file_faults_record($0).pointee) })
    }
  }

  /// Records a mark with a number.
  static func mark(_ number: Int) { file_faults_mark(Int64(number)) }

  private static func event(_ record: file_record) -> Event {
    let path = record.path.map { String(cString: $0) } ?? ""
    let file = record.file
    switch Int(record.kind) {
    case FILE_RECORD_CREATE: return Event(kind: .open(file: file, path: path, isNew: true))
    case FILE_RECORD_WRITE:
      let bytes = Data(
        bytes: record.bytes ?? UnsafePointer(bitPattern: 1)!, count: Int(record.count))
      return Event(kind: .write(file: file, offset: Int(record.offset), bytes))
    case FILE_RECORD_TRUNCATE:
      guard record.offset >= 0 else {
        return Event(kind: .open(file: file, path: path, isNew: false))
      }
      return Event(kind: .truncate(file: file, size: Int(record.offset)))
    case FILE_RECORD_SYNC: return Event(kind: .sync(file: file))
    case FILE_RECORD_SYNC_FOLDER: return Event(kind: .syncFolder(path))
    case FILE_RECORD_RENAME:
      return Event(kind: .rename(path, record.other.map { String(cString: $0) } ?? ""))
    case FILE_RECORD_DELETE: return Event(kind: .delete(path))
    case FILE_RECORD_FOLDER: return Event(kind: .makeFolder(path))
    default: return Event(kind: .mark(Int(file)))
    }
  }

  private static func content(_ folder: URL) throws -> ([String: Data], [String]) {
    var files: [String: Data] = [:]
    var folders: [String] = []
    let root = folder.path(percentEncoded: false)
    for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
      let path = root + "/" + name
      var isFolder = ObjCBool(false)
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
      if isFolder.boolValue {
        folders.append(path)
      } else {
        files[path] = try Data(contentsOf: URL(filePath: path))
      }
    }
    return (files, folders)
  }

  /// Returns the number of the last mark before a moment, or 0 if there is none.
  func mark(at moment: Int) -> Int {
    for event in events[..<moment].reversed() {
      if case .mark(let number) = event.kind { return number }
    }
    return 0
  }

  /// Returns the files after a power loss at a moment, by path.
  func files(at moment: Int, _ loss: Loss, _ random: inout RandomSource) -> [String: Data] {
    var disk = LossyDisk(base)
    for event in events[..<moment] { disk.take(event.kind) }
    return disk.files(loss, &random)
  }

  /// Writes the files to another folder than the recorded one.
  func write(_ files: [String: Data], from old: URL, to folder: URL) throws {
    let root = old.path(percentEncoded: false)
    for (path, data) in files where path.hasPrefix(root) && !path.hasSuffix("-shm") {
      let file = URL(filePath: folder.path(percentEncoded: false) + path.dropFirst(root.count))
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
  }
}

/// A disk that keeps synced data, and loses other data at random.
struct LossyDisk {
  private enum Change {
    case write(Int, Data)
    case truncate(Int)
  }

  private enum NameChange {
    case add(String, Int64)
    case move(String, String)
    case remove(String)
  }

  private var synced: [Int64: Data] = [:]
  private var pending: [Int64: [Change]] = [:]
  private var names: [String: Int64] = [:]
  private var pendingNames: [NameChange] = []
  /// The files by path, as programs see them.
  private var seen: [String: Int64] = [:]
  private let base: [String: Data]
  private var next: Int64 = -1

  init(_ base: [String: Data]) {
    self.base = base
    for (path, data) in base {
      names[path] = next
      synced[next] = data
      next -= 1
    }
    seen = names
  }

  /// The disk's file numbers by the numbers that the layer uses.
  private var numbers: [Int64: Int64] = [:]

  private func number(_ file: Int64) -> Int64 { numbers[file] ?? file }

  mutating func take(_ event: FileHistory.Event.Kind) {
    switch event {
    case .open(let file, let path, let isNew):
      if !isNew, let known = seen[path] {
        numbers[file] = known
      } else {
        seen[path] = number(file)
        pendingNames.append(.add(path, number(file)))
      }
    case .write(let file, let offset, let data):
      pending[number(file), default: []].append(.write(offset, data))
    case .truncate(let file, let size): pending[number(file), default: []].append(.truncate(size))
    case .sync(let file):
      let number = number(file)
      synced[number] = content(number, pending[number] ?? [])
      pending[number] = nil
    case .syncFolder(let folder): syncNames(folder)
    case .rename(let from, let to):
      seen[to] = seen.removeValue(forKey: from)
      pendingNames.append(.move(from, to))
    case .delete(let path):
      seen[path] = nil
      pendingNames.append(.remove(path))
    case .makeFolder, .mark: break
    }
  }

  private func content(_ file: Int64, _ changes: [Change]) -> Data {
    var data = synced[file] ?? Data()
    for change in changes {
      switch change {
      case .truncate(let size):
        if size < data.count { data = data.prefix(size) } else { grow(&data, size) }
      case .write(let offset, let bytes):
        grow(&data, offset + bytes.count)
        data.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      }
    }
    return data
  }

  private func grow(_ data: inout Data, _ size: Int) {
    if data.count < size { data.append(Data(count: size - data.count)) }
  }

  private mutating func syncNames(_ folder: String) {
    var rest: [NameChange] = []
    for change in pendingNames {
      let path =
        switch change {
        case .add(let path, _), .remove(let path): path
        case .move(_, let path): path
        }
      if (path as NSString).deletingLastPathComponent == folder {
        Self.apply(change, to: &names)
      } else {
        rest.append(change)
      }
    }
    pendingNames = rest
  }

  private static func apply(_ change: NameChange, to names: inout [String: Int64]) {
    switch change {
    case .add(let path, let file): names[path] = file
    case .move(let from, let to): names[to] = names.removeValue(forKey: from) ?? names[to]
    case .remove(let path): names[path] = nil
    }
  }

  /// Returns the files on the disk after a loss, by path.
  func files(_ loss: FileHistory.Loss, _ random: inout RandomSource) -> [String: Data] {
    var names = names
    let count =
      switch loss {
      case .nothing, .content: pendingNames.count
      case .everything: 0
      case .some: random.number(below: pendingNames.count + 1)
      }
    for change in pendingNames.prefix(count) { Self.apply(change, to: &names) }
    return names.mapValues { file in
      content(file, kept(pending[file] ?? [], loss, &random))
    }
  }

  private func kept(
    _ changes: [Change], _ loss: FileHistory.Loss, _ random: inout RandomSource
  ) -> [Change] {
    switch loss {
    case .nothing: return changes
    case .everything, .content: return []
    case .some:
      return changes.flatMap { change -> [Change] in
        guard case .write(let offset, let data) = change, data.count > 512 else {
          return random.once(in: 2) ? [change] : []
        }
        return stride(from: 0, to: data.count, by: 512).compactMap { start in
          guard random.once(in: 2) else { return nil }
          return .write(offset + start, data.dropFirst(start).prefix(512))
        }
      }
    }
  }
}
