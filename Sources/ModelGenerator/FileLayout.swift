/// The way in which the code of a model is divided into files.
public enum FileLayout: String, Sendable, Hashable, CaseIterable {
  /// One file, such as `Bank.swift`, which the template `swift-model` creates.
  case single = "swift"
  /// Two files for each class, as in mogenerator: the generated `_Tag.swift`,
  /// and the user's `Tag.swift`, which is created once. The model `Bank` itself
  /// is in `_BankModel.swift`.
  case mogenerator

  /// A file of the layout, with its template, its path and its content.
  struct Part {
    let template: String
    let path: String
    let content: Content
    var isWrittenOnce = false
  }

  /// The declarations that a file contains.
  enum Content {
    /// The whole model.
    case all
    /// The model without its classes.
    case model
    /// The entity at the given index of the model's entities.
    case entity(Int)
  }

  /// Returns the files into which the layout divides a model's code.
  func parts(of shape: ModelShape) -> [Part] {
    switch self {
    case .single:
      [Part(template: "swift-model", path: "\(shape.model.name).swift", content: .all)]
    case .mogenerator: Self.pairs(of: shape)
    }
  }

  private static func pairs(of shape: ModelShape) -> [Part] {
    let classes = shape.model.entities.map { entity in
      shape.className(entity.name).filter { $0 != "`" }
    }
    // The model's file must not have the name of a class.
    var model = shape.model.name + "Model"
    while classes.contains(model) { model += "_" }
    let first = Part(template: "mogenerator-model", path: "_\(model).swift", content: .model)
    return [first]
      + classes.enumerated().flatMap { index, name in
        [
          Part(template: "mogenerator-machine", path: "_\(name).swift", content: .entity(index)),
          Part(
            template: "mogenerator-human", path: "\(name).swift", content: .entity(index),
            isWrittenOnce: true),
        ]
      }
  }
}
