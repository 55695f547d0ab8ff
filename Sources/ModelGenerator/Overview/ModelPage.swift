/// A self-contained HTML page about a model, with its diagram and a table for
/// each entity, and links between them.
///
/// Names and values are always escaped, so that the page runs only its own
/// script.
public struct ModelPage: Sendable {
  /// A table of strings on the page.
  public struct Table: Sendable, Hashable {
    /// The title above the table.
    public var title: String
    /// The names of the columns.
    public var header: [String]
    /// The rows, with a string for each column.
    public var rows: [[String]]
    /// The index of the column whose values are names of entities, which become links;
    /// nil if there is none.
    public var linkedColumn: Int?

    /// Creates a table, which by default contains no links to entities.
    public init(title: String, header: [String], rows: [[String]], linkedColumn: Int? = nil) {
      (self.title, self.header, self.rows) = (title, header, rows)
      self.linkedColumn = linkedColumn
    }
  }

  /// The title of the page, which is also its heading.
  public var title: String
  /// The facts below the title, as pairs of a name and a value.
  public var facts: [[String]] = []
  /// The tables before those of the entities.
  public var tables: [Table] = []
  /// Additional tables for entities, by entity name.
  public var entityTables: [String: [Table]] = [:]
  private let model: ManagedObjectModel
  /// The indexes of the entities in the model, by name.
  private let places: [String: Int]

  /// Creates a page about a model, with its diagram and a table for each entity.
  public init(_ model: ManagedObjectModel) {
    self.model = model
    places = Dictionary(first: model.entities.enumerated().map { ($1.name, $0) })
    title = model.name
  }

  /// The beginning of the HTML of every page, by which pages are recognised.
  public static let mark = "<!DOCTYPE html>\n<!-- modelgen page -->"

  /// The page as a complete HTML document.
  public var html: String {
    var parts = [head, "<h1>\(Self.text(title))</h1>"]
    if !facts.isEmpty {
      let rows = facts.map { row in
        "<tr>" + row.map { "<td>\(Self.text($0))</td>" }.joined() + "</tr>"
      }
      parts.append("<table class=\"facts\"><tbody>\(rows.joined())</tbody></table>")
    }
    if let documentation = model.documentation { parts.append(paragraph(documentation)) }
    parts.append(
      "<p><input id=\"search\" type=\"search\" placeholder=\"Search in all tables\" "
        + "aria-label=\"Search in all tables\"></p>")
    parts += tables.map(table)
    parts.append("<figure>\(ModelDiagram(model).svg(linkingTo: anchor))</figure>")
    let shape = ModelShape(model)
    parts += model.entities.map { section($0, in: shape) }
    parts.append("<script>\(Self.script)</script></body></html>")
    return parts.joined(separator: "\n") + "\n"
  }

  private var head: String {
    let hash = Data(SHA256.hash(Self.script.utf8)).base64EncodedString()
    return """
      \(Self.mark)
      <html lang="en"><head><meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; script-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(HTMLText.escaped(title.onOneLine))</title><style>\(Self.style)</style></head><body>
      """
  }

  private func section(_ entity: EntityDescription, in shape: ModelShape) -> String {
    let parent = entity.parentName.map { " <small>inherits from \(link($0))</small>" } ?? ""
    let kind = entity.isAbstract ? " <small>abstract</small>" : ""
    let rows = entity.properties.map { property -> [String] in
      let destination = property.relationship?.destinationName ?? ""
      return PropertyText.row(property, in: shape) + [destination]
        + [property.documentation ?? ""]
    }
    let properties = Table(
      title: "", header: ["Property", "Type", "Rules", "Leads to", "Documentation"], rows: rows,
      linkedColumn: 3)
    return [
      "<h2 id=\"\(anchor(entity.name) ?? "")\">\(Self.text(entity.name))\(kind)\(parent)</h2>",
      entity.documentation.map(paragraph) ?? "", table(properties),
    ].filter { !$0.isEmpty }.joined(separator: "\n")
      + (entityTables[entity.name] ?? []).map { "\n" + table($0) }.joined()
  }

  private func table(_ table: Table) -> String {
    let header = table.header.map { "<th scope=\"col\">\(Self.text($0))</th>" }.joined()
    let rows = table.rows.map { row in
      let cells = row.enumerated().map { column, text in
        "<td>\(column == table.linkedColumn ? link(text) : Self.text(text))</td>"
      }
      return "<tr>\(cells.joined())</tr>"
    }
    let title = table.title.isEmpty ? "" : "<h3>\(Self.text(table.title))</h3>\n"
    // Without columns, only the title is shown.
    guard !table.header.isEmpty else { return title }
    return title
      + "<div class=\"wide\"><table class=\"sorted\"><thead><tr>\(header)</tr></thead>\n<tbody>"
      + rows.joined(separator: "\n") + "</tbody></table></div>"
  }

  private func paragraph(_ text: String) -> String {
    "<p>" + text.split(separator: "\n").map { Self.text(String($0)) }.joined(separator: "<br>")
      + "</p>"
  }

  /// Returns the anchor of an entity on the page; nil if the model has no such
  /// entity. The anchor contains a number, because names can contain any
  /// characters.
  private func anchor(_ name: String) -> String? {
    places[name].map { "e\($0)" }
  }

  private func link(_ name: String) -> String {
    anchor(name).map { "<a href=\"#\($0)\">\(Self.text(name))</a>" } ?? Self.text(name)
  }

  private static func text(_ text: String) -> String {
    HTMLText.escaped(text.replacing("\r\n", with: "\n").inLines).replacing("\n", with: "<br>")
  }

  private static let style = """
    body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em}
    table{border-collapse:collapse;margin:.5em 0}td,th{border:1px solid #ccc;padding:.25em .6em;
    text-align:left;vertical-align:top;max-width:30em;overflow-wrap:break-word}
    th{background:#f2f2f4;cursor:pointer;white-space:nowrap}th[data-order="1"]::after{content:" ▲"}
    th[data-order="-1"]::after{content:" ▼"}.wide,figure{overflow-x:auto;margin:0}
    small{color:#666;font-weight:normal}input{font:inherit;padding:.3em .6em;width:20em}
    .facts td{border:0;padding:0 1em 0 0}
    """

  private static let script = """
    "use strict";
    const compare = (one, other) => {
      const a = Number(one), b = Number(other);
      if (one !== "" && other !== "" && !isNaN(a) && !isNaN(b)) return a - b;
      return one.localeCompare(other, undefined, {numeric: true});
    };
    document.querySelectorAll("table.sorted").forEach(table => {
      const heads = [...table.tHead.rows[0].cells];
      heads.forEach((head, column) => head.addEventListener("click", () => {
        const order = head.dataset.order === "1" ? -1 : 1;
        heads.forEach(each => delete each.dataset.order);
        head.dataset.order = order;
        const body = table.tBodies[0];
        const text = row => row.cells[column].textContent;
        [...body.rows].sort((a, b) => order * compare(text(a), text(b)))
          .forEach(row => body.append(row));
      }));
    });
    const search = document.getElementById("search");
    search.addEventListener("input", () => {
      const words = search.value.toLowerCase();
      document.querySelectorAll("table.sorted tbody tr").forEach(row => {
        row.hidden = !row.textContent.toLowerCase().includes(words);
      });
    });
    document.body.dataset.ready = "yes";
    """
}
