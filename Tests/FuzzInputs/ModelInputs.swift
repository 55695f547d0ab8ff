import ModelGenerator
import ModelLanguage
import ModelSchema

/// What `modelgen` reads.
enum ModelInputs {
  /// A text is a model or has errors; formatting keeps what it means, and what
  /// is valid can be generated.
  static func findingInModel(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    let reading = read(text)
    guard let model = reading.model else {
      return reading.hasErrors ? nil : "no model and no error"
    }
    let once = formatted(SourceFile(path: "M.model", text: text)).text
    if formatted(SourceFile(path: "M.model", text: once)).text != once {
      return "formatting twice differs"
    }
    if read(once).model != model { return "formatting changed the model" }
    return reading.hasErrors ? nil : findingInCode(of: model)
  }

  /// A data model is a model or has errors, and can be written as text.
  static func findingInDataModel(_ bytes: [UInt8]) -> String? {
    let files = DataModelFiles(path: "M.xcdatamodel", contents: ["contents": bytes])
    guard let reading = readDataModel(files).current?.reading else { return "nothing was read" }
    guard let model = reading.model else {
      return reading.hasErrors ? nil : "no model and no error"
    }
    let copy = read(sourceText(of: model))
    guard !copy.hasErrors else { return "its text has errors: \(copy.diagnostics[0].message)" }
    return copy.model == model ? nil : "its text means another model"
  }

  /// A compiled model is the text of a data model, or nothing.
  static func findingInCompiledModel(_ bytes: [UInt8]) -> String? {
    CompiledDataModel.contents(of: bytes).flatMap { findingInDataModel(Array($0.utf8)) }
  }

  /// A template is code, or an error that names the template.
  static func findingInTemplate(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    let name = "swift-entity"
    let templates = TemplateSet.builtIn.replacing([name: text])
    do {
      _ = try SwiftGenerator(templates: templates, layout: .single).files(for: sample)
      return nil
    } catch {
      return "\(error)".contains(name) ? nil : "no place: \(error)"
    }
  }

  private static func findingInCode(of model: ManagedObjectModel) -> String? {
    do {
      return try SwiftGenerator(layout: .single).files(for: model).isEmpty ? "no files" : nil
    } catch {
      return "\(error)".hasPrefix("error: ") ? nil : "no words: \(error)"
    }
  }

  private static func read(_ text: String) -> ModelReading {
    readModel([SourceFile(path: "M.model", text: text)])
  }

  private static let sample: ManagedObjectModel =
    read(
      """
      model Pets
      /// A pet.
      entity Pet {
          var name: String @unique
          var born: Date?
          var owner: Owner? @inverse(pets)
      }
      entity Owner {
          var name: String
          var pets: Set<Pet> @inverse(owner)
          fetch named(_ text: String) -> [Owner] {
              where name == $text
          }
      }
      """
    ).model ?? ManagedObjectModel(name: "Pets", version: 1, entities: [])
}
