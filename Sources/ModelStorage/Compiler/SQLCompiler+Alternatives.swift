// Long chains of OR. SQLite needs time proportional to the square of the length
// of a chain, so a chain that compares one value with many constants becomes a
// list.

extension SQLCompiler {
  /// The minimum length of a chain that becomes a list.
  private static let shortestGatheredChain = 32

  /// Returns the alternatives of a chain, with `a == 1 OR a == 2 OR ...` as one
  /// test whether `a` is in a list.
  mutating func alternatives(_ parts: [ObjectPredicate]) throws -> [SQLFragment] {
    var fragments: [SQLFragment] = []
    var rest = parts
    if parts.count >= Self.shortestGatheredChain {
      let gathered = gathered(parts)
      for chain in gathered.chains { fragments.append(try condition(chain)) }
      rest = gathered.rest
    }
    for part in rest { fragments.append(try condition(part)) }
    return fragments
  }

  /// Comparisons of one value with several constants, given by the constants' numbers.
  private struct Chain {
    let comparison: ObjectPredicate.Comparison
    var numbers: [Int]
  }

  private func gathered(
    _ parts: [ObjectPredicate]
  ) -> (chains: [Chain], rest: [ObjectPredicate]) {
    var chains: [Chain] = []
    var indexes: [ObjectPredicate.Comparison: Int] = [:]
    var rest: [ObjectPredicate] = []
    for part in parts {
      guard case .comparison(var comparison) = part, comparison.quantifier == .direct,
        comparison.operator == .equal, case .variable(let name) = comparison.right,
        let number = Parameterization.number(name), !constants[number].isList,
        // A value that is compared with nil may not be comparable with a list,
        // since it can itself be a composite or a list.
        constants[number] != .null
      else {
        rest.append(part)
        continue
      }
      // Once their constants are removed, all comparisons of the same value are
      // equal.
      comparison.right = .aggregate([])
      if let index = indexes[comparison] {
        chains[index].numbers.append(number)
      } else {
        indexes[comparison] = chains.count
        chains.append(Chain(comparison: comparison, numbers: [number]))
      }
    }
    return (chains, rest)
  }

  private mutating func condition(_ chain: Chain) throws -> SQLFragment {
    let value = try value(chain.comparison.left)
    let elements = chain.numbers.map { constant(constants[$0], .constant($0)) }
    return ListMembership(
      value: value, elements: elements, comparator: Comparator(chain.comparison)
    ).condition()
  }
}

extension ConstantValue {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}
