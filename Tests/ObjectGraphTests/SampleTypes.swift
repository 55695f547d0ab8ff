import Foundation
import ModelRuntime

/// A custom type that is stored as JSON.
struct SampleSettings: Sendable, Hashable, Codable {
  var theme = "light"
  var sizes = [1, 2]
  var marks: Set<String>?
}

/// A type that needs a value transformer to be stored.
struct SampleSecret: Sendable, Hashable, Codable {
  var text: String
}

/// A transformer that stores a secret as its bytes in reverse order.
enum SampleCipher: ValueTransformer {
  static func data(from value: SampleSecret) -> Data { Data(value.text.utf8.reversed()) }

  static func value(from data: Data) -> SampleSecret? {
    String(validating: data.reversed(), as: UTF8.self).map(SampleSecret.init(text:))
  }
}
