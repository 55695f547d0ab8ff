import Foundation
import ModelRuntime
import TextModel

/// What a search for words takes to give its best twenty texts, beside the
/// statement that a program would write for FTS5 by hand.
///
/// The words are as unevenly frequent as those of a language: the n-th is used
/// 1/n times as often as the first.
struct WordsCommand {
  private let count: Int
  private let rounds: Int
  private let files: StoreFiles

  /// The words looked for, and how many texts have them, of a million.
  private static let searches = [
    "\"w9000\"", "w9000", "w2000", "w500", "w100", "w20", "w20 w100", "w199*", "\"w20 w30\"",
    "w100 -w20", "title:w100",
  ]

  init(_ options: Options) throws {
    count = options.size ?? 1_000_000
    rounds = options.rounds
    files = try StoreFiles(in: options.folder)
  }

  func run() throws {
    defer { files.remove() }
    let url = URL(filePath: files.filledPath)
    let container = try PersistentContainer(.text, configuration: StoreConfiguration(url: url))
    let context = try container.makeContext()
    var frequencies = Frequencies(words: 20_000)
    let filling = try Stopwatch.milliseconds {
      try context.batchInsert(0..<count, into: Article.self) { article, _ in
        article.title = frequencies.text(3)
        article.body = frequencies.text(8)
      }
    }
    print(
      """
      The best 20 of \(count) texts. Milliseconds, medians of \(rounds) rounds. Load \(Machine.load).
      \(count) texts written and indexed in \(Int(filling)) ms.

      """)
    for words in Self.searches { try search(words, context) }
  }

  private func search(_ words: String, _ context: ManagedObjectContext) throws {
    let request = Article.where { $0.words.matches(words) }.sorted { [$0.words.rank] }.limit(20)
    let found = try context.count(Article.where { $0.words.matches(words) })
    var times: [Double] = []
    for _ in 0...rounds {
      times.append(
        try Stopwatch.milliseconds {
          guard try context.fetch(request).count == min(found, 20) else {
            throw BenchError("'\(words)': not as many texts as there are")
          }
        })
    }
    let snippet = try Stopwatch.milliseconds {
      for article in try context.fetch(request) { _ = try article.snippet("body", matching: words) }
    }
    print(
      words.padding(toLength: 16, withPad: " ", startingAt: 0)
        + String(
          format: "%8d found   first 20 %8.2f   with snippets %8.2f", found,
          Array(times.dropFirst()).median, snippet))
  }
}

/// Texts of words of which the n-th is used 1/n times as often as the first.
private struct Frequencies {
  private let sums: [Double]
  private var state: UInt64 = 17

  init(words: Int) {
    var sum = 0.0
    sums = (0..<words).map {
      sum += 1 / Double($0 + 5)
      return sum
    }
  }

  mutating func text(_ count: Int) -> String {
    (0..<count).map { _ in "w\(word())" }.joined(separator: " ")
  }

  private mutating func word() -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let wanted = Double(state >> 11) / Double(1 << 53) * (sums.last ?? 0)
    var range = 0..<sums.count
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = sums[middle - 1] > wanted ? range.lowerBound..<middle : middle..<range.upperBound
    }
    return range.lowerBound
  }
}
