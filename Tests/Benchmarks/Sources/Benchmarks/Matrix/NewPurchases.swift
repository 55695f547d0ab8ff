import BenchModel
import Foundation
import GRDB
import ModelRuntime

/// New customers with purchases, four lines each, that have two of the labels which are there: as rows, for the contenders
/// that write rows.
struct NewPurchases {
  /// Rows of one table, which a statement and GRDB can write.
  protocol Record: Encodable, PersistableRecord {
    /// Its columns in the order in which they are bound.
    static var columns: String { get }
    func bind(_ statement: RawStatement, in arena: TextArena)
  }

  struct Customer: Record {
    static let databaseTableName = "ZCUSTOMER"
    static let columns = "Z_PK, Z_ENT, Z_OPT, ZNAME, ZCITY"
    var key: Int64
    var entity = Schema.customerEntity
    var version: Int32 = 1
    var name: String
    var city: String

    enum CodingKeys: String, CodingKey {
      case key = "Z_PK"
      case entity = "Z_ENT"
      case version = "Z_OPT"
      case name = "ZNAME"
      case city = "ZCITY"
    }

    func bind(_ statement: RawStatement, in arena: TextArena) {
      statement.bind(name, at: 4, in: arena)
      statement.bind(city, at: 5, in: arena)
      bindHead(statement, key, entity, version)
    }
  }

  struct Purchase: Record {
    static let databaseTableName = "ZPURCHASE"
    static let columns = "Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZDAY, ZCUSTOMER"
    var key: Int64
    var entity = Schema.purchaseEntity
    var version: Int32 = 1
    var number: Int32
    var day: Double
    var customer: Int64

    enum CodingKeys: String, CodingKey {
      case key = "Z_PK"
      case entity = "Z_ENT"
      case version = "Z_OPT"
      case number = "ZNUMBER"
      case day = "ZDAY"
      case customer = "ZCUSTOMER"
    }

    func bind(_ statement: RawStatement, in arena: TextArena) {
      bindHead(statement, key, entity, version)
      statement.bind(number, at: 4)
      statement.bind(day, at: 5)
      statement.bind(customer, at: 6)
    }
  }

  struct Line: Record {
    static let databaseTableName = "ZPURCHASELINE"
    static let columns =
      "Z_PK, Z_ENT, Z_OPT, ZQUANTITY, ZPURCHASE, Z_FOK_PURCHASE, ZPRICE, ZPRODUCT"
    var key: Int64
    var entity = Schema.lineEntity
    var version: Int32 = 1
    var quantity: Int32
    var purchase: Int64
    var place: Int32
    var price: Double
    var product: String

    enum CodingKeys: String, CodingKey {
      case key = "Z_PK"
      case entity = "Z_ENT"
      case version = "Z_OPT"
      case quantity = "ZQUANTITY"
      case purchase = "ZPURCHASE"
      case place = "Z_FOK_PURCHASE"
      case price = "ZPRICE"
      case product = "ZPRODUCT"
    }

    func bind(_ statement: RawStatement, in arena: TextArena) {
      bindHead(statement, key, entity, version)
      statement.bind(quantity, at: 4)
      statement.bind(purchase, at: 5)
      statement.bind(place, at: 6)
      statement.bind(price, at: 7)
      statement.bind(product, at: 8, in: arena)
    }
  }

  struct Pair: Record {
    static let databaseTableName = Schema.pairs
    static let columns = "\(Schema.pairsLine), \(Schema.pairsLabel)"
    var line: Int64
    var label: Int64

    enum CodingKeys: String, CodingKey {
      case line = "Z_7LINES"
      case label = "Z_4LABELS"
    }

    func bind(_ statement: RawStatement, in arena: TextArena) {
      statement.bind(line, at: 1)
      statement.bind(label, at: 2)
    }
  }

  var customers: [Customer] = []
  var purchases: [Purchase] = []
  var lines: [Line] = []
  var pairs: [Pair] = []

