/// New banks and their details as plain structs, linked by keys in both directions.
struct PlainBanks {
  var banks: [Bank] = []
  var details: [BankDetails] = []

  init(_ seeds: ArraySlice<BankSeed>, firstBank: Int64, firstDetails: Int64) {
    banks.reserveCapacity(seeds.count)
    details.reserveCapacity(seeds.count)
    var (bank, detail) = (firstBank, firstDetails)
    for seed in seeds {
      banks.append(Bank(seed, key: bank, detailsKey: detail))
      details.append(BankDetails(seed, key: detail, infoKey: bank))
      bank += 1
      detail += 1
    }
  }

  var checksum: Checksum {
    var checksum = Checksum()
    for bank in banks { checksum.add(bank) }
    for details in details { checksum.add(details) }
    return checksum
  }
}

/// New orders as plain structs.
struct PlainOrders {
  var orders: [Order] = []

  init(_ seeds: ArraySlice<OrderSeed>, first: Int64) {
    orders.reserveCapacity(seeds.count)
    var key = first
    for seed in seeds {
      orders.append(Order(seed, key: key))
      key += 1
    }
  }

  var checksum: Checksum {
    var checksum = Checksum()
    for order in orders { checksum.add(order) }
    return checksum
  }
}
