import CPQ
import Foundation

/// libpq by hand.
final class Raw {
  let handle: OpaquePointer

  init(_ address: String, schema: String) {
    handle = PQconnectdb(address)!
    precondition(PQstatus(handle) == CONNECTION_OK, String(cString: PQerrorMessage(handle)))
    run("SET search_path TO \"\(schema)\"")
  }

  deinit { PQfinish(handle) }

  func run(_ sql: String) {
    let result = PQexec(handle, sql)
    precondition(
      [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)),
      String(cString: PQerrorMessage(handle)))
    PQclear(result)
  }

  /// A bank as somebody would declare it.
  struct Bank {
    var id: Int64
    var name: String
    var city: String
    var state: String
    var cert: Int32
    var acquirer: String?
    var closeDate: Double
  }

  private static let columns = "id, name, city, state, cert, acquirer, close_date"

  /// Fetches all banks, row by row or as one result, and reads everything.
  func fetch(rowByRow: Bool) -> [Bank] {
    var banks: [Bank] = []
    PQsendQueryParams(
      handle, "SELECT \(Self.columns) FROM bank ORDER BY id", 0, nil, nil, nil, nil, 1)
    if rowByRow { PQsetSingleRowMode(handle) }
    while let result = PQgetResult(handle) {
      for row in 0..<PQntuples(result) { banks.append(bank(result, row)) }
      PQclear(result)
    }
    return banks
  }

  private func bank(_ result: OpaquePointer, _ row: Int32) -> Bank {
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(
        start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    }
    func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
    func long(_ column: Int32) -> Int64 {
      Int64(bigEndian: bytes(column).loadUnaligned(as: Int64.self))
    }
    return Bank(
      id: long(0), name: text(1), city: text(2), state: text(3),
      cert: Int32(bigEndian: bytes(4).loadUnaligned(as: Int32.self)),
      acquirer: PQgetisnull(result, row, 5) == 1 ? nil : text(5),
      closeDate: Double(long(6)) / 1_000_000)
  }

  /// Inserts banks, a thousand at a time, as arrays.
  func insert(_ banks: [Bank]) {
    run("BEGIN")
    for start in stride(from: 0, to: banks.count, by: 1000) {
      let part = banks[start..<min(start + 1000, banks.count)]
      let parameters: [(type: UInt32, bytes: [UInt8])] = [
        array(1016, 20, part) { $0.append(big: $1.id) },
        array(1009, 25, part) { $0 += $1.name.utf8 },
        array(1009, 25, part) { $0 += $1.city.utf8 },
        array(1009, 25, part) { $0 += $1.state.utf8 },
        array(1007, 23, part) { $0.append(big: $1.cert) },
        array(1009, 25, part) { $0 += ($1.acquirer ?? "").utf8 },
        array(1185, 1184, part) { $0.append(big: Int64($1.closeDate * 1_000_000)) },
      ]
      let lengths = parameters.map { Int32($0.bytes.count) }
      let formats = [Int32](repeating: 1, count: parameters.count)
      let all = parameters.flatMap(\.bytes)
      all.withUnsafeBytes { buffer in
        var offset = 0
        let values = parameters.map { parameter -> UnsafePointer<CChar>? in
          defer { offset += parameter.bytes.count }
          return (buffer.baseAddress! + offset).assumingMemoryBound(to: CChar.self)
        }
        let result = PQexecParams(
          handle,
          "INSERT INTO bank (\(Self.columns)) SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7)",
          Int32(parameters.count), parameters.map(\.type), values, lengths, formats, 1)
        precondition(
          PQresultStatus(result) == PGRES_COMMAND_OK, String(cString: PQerrorMessage(handle)))
        PQclear(result)
      }
    }
    run("COMMIT")
  }

  private func array(
    _ type: UInt32, _ element: UInt32, _ banks: ArraySlice<Bank>,
    _ append: (inout [UInt8], Bank) -> Void
  ) -> (type: UInt32, bytes: [UInt8]) {
    var bytes: [UInt8] = []
    for number in [1, 0, Int32(element), Int32(banks.count), 1] { bytes.append(big: number) }
    for bank in banks {
      let start = bytes.count
      bytes.append(big: Int32(0))
      append(&bytes, bank)
      let length = Int32(bytes.count - start - 4).bigEndian
      withUnsafeBytes(of: length) { for index in 0..<4 { bytes[start + index] = $0[index] } }
    }
    return (type, bytes)
  }
}

extension [UInt8] {
  mutating func append(big number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}
