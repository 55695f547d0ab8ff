/// The files with the edits of some diagnostics applied.
///
/// Edits of one diagnostic belong together: a diagnostic whose edits overlap
/// with those of one before it is left for the next run. Files that nothing
/// changes come back as they are.
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
  /// Returns whether the two cannot both be made; two insertions at one place
  /// can.
  fileprivate func overlaps(_ other: Diagnostic.Edit) -> Bool {
    start < other.end && other.start < end
  }
}

extension SourceFile {
  /// The file with edits applied, in the order of their places.
  func applying(_ edits: [Diagnostic.Edit]) -> SourceFile {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    // In order of place; edits of the same place in the order they came.
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
