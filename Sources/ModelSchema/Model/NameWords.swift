/// Divides names into words, in the same way for all code that displays names
/// or changes their spelling.
package enum NameWords {
  /// Returns the words of a name with unchanged spelling. The name is divided
  /// at capitals and at characters that are neither letters nor numbers.
  /// `homeURL` is divided into `home` and `URL`, `URLCache` into `URL` and
  /// `Cache`, `place.zip_code` into `place`, `zip` and `code`.
  package static func words(of name: some StringProtocol) -> [String] {
    var words: [String] = []
    var current = ""
    let characters = Array(name)
    for (place, character) in characters.enumerated() {
      guard character.isLetter || character.isNumber else {
        if !current.isEmpty { words.append(current) }
        current = ""
        continue
      }
      let next = place + 1 < characters.count ? characters[place + 1] : " "
      // The last of several capitals begins a word if lower-case letters
      // follow, but `IDs` and `URLs` are one word each.
      let isPlural = next == "s" && place + 2 == characters.count
      let begins =
        character.isUppercase && !current.isEmpty
        && (current.last?.isUppercase == false || next.isLowercase && !isPlural)
      if begins {
        words.append(current)
        current = ""
      }
      current.append(character)
    }
    if !current.isEmpty { words.append(current) }
    return words
  }
}
