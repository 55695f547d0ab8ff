/// Returns the indexes of a longest increasing subsequence of the numbers.
///
/// - Complexity: O(*n* log *n*), where *n* is the length of the array.
func longestRun(of numbers: [Int]) -> [Int] {
  // ends[l] is the index of the smallest number in which a run of l + 1 numbers can
  // end.
  var ends: [Int] = []
  var previous = Array(repeating: -1, count: numbers.count)
  for (place, number) in numbers.enumerated() {
    let length = ends.prefixCount { numbers[$0] < number }
    if length > 0 { previous[place] = ends[length - 1] }
    if length == ends.count { ends.append(place) } else { ends[length] = place }
  }
  var run: [Int] = []
  var place = ends.last ?? -1
  while place >= 0 {
    run.append(place)
    place = previous[place]
  }
  return run.reversed()
}

extension [Int] {
  /// Returns the number of elements that satisfy a condition, which must come before
  /// all elements that do not satisfy it.
  ///
  /// - Complexity: O(log *n*), where *n* is the length of the array.
  func prefixCount(where condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
