import Foundation
import FuzzInputs
import TestSupport
import XCTest

/// Tests the inputs with which fuzzing found faults, and a few mutations of them.
/// `make check-fuzz-…` tries many more.
final class FoundInputTests: XCTestCase {
  private var inputs: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "FuzzInputs")
  }

  func testWhatWasFoundIsMended() throws {
    for input in FuzzInput.allCases {
      let folder = inputs.appending(path: "Found/\(input.rawValue)")
      guard FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) else {
        continue
      }
      for url in try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      {
        let bytes = try Array(Data(contentsOf: url))
        XCTAssertNil(input.finding(in: bytes), "\(input.rawValue)/\(url.lastPathComponent)")
      }
    }
  }

  func testMutatedFormats() throws {
    let text = try String(contentsOf: inputs.appending(path: "Seeds/formats.txt"), encoding: .utf8)
    let seeds = text.split(separator: "\n").map { Array($0.utf8) }
    for seed in seeds { XCTAssertNil(FuzzInput.format.finding(in: seed)) }
    try check(.format, seeds, count: 3_000)
  }

  func testMutatedLists() throws {
    let list = """
      Bank Name,City,ST,CERT,Acquiring Institution,Closing Date,Updated Date
      "A, Bank",Rome,GA,1,No Acquirer,1-Feb-01,2-Feb-01
      B,Paris,TX,2,C,13-Oct-11,14-Oct-11
      """
    try check(.csv, [Array(list.utf8), Array("Name,City\nA,B\n".utf8)], count: 50)
  }

  func testMutatedStores() throws {
    for input in [FuzzInput.xmlStore, .binaryStore, .metadata] {
      try check(input, [XCTUnwrap(FuzzSeeds.bytes(for: input))], count: 25)
    }
  }

  private func check(_ input: FuzzInput, _ seeds: [[UInt8]], count: Int) throws {
    let seed = TestRun.seed
    for number in 0..<UInt64(count) {
      var random = RandomSource(seed: seed &+ number)
      let bytes = ByteMutation.mutated(random.pick(seeds), &random)
      guard let finding = input.finding(in: bytes) else { continue }
      let text = Data(bytes).base64EncodedString()
      XCTFail("\(input.rawValue), seed \(seed &+ number): \(finding): \(text)")
    }
  }
}
