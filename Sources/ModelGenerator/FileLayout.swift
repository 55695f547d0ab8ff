/// Which files a model becomes.
public enum FileLayout: String, Sendable, Hashable, CaseIterable {
  /// One file, `Bank.swift`, from `swift-model`.
  case single = "swift"
  /// Mogenerator's pair: the machine's `_Bank.swift`, and the people's
  /// `Bank.swift`, which is made once.
  case mogenerator

  /// A file of the layout: the template that it is written with, and its path.
  struct Part {
    let template: String
    let path: String
    var isWrittenOnce = false
  }

  /// The files of a model of a name.
  func parts(of name: String) -> [Part] {
    switch self {
    case .single: [Part(template: "swift-model", path: "\(name).swift")]
    case .mogenerator:
      [
        Part(template: "mogenerator-machine", path: "_\(name).swift"),
        Part(template: "mogenerator-human", path: "\(name).swift", isWrittenOnce: true),
      ]
    }
  }
}
