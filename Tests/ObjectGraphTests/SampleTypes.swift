import Foundation
import ModelRuntime

/// A type of the program's own, stored as JSON.
struct SampleSettings: Sendable, Hashable, Codable {
  var theme = "light"
  var sizes = [1, 2]
  var marks: Set<String>?
}

/// A type that only a transformer can store.
struct SampleSecret: Sendable, Hashable, Codable {
  var text: String
}

/// Stores a secret as its bytes in reverse.
enum SampleCipher: ValueTransformer {
  static func data(from value: SampleSecret) -> Data { Data(value.text.utf8.reversed()) }

  static func value(from data: Data) -> SampleSecret? {
    String(validating: data.reversed(), as: UTF8.self).map(SampleSecret.init(text:))
  }
}
