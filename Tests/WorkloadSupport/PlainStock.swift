package import Foundation

/// What a stock holds, as plain values: what a store is compared with.
package struct PlainStock: Equatable {
  /// A volume, most of whose values are those of its content.
  package struct Volume: Equatable {
    package let code: Int64
    package var content: UInt8
    package var weight: Int32 = 0
    /// The number of maps; nil for a volume that is no atlas.
    package var maps: Int32?
    package var tags: [String] = []

    package init(code: Int64, content: UInt8, maps: Int32? = nil) {
      self.code = code
      self.content = content
      self.maps = maps
    }
  }

  /// A shelf with its volumes in their order.
  package struct Shelf: Equatable {
    package let number: Int32
    package var volumes: [Volume] = []
  }

  package var shelves: [Shelf]
  /// The number of saves of each clerk.
  package var saves: [Int32: Int32]

  /// Shelves with so many volumes each, and clerks who have saved nothing.
  package init(shelves: Int = 2, volumes: Int = 4, clerks: Int = 1) {
    self.shelves = (0..<shelves).map { shelf in
      Shelf(
        number: Int32(shelf),
        volumes: (0..<volumes).map { place in
          let number = shelf * volumes + place
          return Volume(
            code: Int64(number), content: UInt8(10 + number % 200),
            maps: place % 3 == 2 ? Int32(number) : nil)
        })
    }
    saves = Dictionary(uniqueKeysWithValues: (0..<clerks).map { (Int32($0), 0) })
  }

  init(shelves: [Shelf], saves: [Int32: Int32]) {
    self.shelves = shelves
    self.saves = saves
  }

  var volumes: [Volume] { shelves.flatMap(\.volumes) }

  /// Every value as text, the same for equal stocks.
  package var text: String {
    var lines = saves.sorted { $0.key < $1.key }.map { "clerk \($0): \($1) saves" }
    for shelf in shelves.sorted(by: { $0.number < $1.number }) {
      lines.append("shelf \(shelf.number)")
      for volume in shelf.volumes {
        lines.append(
          """
            volume \(volume.code) of \(volume.content), weight \(volume.weight), \
          \(volume.maps.map { "\($0) maps, " } ?? "")tags \(volume.tags)
          """)
      }
    }
    return lines.joined(separator: "\n")
  }
}

/// The values that the content of a volume stands for.
package enum StockContent {
  package static func title(_ content: UInt8) -> String { "Vólume \(content)" }

  package static func folded(_ content: UInt8) -> String { "volume \(content)" }

  package static func note(_ content: UInt8) -> String { "w\(content)" }

  /// Most scans are in files of their own, some in the row, and some volumes have none.
  package static func scan(_ content: UInt8) -> Data? {
    switch content % 10 {
    case 0: nil
    case 5: Data(repeating: content, count: 100)
    default: Data(repeating: content, count: 3000 + Int(content))
    }
  }

  /// The threshold that scans are made for.
  package static let threshold = 1000
}
