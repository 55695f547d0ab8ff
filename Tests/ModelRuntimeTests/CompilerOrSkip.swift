import TestSupport
import XCTest

extension ProgramCompiler {
  /// The compiler, or the end of a test that has none.
  static func orSkip() throws -> ProgramCompiler {
    do {
      return try ProgramCompiler()
    } catch let error as Missing {
      throw XCTSkip(error.message)
    }
  }
}
