/// A language server for `.model` files, which receives and returns messages.
///
/// The server speaks version 3.17 of the Language Server Protocol and stores
/// only the open documents. Each document is parsed when a request needs it,
/// and the result is kept until the document changes; the results for released
/// versions are kept until the versions themselves change. The server writes no
/// files: changes are edits, which the editor makes.
///
/// Requests that a person is waiting for come first: diagnostics are sent when
/// there is no request to answer (`diagnostics()`).
package final class LanguageServer {
  /// The phases of a conversation in the protocol.
  private enum Phase {
    case waiting
    case running
    case shutDown
    case ended(status: Int32)
  }

  private var phase = Phase.waiting
  var workspace = Workspace()
  /// The models of open documents, by address. They are discarded when anything
  /// changes.
  private var models: [String: OpenModel] = [:]
  /// The models that were valid before the last change, most of which are still
  /// valid.
  private var former: [String: OpenModel] = [:]
  /// The texts of released versions that have been read.
  let released = ReleasedTexts()
  /// The line starts of the files that have been needed so far, by path. They
  /// are discarded when anything changes.
  private var linesByPath: [String: TextPositions] = [:]
  /// The diagnostics that were sent last, by address.
  private var published: [String: [JSONTree]] = [:]
  /// The addresses of the documents that have changed since diagnostics were
  /// last sent.
  private var unchecked: Set<String> = []
  /// True if diagnostics are waiting to be sent.
  package private(set) var isBehind = false
  /// True if the client can report changes to files on request.
  private var canWatch = false

  package init() {}

  /// The exit status at the end of the conversation: 0 after `shutdown`,
  /// otherwise 1, as the protocol requires; nil before the end.
  package var exitStatus: Int32? {
    if case .ended(let status) = phase { status } else { nil }
  }

  /// Returns the answer to input that is not a message.
  package func answer(broken reason: String) -> [JSONTree] {
    [Failure.parse(reason).response(to: .null)]
  }

  /// Handles a message and returns the messages to send, in order.
  package func answers(to message: JSONTree) -> [JSONTree] {
    guard let method = message["method"]?.string else {
      // Responses to the server's own requests need no handling.
      if message["result"] != nil || message["error"] != nil { return [] }
      return [Failure.request("a message has a 'method'").response(to: message["id"] ?? .null)]
    }
    let parameters = message["params"] ?? .null
    guard let id = message["id"] else { return notify(method, parameters) }
    do throws(Failure) {
      let result = try respond(to: method, parameters)
      return [["jsonrpc": "2.0", "id": id, "result": result]]
    } catch {
      return [error.response(to: id)]
    }
  }

  /// Returns the diagnostics that differ from the diagnostics sent last, and
  /// the diagnostics of documents that have changed since then.
  ///
  /// A file's diagnostics may depend on any other file, so all open models are
  /// checked; unchanged models already have their results.
  ///
  /// - Parameter goesOn: A closure that is called repeatedly. If it returns
  ///   false, the work stops, and diagnostics are still waiting to be sent.
  package func diagnostics(while goesOn: () -> Bool = { true }) -> [JSONTree] {
    guard isBehind, let found = openDiagnostics(while: goesOn) else { return [] }
    let addresses = unchecked.union(found.keys).union(published.keys).sorted()
    let news = addresses.filter { unchecked.contains($0) || found[$0] != published[$0] }
    (isBehind, unchecked, published) = (false, [], found)
    return news.map { message(found[$0] ?? [], at: $0) }
  }

  private func notify(_ method: String, _ parameters: JSONTree) -> [JSONTree] {
    switch (method, phase) {
    case ("exit", .shutDown): phase = .ended(status: 0)
    case ("exit", _): phase = .ended(status: 1)
    case ("initialized", .running): return canWatch ? [Self.watchRequest] : []
    case ("workspace/didChangeWatchedFiles", .running): forgetModels()
    case (_, .running): changed(method, parameters)
    default: break
    }
    return []
  }

  private func respond(to method: String, _ parameters: JSONTree) throws(Failure) -> JSONTree {
    switch (method, phase) {
    case ("initialize", .waiting):
      phase = .running
      canWatch = Self.canWatch(parameters)
      return Self.capabilities
    case ("initialize", _): throw .request("'initialize' is sent once")
    case (_, .waiting): throw .notInitialized
    case ("shutdown", .running):
      phase = .shutDown
      return .null
    case (_, .running): return try answer(method, parameters)
    default: throw .request("the server has been shut down")
    }
  }

  private func answer(_ method: String, _ parameters: JSONTree) throws(Failure) -> JSONTree {
    switch method {
    case "textDocument/completion": try completion(parameters)
    case "textDocument/hover": try hover(parameters)
    case "textDocument/definition": try definition(parameters)
    case "textDocument/references": try references(parameters)
    case "textDocument/documentHighlight": try highlights(parameters)
    case "textDocument/prepareRename": try prepareRename(parameters)
    case "textDocument/rename": try rename(parameters)
    case "textDocument/documentSymbol": try documentSymbols(parameters)
    case "textDocument/foldingRange": try foldingRanges(parameters)
    case "textDocument/formatting": try formatting(parameters)
    case "textDocument/codeAction": try codeActions(parameters)
    case "textDocument/semanticTokens/full": try semanticTokens(parameters)
    default: throw .method(method)
    }
  }

  // MARK: Texts

  private func changed(_ method: String, _ parameters: JSONTree) {
    guard let document = parameters["textDocument"], let address = document["uri"]?.string else {
      return
    }
    switch method {
    case "textDocument/didOpen":
      workspace.documents.open(
        address, text: document["text"]?.string ?? "", version: document["version"]?.integer)
    case "textDocument/didChange":
      let changes = parameters["contentChanges"]?.array ?? []
      guard
        workspace.documents.change(address, changes, version: document["version"]?.integer)
      else { return }
    case "textDocument/didClose":
      workspace.documents.close(address)
      released.forget()
    case "textDocument/didSave": break
    default: return
    }
    unchecked.insert(address)
    forgetModels()
  }

  /// Makes the next request read all files again, both open and other files.
  private func forgetModels() {
    former.merge(models) { _, new in new }
    former = former.filter { workspace.documents.byAddress[$0.key] != nil }
    (models, linesByPath) = ([:], [:])
    isBehind = true
  }

  /// Returns the model that contains the document named in a request.
  ///
  /// - Throws: `Failure` if the document is not open.
  func model(of parameters: JSONTree) throws(Failure) -> OpenModel {
    guard let address = parameters["textDocument"]?["uri"]?.string else {
      throw .parameters("'textDocument.uri' is missing")
    }
    guard let model = model(around: address) else {
      throw .parameters("'\(address)' is not open")
    }
    return model
  }

  /// Returns the model that contains a document; nil if the document is not
  /// open.
  func model(around address: String) -> OpenModel? {
    if let known = models[address] { return known }
    guard let files = workspace.files(around: address) else { return nil }
    let versions = released.texts(
      of: workspace.releasedVersions(of: files[0].path), from: files.count)
    var model = OpenModel(files: files, released: versions)
    if let old = former[address], old.isReading(of: model) { model = old }
    models[address] = model
    return model
  }

  /// Returns the index of the model that contains the document named in a
  /// request.
  ///
  /// - Throws: `Failure` if the document is not open.
  func index(of parameters: JSONTree) throws(Failure) -> ModelIndex {
    try model(of: parameters).index
  }

  /// Returns the line starts of a file, which are determined only once for all
  /// positions in an answer.
  func positions(in file: SourceFile) -> TextPositions {
    if let known = linesByPath[file.path] { return known }
    let positions = TextPositions(file)
    linesByPath[file.path] = positions
    return positions
  }

  /// Returns the document named in a request, the index of its model, and the
  /// byte offset of the position given in the request.
  func place(in parameters: JSONTree) throws(Failure) -> Place {
    let index = try index(of: parameters)
    let positions = positions(in: index.files[0])
    return Place(
      index: index, positions: positions, offset: try offset(in: parameters, positions))
  }

  /// Returns the byte offset of the position given in a request.
  func offset(in parameters: JSONTree, _ positions: TextPositions) throws(Failure) -> Int {
    guard let offset = positions.offset(of: parameters["position"]) else {
      throw .parameters("'position' is a line and a character")
    }
    return offset
  }

  /// A position in an open document, which is the first file of its model.
  struct Place {
    let index: ModelIndex
    let positions: TextPositions
    let offset: Int

    /// The declaration to which the name at the position refers; nil if there
    /// is no such name.
    var symbol: (symbol: ModelSymbol, name: Span)? { index.symbol(at: offset, file: 0) }
  }

  /// Returns a span in one of a model's files, in the form used in the
  /// protocol.
  func location(_ span: Span, in index: ModelIndex) -> JSONTree {
    let file = index.file(of: span)
    return [
      "uri": .string(workspace.address(of: file.path)),
      "range": positions(in: file).json(span),
    ]
  }
}
