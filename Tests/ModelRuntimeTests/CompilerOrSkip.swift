import TestSupport
import XCTest

extension ProgramCompiler {
  /// Returns the compiler, or skips the test if there is none.
  static func orSkip() throws -> ProgramCompiler {
    do {
      return try ProgramCompiler()
    } catch let error as Missing {
      throw XCTSkip(error.message)
    }
  }
}
