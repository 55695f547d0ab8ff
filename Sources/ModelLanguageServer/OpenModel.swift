/// The model that contains an open document.
///
/// This is a class so that its files are parsed only when the index is needed.
final class OpenModel {
  /// The files of the model, starting with the open document.
  let files: [SourceFile]
  let released: [ReleasedText]
  private(set) lazy var index = ModelIndex(files, released: released)

  init(files: [SourceFile], released: [ReleasedText]) {
    self.files = files
    self.released = released
  }

  /// Returns whether another model consists of the same files with the same
  /// contents.
  func isReading(of other: OpenModel) -> Bool {
    files.elementsEqual(other.files) { $0.path == $1.path && $0.text == $1.text }
      && released.elementsEqual(other.released, by: ===)
  }
}
