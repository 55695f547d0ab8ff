/// Writes a model as text, which must then be formatted.
struct ModelPrinter {
  let model: ManagedObjectModel
  /// The errors that the header allows.
  let allowed: [DiagnosticName]
  /// The reader of printed expressions.
  let reader: Lazy
  private var lines: [String] = []
  /// The declarations in order, each with the index of its first line.
  private var starts: [(key: String, line: Int)] = []
  private var level = 0

  init(_ model: ManagedObjectModel, allowing allowed: [DiagnosticName] = []) {
    self.model = model
    self.allowed = allowed
    reader = Lazy(model)
  }

  /// The expression reader. It is created for the first expression only,
  /// because creating it prints the declarations of the whole model.
  final class Lazy {
    private let model: ManagedObjectModel
    private(set) lazy var value = ExpressionReader(model)

    init(_ model: ManagedObjectModel) { self.model = model }
  }

  /// Returns a printer for expressions on a value of a type.
  func printer(_ type: ExpressionType, _ place: Scope.Place = .init()) -> ExpressionPrinter {
    ExpressionPrinter(reader.value, Scope(type, place: place))
  }

  /// The text of the whole model, which is not formatted yet.
  var text: String {
    var printer = self
    printer.writeModel()
    return printer.lines.joined(separator: "\n") + "\n"
  }

  /// The lines of each declaration, without members that are themselves
  /// declarations: `entity Tag`, `Tag.name`, `Tag.fetch all()`.
  var declarations: [String: [String]] {
    var printer = self
    printer.writeModel()
    let ends = printer.starts.dropFirst().map(\.line) + [printer.lines.count]
    let texts = zip(printer.starts, ends).map { start, end in
      (start.key, Self.own(printer.lines[start.line..<end]))
    }
    return Dictionary(first: texts)
  }

  /// Returns the lines without the closing braces of enclosing declarations and
  /// without indentation.
  private static func own(_ lines: ArraySlice<String>) -> [String] {
    var lines = lines
    while let last = lines.last, last.isEmpty || last == "}" { lines.removeLast() }
    let margin = lines.first?.prefix(while: { $0 == " " }).count ?? 0
    return lines.map { String($0.dropFirst(margin)) }
  }

  private mutating func writeModel() {
    writeHeader()
    if !model.typeAliases.isEmpty { write("") }
    for alias in model.typeAliases { writeAlias(alias) }
    for enumeration in model.enumerations { writeEnumeration(enumeration) }
    for composite in model.composites { writeComposite(composite) }
    for entity in model.entities { writeEntity(entity) }
    if !model.configurations.isEmpty { write("") }
    for configuration in model.configurations { writeConfiguration(configuration) }
    for query in model.queries { writeQuery(query) }
    for migration in model.migrations { writeMigration(migration) }
  }

  // MARK: Lines

  mutating func write(_ line: String) {
    lines.append(line.isEmpty ? "" : String(repeating: "    ", count: level) + line)
  }

  /// Writes text without indentation.
  mutating func writeRaw(_ text: String) {
    lines.append(text)
  }

  /// Begins a declaration, which extends to the next declaration.
  mutating func begin(_ key: String, _ documentation: String?) {
    starts.append((key, lines.count))
    writeDocumentation(documentation)
  }

  mutating func writeDocumentation(_ documentation: String?) {
    guard let documentation else { return }
    for line in documentation.split(separator: "\n", omittingEmptySubsequences: false) {
      write(line.isEmpty ? "///" : "/// " + line)
    }
  }

  /// Writes a header line, followed by the lines of the body in braces, one
  /// level deeper.
  mutating func block(_ head: String, _ body: (inout ModelPrinter) -> Void) {
    write(head + " {")
    level += 1
    body(&self)
    level -= 1
    write("}")
  }

  // MARK: Declarations

  private mutating func writeHeader() {
    begin("model", model.documentation)
    var line = "model " + PrintedName.quoted(model.name)
    if let version = model.version { line += " @version(\(version))" }
    if !model.versionIdentifiers.isEmpty {
      line += " @identifier(" + texts(model.versionIdentifiers) + ")"
    }
    if model.access != .internal { line += " @access(\(model.access.rawValue))" }
    if !allowed.isEmpty {
      line += " @allow(" + allowed.map { "#" + $0.rawValue }.joined(separator: ", ") + ")"
    }
    write(line + info(model.userInfo))
  }

  private mutating func writeAlias(_ alias: TypeAliasDescription) {
    begin("typealias \(alias.name)", alias.documentation)
    write(
      "typealias \(PrintedName.quoted(alias.name)) = \(typeText(alias.type))"
        + rules(alias.rules, for: alias.type))
  }

  private mutating func writeEnumeration(_ enumeration: EnumerationDescription) {
    write("")
    begin("enum \(enumeration.name)", enumeration.documentation)
    var head = "enum \(PrintedName.quoted(enumeration.name)): \(enumeration.rawType.text)"
    if let unknown = enumeration.unknownCase {
      head += " @unknown(.\(PrintedName.quoted(unknown)))"
    }
    block(head + info(enumeration.userInfo)) { printer in
      for item in enumeration.cases { printer.writeCase(item) }
    }
  }

  private mutating func writeCase(_ item: EnumerationDescription.Case) {
    writeDocumentation(item.documentation)
    var line = "case " + PrintedName.quoted(item.name)
    switch item.rawValue {
    case .string(let text) where text == item.name: break
    case .string(let text): line += " = " + TextLiteral.literal(text)
    case .integer(let number): line += " = \(number)"
    default: break
    }
    write(line + deprecation(item.deprecation))
  }

  private mutating func writeComposite(_ composite: CompositeDescription) {
    write("")
    begin("composite \(composite.name)", composite.documentation)
    block("composite \(PrintedName.quoted(composite.name))" + info(composite.userInfo)) {
      for element in composite.elements { $0.writeAttribute(element, in: nil) }
    }
  }

  private mutating func writeConfiguration(_ configuration: ConfigurationDescription) {
    begin("configuration \(configuration.name)", configuration.documentation)
    let names = configuration.entityNames.map(PrintedName.quoted).joined(separator: ", ")
    write(
      "configuration \(PrintedName.quoted(configuration.name))" + info(configuration.userInfo)
        + (names.isEmpty ? " {}" : " { \(names) }"))
  }

  private mutating func writeQuery(_ query: SQLQueryDescription) {
    write("")
    begin("query \(query.name)", query.documentation)
    let head =
      "query \(PrintedName.quoted(query.name))(\(parameters(query.parameters))) -> "
      + resultText(query.result, entity: "")
    writeRaw(head + " sql \"\"\"")
    for line in query.sql.split(separator: "\n", omittingEmptySubsequences: false) {
      writeRaw(line.isEmpty ? "" : "    " + TextLiteral.multilineContent(String(line)))
    }
    writeRaw("    \"\"\"")
  }
}
