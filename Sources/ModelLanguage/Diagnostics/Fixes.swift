/// Returns the files with the edits of the given diagnostics applied.
///
/// The edits of a diagnostic are applied together: if the edits of a diagnostic
/// overlap with the edits of an earlier diagnostic, they are left for the next
/// run. Files without edits are returned unchanged.
public func applyingFixes(of diagnostics: [Diagnostic], to files: [SourceFile]) -> [SourceFile] {
  var accepted: [String: [Diagnostic.Edit]] = [:]
  for diagnostic in diagnostics where !diagnostic.edits.isEmpty {
    let clashes = diagnostic.edits.contains { edit in
      accepted[edit.path, default: []].contains { $0.overlaps(edit) }
    }
    guard !clashes else { continue }
    for edit in diagnostic.edits { accepted[edit.path, default: []].append(edit) }
  }
  return files.map { file in
    accepted[file.path].map { file.applying($0) } ?? file
  }
}

extension Diagnostic.Edit {
  /// Returns whether the two edits exclude each other. Two insertions at the
  /// same position do not.
  fileprivate func overlaps(_ other: Diagnostic.Edit) -> Bool {
    start < other.end && other.start < end
  }
}

extension SourceFile {
  /// Returns the file with the given edits applied, in order of position.
  func applying(_ edits: [Diagnostic.Edit]) -> SourceFile {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    // Edits at the same position keep their order.
    let ordered = edits.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    for (_, edit) in ordered {
      guard edit.start >= position, edit.end <= bytes.count, edit.start <= edit.end else {
        continue
      }
      result += bytes[position..<edit.start]
      result += Array(edit.replacement.utf8)
      position = edit.end
    }
    result += bytes[position...]
    return SourceFile(path: path, text: String(decoding: result, as: UTF8.self))
  }
}
