/// Reads XML that was written by Xcode and Core Data: data models, property
/// lists, and stores.
///
/// The reader supports only UTF-8, with or without a byte order mark. It checks
/// that the document is well-formed, and resolves the five entities that XML
/// itself defines. A document type is skipped, including its declarations.
///
/// The open elements are kept in a list, instead of in nested calls, so that no
/// input can exhaust the stack.
package struct XMLReader {
  /// The maximum depth of nested elements.
  package static let depthLimit = 256

  let bytes: [UInt8]
  var position = 0
  /// The elements whose end tags have not been read, the outermost first.
  private var open: [XMLElementNode] = []
  /// The text that has been read since the last tag.
  private var pendingText: [UInt8] = []
  private var root: XMLElementNode?

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Creates a reader for a part of a document, for the tag at an offset.
  init(part bytes: [UInt8], at offset: Int) {
    self.bytes = bytes
    position = offset
  }

  /// Reads a document.
  ///
  /// - Throws: `XMLError` if the bytes are not UTF-8 or the document is not
  ///   well-formed.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func read(_ bytes: [UInt8]) throws(XMLError) -> XMLElementNode {
    var reader = XMLReader(bytes)
    try reader.checkEncoding()
    return try reader.document()
  }

  // MARK: The document

  private mutating func document() throws(XMLError) -> XMLElementNode {
    if starts(with: "<?xml"), let next = peek(5), next.isSpace { try declaration() }
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<") {
        try markup()
      } else {
        try text()
      }
    }
    if let last = open.last { throw error(.unclosed(last.name), at: last.offset) }
    guard let root else { throw error(.noElement) }
    return root
  }

  private mutating func markup() throws(XMLError) {
    if starts(with: "<!--") {
      try skip(past: "-->", opening: 4, what: "'-->'")
    } else if starts(with: "<![CDATA[") {
      try characterData()
    } else if starts(with: "<?") {
      try skip(past: "?>", opening: 2, what: "'?>'")
    } else if starts(with: "<!DOCTYPE"), open.isEmpty, root == nil {
      try skipDocumentType()
    } else if starts(with: "</") {
      try endTag()
    } else {
      try startTag()
    }
  }

  private mutating func characterData() throws(XMLError) {
    guard !open.isEmpty else { throw outside() }
    let start = position + 9
    try skip(past: "]]>", opening: 9, what: "']]>'")
    appendText(bytes[start..<(position - 3)])
  }

  /// Reads text up to the next tag.
  private mutating func text() throws(XMLError) {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
      if bytes[position] == UInt8(ascii: "&") {
        guard !open.isEmpty else { throw outside() }
        pendingText += Array(String(try reference()).utf8)
      } else {
        let first = position
        while position < bytes.count, !bytes[position].endsText { position += 1 }
        if !open.isEmpty { appendText(bytes[first..<position]) }
      }
    }
    guard open.isEmpty, let wrong = bytes[start..<position].firstIndex(where: { !$0.isSpace })
    else { return }
    throw error(root == nil ? .noElement : .trailingContent, at: wrong)
  }

  private func outside() -> XMLError {
    error(root == nil ? .noElement : .trailingContent)
  }

  /// Appends text, and replaces every line ending with a line feed.
  private mutating func appendText(_ text: ArraySlice<UInt8>) {
    guard text.contains(UInt8(ascii: "\r")) else {
      pendingText += text
      return
    }
    for index in text.indices {
      guard text[index] == UInt8(ascii: "\r") else {
        pendingText.append(text[index])
        continue
      }
      let next = index + 1
      let isPair = next < text.endIndex && text[next] == UInt8(ascii: "\n")
      if !isPair { pendingText.append(UInt8(ascii: "\n")) }
    }
  }

  // MARK: Tags

  private mutating func startTag() throws(XMLError) {
    position += 1
    let offset = position
    let name = try name("the name of an element")
    guard root == nil else { throw error(.trailingContent, at: offset - 1) }
    guard open.count < Self.depthLimit else {
      throw error(.nestedTooDeep(limit: Self.depthLimit), at: offset - 1)
    }
    // The pending text belongs to the parent, so it is flushed before the element is
    // opened.
    flushText()
    var element = XMLElementNode(name, offset: offset)
    element.attributes = try attributes()
    open.append(element)
    if starts(with: "/>") {
      position += 2
      close()
    } else if peek(0) == UInt8(ascii: ">") {
      position += 1
    } else {
      throw error(.expected("'>'"))
    }
  }

  private mutating func endTag() throws(XMLError) {
    let start = position
    position += 2
    let name = try name("the name of an element")
    skipSpace()
    guard peek(0) == UInt8(ascii: ">") else { throw error(.expected("'>'")) }
    position += 1
    guard let last = open.last else { throw error(.expected("'<\(name)>'"), at: start) }
    guard last.name == name else {
      throw error(.mismatch(found: name, open: last.name), at: start)
    }
    flushText()
    close()
  }

  /// Closes the innermost open element.
  private mutating func close() {
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].append(element)
    }
  }

  private mutating func flushText() {
    guard !pendingText.isEmpty else { return }
    if !open.isEmpty {
      open[open.count - 1].content.append(.text(String(decoding: pendingText, as: UTF8.self)))
    }
    pendingText.removeAll(keepingCapacity: true)
  }
}
