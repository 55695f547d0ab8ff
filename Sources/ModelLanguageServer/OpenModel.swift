/// The model that contains an open text.
///
/// It is a class so that its text is parsed only when more than its files is
/// needed.
final class OpenModel {
  /// The files of the model, starting with the open text.
  let files: [SourceFile]
  let released: [ReleasedText]
  private(set) lazy var index = ModelIndex(files, released: released)

  init(files: [SourceFile], released: [ReleasedText]) {
    self.files = files
    self.released = released
  }

  /// Returns whether another model would be read from the same texts.
  func isReading(of other: OpenModel) -> Bool {
    files.elementsEqual(other.files) { $0.path == $1.path && $0.text == $1.text }
      && released.elementsEqual(other.released, by: ===)
  }
}
