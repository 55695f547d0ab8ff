/// A row of the tables.
enum Cell: String, CaseIterable {
  case makeBanks = "make-banks"
  case saveBanks = "save-banks"
  case makeOrders = "make-orders"
  case saveOrders = "save-orders"
  case fetchBanks = "fetch-banks"
  case fetchOrders = "fetch-orders"
  case snapshotBanks = "snapshot-banks"
  case snapshotOrders = "snapshot-orders"
  case findByCert = "find-cert"
  case findByKey = "find-key"
  case readDetails = "to-one"
  case walkPurchases = "walk"
  case update
  case delete
  case refetchBanks = "refetch-banks"
  case findHeld = "find-held"

  /// What is done, in words.
  var title: String {
    switch self {
    case .makeBanks: "make banks with details, no save"
    case .saveBanks: "save new banks with details (2 rows each)"
    case .makeOrders: "make orders, no save"
    case .saveOrders: "save new orders (14 columns)"
    case .fetchBanks: "fetch banks, read all (7 columns), cold"
    case .fetchOrders: "fetch orders, read all (14 columns), cold"
    case .snapshotBanks: "banks as value snapshots"
    case .snapshotOrders: "orders as value snapshots"
    case .findByCert: "one bank by unique key, cold"
    case .findByKey: "one bank by primary key, cold"
    case .readDetails: "to-one of fetched banks"
    case .walkPurchases: "walk purchases, customers, lines and labels"
    case .update: "change one attribute of each, save"
    case .delete: "delete with cascade (2 rows each)"
    case .refetchBanks: "fetch banks again, all held"
    case .findHeld: "one bank by primary key, held"
    }
  }

  /// Whether an object graph may rightly do less than hand-written code, so that the row stands
  /// apart from the others.
  var isObjectGraphOnly: Bool {
    self == .refetchBanks || self == .findHeld
  }

  /// Whether the store is changed: each round then gets a store of its own, checked afterwards.
  var writes: Bool {
    switch self {
    case .saveBanks, .saveOrders, .update, .delete: true
    default: false
    }
  }

  /// Whether the store is empty at first.
  var startsEmpty: Bool {
    switch self {
    case .makeBanks, .saveBanks, .makeOrders, .saveOrders: true
    default: false
    }
  }

  /// How many rows, or operations, one repetition has.
  func rows(in workload: Workload) -> Int {
    switch self {
    case .findByCert, .findByKey, .findHeld, .readDetails, .delete: workload.some
    default: workload.all
    }
  }

  /// Does what is not timed, and returns the rest; for a contender that takes part.
  ///
  /// - Throws: ``BenchError`` for one that does not.
  func prepared(_ contender: any Contender, _ work: Workload, repetition: Int) throws -> Body {
    guard let body = try prepare(contender, work, repetition: repetition) else {
      throw BenchError("\(type(of: contender)) takes no part in \(rawValue)")
    }
    return body
  }

  /// Does what is not timed, and returns the rest.
  ///
  /// - Returns: nil where the contender does not take part.
  func prepare(_ contender: any Contender, _ work: Workload, repetition: Int) throws -> Body? {
    switch self {
    case .makeBanks: try contender.makeBanks(work.banks(repetition))
    case .saveBanks: try contender.saveBanks(work.banks(repetition))
    case .makeOrders: try contender.makeOrders(work.orders(repetition))
    case .saveOrders: try contender.saveOrders(work.orders(repetition))
    case .fetchBanks: try contender.fetchBanks()
    case .fetchOrders: try contender.fetchOrders()
    case .snapshotBanks: try contender.snapshotBanks()
    case .snapshotOrders: try contender.snapshotOrders()
    case .findByCert: try contender.findBanks(certs: work.certs)
    case .findByKey: try contender.findBanks(keys: work.keys)
    case .readDetails: try contender.readDetails(limit: work.some)
    case .walkPurchases: try contender.walkPurchases()
    case .update: try contender.renameCities(repetition: repetition)
    case .delete: try contender.deleteBanks(keys: work.keysToDelete(repetition))
    case .refetchBanks: try contender.refetchBanks()
    case .findHeld: try contender.findHeldBanks(keys: work.keys)
    }
  }
}
