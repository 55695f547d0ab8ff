/// An element of an XML document, with its attributes and its content.
///
/// Comments and processing instructions are left out, since they have no meaning in
/// data models and property lists.
package struct XMLElementNode: Sendable, Hashable {
  package struct Attribute: Sendable, Hashable {
    package var name: String
    /// The attribute's value, with references resolved.
    package var value: String
    /// The offset of the value's first byte in the document.
    package var offset: Int

    package init(_ name: String, _ value: String, offset: Int = 0) {
      self.name = name
      self.value = value
      self.offset = offset
    }
  }

  /// A part of the content between an element's tags.
  package enum Content: Sendable, Hashable {
    case element(XMLElementNode)
    case text(String)
  }

  package var name: String
  /// The element's attributes, in the order in which they are written.
  package var attributes: [Attribute]
  /// The content between the element's tags, in order.
  package var content: [Content]
  /// The offset in the document of the first byte of the element's name.
  package var offset: Int

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
  /// The value of the attribute with the given name; nil if there is none.
  package subscript(name: String) -> String? { attribute(name)?.value }

  /// Returns the attribute with the given name; nil if there is none.
  package func attribute(_ name: String) -> Attribute? {
    attributes.first { $0.name == name }
  }

  /// The elements directly inside the element, in order.
  package var children: [XMLElementNode] {
    content.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// Returns the elements with the given name directly inside the element, in
  /// order.
  package func children(_ name: String) -> [XMLElementNode] {
    children.filter { $0.name == name }
  }

  /// The text directly inside the element, without the text of inner elements.
  package var text: String {
    content.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined()
  }

  package mutating func append(_ element: XMLElementNode) {
    content.append(.element(element))
  }
}