  /// - Parameter rows: The lines that the store has, and as many again.
  init(rows: Int) {
    let size = Size(rows: rows)
    for number in 1...size.customers {
      customers.append(
        Customer(
          key: Int64(size.customers + number), name: Self.name(number), city: Self.city(number)))
    }
    for number in 1...size.purchases {
      let key = Int64(size.purchases + number)
      purchases.append(
        Purchase(
          key: key, number: Int32(number), day: Double(number) * 86_400,
          customer: Int64(size.customers + 1 + number % size.customers)))
      for place in 1...4 { append(size, key, number, place) }
    }
  }

  private mutating func append(_ size: Size, _ purchase: Int64, _ number: Int, _ place: Int) {
    let key = Int64(size.purchases * 4 + number * 4 + place - 4)
    lines.append(
      Line(
        key: key, quantity: Int32(place), purchase: purchase,
        place: Int32(place * 1024), price: Double(number) / 4,
        product: Self.product(number, place)))
    for label in Self.labels(number, place) { pairs.append(Pair(line: key, label: label)) }
  }

  /// The sum that reading all of it comes to.
  var weight: Int { lines.reduce(0) { $0 + Int($1.quantity) } + pairs.count }

  /// The last key of each entity.
  var maxima: [(entity: Int32, key: Int64)] {
    [
      (Schema.customerEntity, customers.last?.key ?? 0),
      (Schema.purchaseEntity, purchases.last?.key ?? 0),
      (Schema.lineEntity, lines.last?.key ?? 0),
    ]
  }

  /// A number to which a store that has them comes, whatever their keys are.
  static let check = """
    SELECT sum(l.ZQUANTITY * p.ZNUMBER + l.Z_FOK_PURCHASE + length(c.ZNAME) + length(b.ZNAME)) \
    FROM ZPURCHASELINE l JOIN ZPURCHASE p ON l.ZPURCHASE = p.Z_PK JOIN ZCUSTOMER c \
    ON p.ZCUSTOMER = c.Z_PK JOIN \(Schema.pairs) x ON x.\(Schema.pairsLine) = l.Z_PK \
    JOIN ZLABEL b ON b.Z_PK = x.\(Schema.pairsLabel)
    """

  /// Makes the same as objects.
  ///
  /// - Returns: What reading all of it comes to.
  static func make(rows: Int, in context: ManagedObjectContext, _ labels: [Label]) -> Int {
    let size = Size(rows: rows)
    let customers = (1...size.customers).map {
      BenchModel.Customer(in: context, name: name($0), city: city($0))
    }
    var weight = 0
    for number in 1...size.purchases {
      let purchase = BenchModel.Purchase(
        in: context, number: Int32(number),
        day: Date(timeIntervalSinceReferenceDate: Double(number) * 86_400),
        customer: customers[number % size.customers])
      for place in 1...4 {
        let line = PurchaseLine(
          in: context, product: product(number, place), quantity: Int32(place),
          price: Double(number) / 4, purchase: purchase)
        for key in Self.labels(number, place) { line.labels.insert(labels[Int(key) - 1]) }
        weight += Int(line.quantity) + line.labels.count
      }
    }
    return weight
  }

  /// How many there are of each, for so many lines.
  private struct Size {
    let purchases: Int
    let customers: Int

    init(rows: Int) {
      purchases = max(rows / 4, 1)
      customers = max(purchases / 10, 1)
    }
  }

  private static func name(_ number: Int) -> String { "Customer with number \(number)" }
  private static func city(_ number: Int) -> String { "City of \(number % 97)" }
  private static func product(_ number: Int, _ place: Int) -> String {
    "Product \(place) of the number \(number % 1_000)"
  }
  private static func labels(_ number: Int, _ place: Int) -> [Int64] {
    [Int64((number + place) % 50 + 1), Int64((number + place + 7) % 50 + 1)]
  }
}

extension NewPurchases.Record {
  static var insert: String {
    let places = columns.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(databaseTableName) (\(columns)) VALUES (\(places))"
  }

  fileprivate func bindHead(
    _ statement: RawStatement, _ key: Int64, _ entity: Int32, _ version: Int32
  ) {
    statement.bind(key, at: 1)
    statement.bind(entity, at: 2)
    statement.bind(version, at: 3)
  }
}
