/// A writer of generated files, which writes files whose content has changed,
/// and replaces files that users wrote only on request.
///
/// 1. A file with the same content is not touched. It keeps its date, so
///    nothing that depends on it is built again.
/// 2. A file is modelgen's own if it contains the mark of `GeneratedMark`,
///    which the generator adds to the output of every template, or the data of
///    a model. Any other file belongs to the user, and is replaced or removed
///    only if the user asks for this.
/// 3. A dry run and a check carry out the same steps, but write nothing.
struct OutputWriter {
  /// The effect of a run on files.
  enum Mode {
    case write
    /// The run reports the files that it would write.
    case dryRun
    /// The run reports the files that it would write, as errors.
    case check
  }

  /// The ways to handle an existing file with different content.
  enum Replacement {
    /// The file is replaced, regardless of who wrote it.
    case always
    /// The file is replaced if it is modelgen's own. Otherwise, only a
    /// generated section in it is replaced.
    case once
    /// The file is replaced if it is modelgen's own; otherwise, an error gives
    /// the given advice.
    case own(fix: String)
    /// The file is not replaced, regardless of who wrote it; an error gives the
    /// given advice.
    case never(fix: String)
  }

  /// The files that are listed in the output.
  enum Report {
    case nothing
    case changes
    case everything
  }

  let files: FileSystem
  var mode = Mode.write
  var report = Report.everything
  /// The words for a file that was written, and for a file that would be
  /// written.
  var words = (done: "wrote", planned: "would write")

  /// Writes text to a path, as the mode and the replacement allow.
  func write(
    _ text: String, to path: String, replacing: Replacement, _ outcome: inout Outcome
  ) throws(FileSystem.Failure) {
    // A device, for instance, has no content to compare.
    guard files.exists(path), !files.isDevice(path) else { return try put(text, path, &outcome) }
    let old = try files.text(of: path)
    if old == text {
      if report == .everything { outcome.print("unchanged", file: path) }
      return
    }
    switch replacing {
    case .always: try put(text, path, &outcome)
    case .once where Self.isOwn(old, path), .own where Self.isOwn(old, path):
      try put(text, path, &outcome)
    case .once:
      if let renewed = GeneratedSection.renewed(old, from: text) {
        if renewed != old { try put(renewed, path, &outcome) }
      } else if report != .nothing {
        outcome.print("kept", file: path)
      }
    case .own(let fix):
      outcome.fail(
        "error: '\(path)' is there already, and modelgen did not write it\nfix: \(fix)")
    case .never(let fix): outcome.fail("error: '\(path)' is there already\nfix: \(fix)")
    }
  }

  /// Writes several files. If one of them cannot be written, none of them is
  /// written.
  func write(
    all texts: [(path: String, text: String)], replacing: Replacement, _ outcome: inout Outcome
  ) throws(FileSystem.Failure) {
    var trial = self
    trial.mode = .dryRun
    var planned = Outcome()
    for (path, text) in texts { try trial.write(text, to: path, replacing: replacing, &planned) }
    guard planned.status == .success else {
      outcome.errors += planned.errors
      outcome.status = max(outcome.status, planned.status)
      return
    }
    for (path, text) in texts { try write(text, to: path, replacing: replacing, &outcome) }
  }

  /// Removes modelgen's own Swift files from folders, except for the given
  /// files.
  func prune(
    _ folders: Set<String>, keeping kept: Set<String>, _ outcome: inout Outcome
  ) throws(FileSystem.Failure) {
    for folder in folders.sorted() {
      for name in files.names(in: folder) where name.hasSuffix(".swift") {
        let path = Path.joined(folder, name)
        guard !kept.contains(path), Self.isOwn(try files.text(of: path), path) else { continue }
        if plans("would remove", path, &outcome) { continue }
        try files.remove(path)
        outcome.print("removed", file: path)
      }
    }
  }

  private func put(
    _ text: String, _ path: String, _ outcome: inout Outcome
  ) throws(FileSystem.Failure) {
    if plans(words.planned, path, &outcome) { return }
    try files.write(text, to: path)
    if report != .nothing { outcome.print(words.done, file: path) }
  }

  /// Reports an action that the run would perform, if the run does not change
  /// files.
  ///
  /// - Returns: False if the run changes files, in which case nothing is
  ///   reported.
  private func plans(_ action: String, _ path: String, _ outcome: inout Outcome) -> Bool {
    guard mode != .write else { return false }
    outcome.print(action, file: path)
    if mode == .check { outcome.status = max(outcome.status, .errors) }
    return true
  }

  private static func isOwn(_ text: String, _ path: String) -> Bool {
    path.hasSuffix(".json") ? ModelVersions.isFile(text) : GeneratedMark.isIn(text)
  }
}

extension OutputWriter.Mode {
  /// Creates the mode that `--check` or `--dry-run` requests.
  init(_ arguments: CommandArguments) {
    self = arguments.has("--check") ? .check : arguments.has("--dry-run") ? .dryRun : .write
  }
}
