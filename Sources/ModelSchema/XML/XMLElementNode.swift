/// An element of an XML document: what its tags say, and what stands between
/// them.
///
/// Comments and processing instructions are left out: neither data models nor
/// property lists mean anything by them.
package struct XMLElementNode: Sendable, Hashable {
  /// An attribute of an element.
  package struct Attribute: Sendable, Hashable {
    /// Its name.
    package var name: String
    /// Its value, with references resolved.
    package var value: String
    /// Offset in the document of the first byte of its value.
    package var offset: Int

    /// Makes an attribute.
    package init(_ name: String, _ value: String, offset: Int = 0) {
      self.name = name
      self.value = value
      self.offset = offset
    }
  }

  /// A piece of what stands between the tags of an element.
  package enum Content: Sendable, Hashable {
    case element(XMLElementNode)
    case text(String)
  }

  /// Its name.
  package var name: String
  /// Its attributes, in the order in which they are written.
  package var attributes: [Attribute]
  /// The contents between its tags, in order.
  package var content: [Content]
  /// Offset in the document of the first byte of its name.
  package var offset: Int

  /// Makes an element.
  package init(
    _ name: String, attributes: [Attribute] = [], content: [Content] = [], offset: Int = 0
  ) {
    self.name = name
    self.attributes = attributes
    self.content = content
    self.offset = offset
  }
}

extension XMLElementNode {
  /// The value of the attribute of a name, or nil.
  package subscript(name: String) -> String? { attribute(name)?.value }

  /// The attribute of a name, or nil.
  package func attribute(_ name: String) -> Attribute? {
    attributes.first { $0.name == name }
  }

  /// The elements in it, in order.
  package var children: [XMLElementNode] {
    content.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// The elements of a name in it, in order.
  package func children(_ name: String) -> [XMLElementNode] {
    children.filter { $0.name == name }
  }

  /// The text in it, that of inner elements left out.
  package var text: String {
    content.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined()
  }

  /// Adds an element to what stands in it.
  package mutating func append(_ element: XMLElementNode) {
    content.append(.element(element))
  }
}
