import XCTest

@testable import ModelSchema

/// The hash functions, compared with Python's `hashlib` for messages of every length up to
/// 300 bytes.
final class HashFunctionTests: XCTestCase {
  func testEveryLengthOfAMessageHasItsHash() {
    let rows: [(name: String, hash: ([UInt8]) -> [UInt8], expected: String)] = [
      (
        "SHA-256", { SHA256.hash($0) },
        "35c6b5439515e743ab02715b54e01009ca52b6e596d342fd26c560cf4719bffd"
      ),
      (
        "SHA-512", { SHA512.hash($0) },
        "75bba4010db7003b335d34da60e51b5e713bca518f87620c09a4df7e4cb273c8"
          + "3a70d86c1a916e88c3dd8d757e667282e301011f8e77a65faf469fd9594301c1"
      ),
    ]
    for row in rows {
      let hashes = (0..<300).flatMap { count in
        row.hash((0..<count).map { UInt8($0 * 7 % 251) })
      }
      let digits = row.hash(hashes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      XCTAssertEqual(digits.joined(), row.expected, row.name)
    }
  }
}
