import Foundation
import TestSupport
import XCTest

@testable import ModelPredicates
@testable import ModelSchema
@testable import ModelStorage

final class TextFoldingTests: XCTestCase {
  func testOptionsFoldAsDocumented() {
    let rows: [(text: String, options: StringOptions, folded: String)] = [
      ("Straße ABC", [], "Straße ABC"),
      ("Straße ABC", .caseInsensitive, "strasse abc"),
      ("ÀÉ", .caseInsensitive, "àé"),
      ("E\u{301}", .caseInsensitive, "e\u{301}"),
      ("ΣΑΣ ς", .caseInsensitive, "σασ σ"),
      ("ıİ", .caseInsensitive, "ıi\u{307}"),
      ("\u{212A}ſµ", .caseInsensitive, "ksμ"),
      ("Àé", .diacriticInsensitive, "Ae"),
      ("E\u{301}\u{327}", .diacriticInsensitive, "E"),
      ("øłđ≠が", .diacriticInsensitive, "øłđ=\u{338}か\u{3099}"),
      ("שָׁלוֹם", .diacriticInsensitive, "שלום"),
      ("Å\u{212B}İ", [.caseInsensitive, .diacriticInsensitive], "aai"),
      ("é", .normalized, "e\u{301}"),
      ("é", .localized, "e\u{301}"),
      ("a\u{301}\u{323}", .normalized, "a\u{323}\u{301}"),
      ("ĺ\u{F73}", .normalized, "l\u{F71}\u{F72}\u{301}"),
      ("각", .normalized, "\u{1100}\u{1161}\u{11A8}"),
      ("É", [.normalized, .caseInsensitive], "e\u{301}"),
      ("", [.normalized, .caseInsensitive], ""),
    ]
    for row in rows {
      let folded = TextFolding.fold(row.text, options: row.options)
      XCTAssertEqual(
        Array(folded.unicodeScalars), Array(row.folded.unicodeScalars),
        "\(row.text) \(row.options)")
    }
  }

  func testNormalizingIsFoundationsDecomposition() {
    let seed = TestRun.seed
    var random = RandomSource(seed: seed)
    for _ in 0..<5_000 {
      let text = random.unicodeText()
      // Foundation does not sort marks after marks that decompose to two scalars.
      let isLeftOut = text.unicodeScalars.contains {
        [0x0344, 0x0F73, 0x0F75, 0x0F81].contains($0.value)
      }
      if isLeftOut { continue }
      let folded = TextFolding.fold(text, options: .normalized)
      let expected = text.decomposedStringWithCanonicalMapping
      XCTAssertEqual(
        Array(folded.unicodeScalars), Array(expected.unicodeScalars),
        "seed \(seed): \(text.unicodeScalars.map { String($0.value, radix: 16) })")
    }
  }

  /// Folding writes into its buffer without checking the size.
  func testNoScalarBecomesLongerThanTheRoomForIt() throws {
    let data = UnicodeData.shared
    let scalars = Set(data.caseFolding.keys).union(data.decompositions.keys)
      .union(data.combiningClasses.keys).union([0xAC00, 0xAC01, 0xD7A3])
    for options in [1, 2, 3, 4, 5].map(StringOptions.init) {
      let folding = TextFolding(options)
      for scalar in scalars.compactMap(Unicode.Scalar.init) {
        let folded = folding.fold(String(scalar))
        XCTAssertLessThanOrEqual(
          folded.utf8.count, UTF8.width(scalar) * FoldingTable.greatestExpansion,
          "U+\(scalar.value)")
      }
    }
  }

  func testFoldingTwiceIsFoldingOnce() {
    let seed = TestRun.seed
    var random = RandomSource(seed: seed)
    for number in 0..<5_000 {
      let folding = TextFolding(StringOptions(rawValue: number % 16))
      let folded = folding.fold(random.unicodeText())
      XCTAssertEqual(Array(folding.fold(folded).utf8), Array(folded.utf8), "seed \(seed)")
    }
  }

