/// The words of names: every part that says or writes a name in another way divides it so.
package enum NameWords {
  /// The words of a name, as they are written in it: at capitals and at whatever is
  /// neither letter nor number. `homeURL` is `home` and `URL`, `URLCache` `URL` and
  /// `Cache`, `place.zip_code` `place`, `zip` and `code`.
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
      // The last of several capitals begins a word where small letters follow, but `IDs` and
      // `URLs` are one word.
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
