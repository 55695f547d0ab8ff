import ModelRuntime

/// Something that the library reads and that others wrote.
///
/// Whatever the bytes are, reading them ends soon, in a value or in an error
/// that says what is wrong, and never in a trap.
package enum FuzzInput: String, CaseIterable, Sendable {
  case model
  case dataModel = "data-model"
  case compiledModel = "compiled-model"
  case template
  case format
  case csv
  case xmlStore = "xml-store"
  case binaryStore = "binary-store"
  case metadata

  /// Reads bytes, and works with what they say.
  ///
  /// - Returns: What is wrong with the library, or nil.
  package func finding(in bytes: [UInt8]) -> String? {
    switch self {
    case .model: ModelInputs.findingInModel(bytes)
    case .dataModel: ModelInputs.findingInDataModel(bytes)
    case .compiledModel: ModelInputs.findingInCompiledModel(bytes)
    case .template: ModelInputs.findingInTemplate(bytes)
    case .format: FormatInput.finding(in: bytes)
    case .csv: ListInput.finding(in: bytes)
    case .xmlStore: StoreInputs.finding(in: bytes, .xml)
    case .binaryStore: StoreInputs.finding(in: bytes, .binary)
    case .metadata: StoreInputs.findingInMetadata(bytes)
    }
  }
}
