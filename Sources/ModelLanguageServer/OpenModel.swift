/// The model around an open text.
///
/// A class, because its text is read when somebody asks for more than its
/// files.
final class OpenModel {
  /// The files, the open text first.
  let files: [SourceFile]
  let released: [ReleasedText]
  private(set) lazy var index = ModelIndex(files, released: released)

  init(files: [SourceFile], released: [ReleasedText]) {
    self.files = files
    self.released = released
  }

  /// Returns whether what another would read is what was read here.
  func isReading(of other: OpenModel) -> Bool {
    files.elementsEqual(other.files) { $0.path == $1.path && $0.text == $1.text }
      && released.elementsEqual(other.released, by: ===)
  }
}