  func testBytesThatAreNotTextStay() {
    let folding = TextFolding([.caseInsensitive, .diacriticInsensitive])
    let seed = TestRun.seed
    var random = RandomSource(seed: seed)
    var output: [UInt8] = []
    for _ in 0..<5_000 {
      let bytes = (0..<random.number(below: 12)).map { _ in
        random.pick([0x41, 0xC3, 0x89, 0xFF, 0xE2, 0x84, 0xAA, 0xED, 0xA0, 0x80, 0xF4, 0x90, 0x00])
          as UInt8
      }
      bytes.withUnsafeBufferPointer { folding.fold($0, into: &output) }
      let isText = String(validating: bytes, as: UTF8.self) != nil
      if isText { XCTAssertNotNil(String(validating: output, as: UTF8.self), "seed \(seed)") }
    }
    let invalid: [UInt8] = [0x41, 0xFF, 0xC3, 0x42]
    invalid.withUnsafeBufferPointer { folding.fold($0, into: &output) }
    XCTAssertEqual(output, [0x61, 0xFF, 0xC3, 0x62])
  }

  func testLongNeedlesAreFoundInLinearTime() {
    let seed = TestRun.seed
    var random = RandomSource(seed: seed)
    func contains(_ text: [UInt8], _ needle: [UInt8]) -> Bool {
      text.withUnsafeBufferPointer { text in
        needle.withUnsafeBufferPointer { ByteSearch.contains(text, $0, lowercases: true) }
      }
    }
    for _ in 0..<200 {
      let needle = (0..<257 + random.number(below: 60)).map { _ in random.pick([97, 98] as [UInt8])
      }
      let start = (0..<random.number(below: 400)).map { _ in random.pick([65, 66] as [UInt8]) }
      XCTAssertTrue(contains(start + needle + start, needle), "seed \(seed)")
      XCTAssertFalse(contains(start + needle.dropLast() + [99] + start, needle), "seed \(seed)")
    }
    let letters = [UInt8](repeating: 97, count: 400_000)
    XCTAssertFalse(contains(letters + letters, letters + [98]))
    XCTAssertTrue(contains(letters + letters, letters))
  }

  func testSearchingIsFoldingAndSearching() {
    let seed = TestRun.seed
    var random = RandomSource(seed: seed)
    var buffer: [UInt8] = []
    for number in 0..<20_000 {
      let folding = TextFolding(StringOptions(rawValue: number % 8))
      let text = random.letters(8)
      let needle = Array(folding.fold(random.letters(3)).utf8)
      let folded = Array(folding.fold(text).utf8)
      let expected = [
        needle.isEmpty || folded.indices.contains { folded[$0...].starts(with: needle) },
        folded.starts(with: needle), folded.suffix(needle.count).elementsEqual(needle),
      ]
      let found = Array(text.utf8).withUnsafeBufferPointer { text in
        needle.withUnsafeBufferPointer { needle in
          [
            folding.contains(text, foldedNeedle: needle, buffer: &buffer),
            folding.begins(text, foldedPrefix: needle, buffer: &buffer),
            folding.ends(text, foldedSuffix: needle, buffer: &buffer),
          ]
        }
      }
      XCTAssertEqual(found, expected, "seed \(seed): \(text)")
    }
  }
}

extension RandomSource {
  fileprivate mutating func unicodeText() -> String {
    var text = ""
    for _ in 0..<number(below: 10) {
      let bound = pick([0x80, 0x250, 0x370, 0x2100, 0x11000, 0x1F000, 0x110000])
      guard let scalar = Unicode.Scalar(UInt32(number(below: bound))) else { continue }
      let isOld = scalar.properties.age.map { $0.major <= 14 } ?? false
      // Foundation does not sort the decompositions of these three scalars, although the
      // standard and Python do.
      let isUnsorted = [0xF73, 0xF75, 0xF81].contains(scalar.value)
      if isOld && !isUnsorted { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  fileprivate mutating func letters(_ count: Int) -> String {
    (0..<number(below: count + 1)).map { _ in
      pick(["a", "A", "b", "B", "s", "ß", "é", "É", "e\u{301}", "E", "\u{323}", "ﬀ", "각"])
    }.joined()
  }
}
