/// A node of a `RankedTree`.
class RankedNode {
  fileprivate(set) final var left: RankedNode?
  fileprivate(set) final var right: RankedNode?
  fileprivate(set) unowned final var parent: RankedNode?
  fileprivate final var priority: UInt64 = 0
  /// The number of nodes in the subtree whose root is this node.
  fileprivate(set) final var count = 1
  /// The weight of the node itself.
  fileprivate(set) final var weight: Int
  /// The sum of the weights of all nodes in the subtree whose root is this
  /// node.
  fileprivate(set) final var total: Int

  init(weight: Int) {
    self.weight = weight
    total = weight
  }

  /// The node that follows this one in the order of its tree.
  final var next: RankedNode? {
    if var node = right {
      while let left = node.left { node = left }
      return node
    }
    var node = self
    while let parent = node.parent {
      if parent.left === node { return parent }
      node = parent
    }
    return nil
  }

  fileprivate final func update() {
    count = 1 + (left?.count ?? 0) + (right?.count ?? 0)
    total = weight + (left?.total ?? 0) + (right?.total ?? 0)
  }
}

/// An ordered sequence of nodes that can find the position of each node.
///
/// The tree is a treap: a search tree by the order of its nodes and a heap by random
/// priorities, which keep its depth close to the logarithm of its size. The tree itself
/// never compares nodes: the caller of an insertion determines the position.
struct RankedTree {
  private(set) var root: RankedNode?
  private var seed: UInt64 = 0

  init() {}

  /// Creates a tree from nodes in order.
  ///
  /// - Complexity: O(*n*), where *n* is the number of nodes.
  init<Node: RankedNode>(_ nodes: [Node]) {
    // The right edge of the tree so far, from the root down: the nodes that can still
    // get a right child.
    var spine: [RankedNode] = []
    for node in nodes {
      node.priority = nextPriority()
      var below: RankedNode?
      while let top = spine.last, top.priority < node.priority {
        top.update()
        below = spine.removeLast()
      }
      node.left = below
      below?.parent = node
      if let top = spine.last {
        top.right = node
        node.parent = top
      }
      spine.append(node)
    }
    while let top = spine.popLast() {
      top.update()
      root = top
    }
  }

  var count: Int { root?.count ?? 0 }

  /// Returns the next priority according to SplitMix64, which makes the shape of a tree
  /// reproducible.
  private mutating func nextPriority() -> UInt64 {
    seed &+= 0x9E37_79B9_7F4A_7C15
    var word = seed
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

// MARK: - Positions

extension RankedTree {
  /// Returns the node at the given index; nil if the index is out of range.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of nodes.
  func node(at place: Int) -> RankedNode? {
    guard (0..<count).contains(place), var node = root else { return nil }
    var place = place
    while true {
      let before = node.left?.count ?? 0
      if place == before { return node }
      let isLeft = place < before
      if !isLeft { place -= before + 1 }
      guard let next = isLeft ? node.left : node.right else { return node }
      node = next
    }
  }

  /// Returns the number of nodes before a node, and their weight.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of nodes.
  func rank(of node: RankedNode) -> (place: Int, weight: Int) {
    var place = node.left?.count ?? 0
    var weight = node.left?.total ?? 0
    var node = node
    while let parent = node.parent {
      if parent.right === node {
        place += 1 + (parent.left?.count ?? 0)
        weight += parent.weight + (parent.left?.total ?? 0)
      }
      node = parent
    }
    return (place, weight)
  }
}

// MARK: - Changes

extension RankedTree {
  /// Inserts a node at the position that comparisons determine.
  ///
  /// - Parameter precedes: A closure that returns true if the new node precedes
  ///   the given node.
  /// - Complexity: O(log *n*) comparisons, where *n* is the number of nodes.
  mutating func insert(
    _ node: RankedNode, precedes: (RankedNode) throws -> Bool
  ) rethrows {
    guard var place = root else {
      node.priority = nextPriority()
      root = node
      return
    }
    var isLeft = try precedes(place)
    while let next = isLeft ? place.left : place.right {
      place = next
      isLeft = try precedes(place)
    }
    node.priority = nextPriority()
    node.parent = place
    if isLeft { place.left = node } else { place.right = node }
    add(1, node.weight, from: place)
    // Rotations keep the order of the nodes and restore the heap.
    while let parent = node.parent, parent.priority < node.priority { lift(node, over: parent) }
    if node.parent == nil { root = node }
  }

  /// Removes a node from the tree.
  mutating func remove(_ node: RankedNode) {
    let rest = merged(node.left, node.right)
    let parent = node.parent
    rest?.parent = parent
    if let parent {
      if parent.left === node { parent.left = rest } else { parent.right = rest }
      add(-1, -node.weight, from: parent)
    } else {
      root = rest
    }
    node.left = nil
    node.right = nil
    node.parent = nil
    node.update()
  }

  /// Changes the weight of a node, and the totals of the nodes above it.
  func reweigh(_ node: RankedNode, by change: Int) {
    node.weight += change
    add(0, change, from: node)
  }

  private func add(_ count: Int, _ weight: Int, from node: RankedNode) {
    var next: RankedNode? = node
    while let node = next {
      node.count += count
      node.total += weight
      next = node.parent
    }
  }

  /// Rotates a node above its parent.
  private func lift(_ node: RankedNode, over parent: RankedNode) {
    let above = parent.parent
    if parent.left === node {
      parent.left = node.right
      node.right?.parent = parent
      node.right = parent
    } else {
      parent.right = node.left
      node.left?.parent = parent
      node.left = parent
    }
    parent.parent = node
    node.parent = above
    if above?.left === parent { above?.left = node } else { above?.right = node }
    parent.update()
    node.update()
  }

  /// Returns the root of a tree that joins two trees, the first of which
  /// precedes the second.
  private func merged(_ first: RankedNode?, _ second: RankedNode?) -> RankedNode? {
    guard let first else { return second }
    guard let second else { return first }
    if first.priority > second.priority {
      let right = merged(first.right, second)
      first.right = right
      right?.parent = first
      first.update()
      return first
    }
    let left = merged(first, second.left)
    second.left = left
    left?.parent = second
    second.update()
    return second
  }
}
