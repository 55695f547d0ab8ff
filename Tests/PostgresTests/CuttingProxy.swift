#if PostgreSQL
  import Foundation
  import TestSupport

  /// A proxy between programs and a server, which cuts connections after a number of bytes.
  final class CuttingProxy: @unchecked Sendable {
    // because its variables are only used under `lock`.
    private let folder: TemporaryFolder
    private let target: String
    private let listener: Int32
    private let lock = NSLock()
    private var budget: () -> Int?
    private var sockets: Set<Int32> = []
    private var isOpen = true
    private(set) var cuts = 0

    /// The folder with the proxy's socket, for `host` in an address.
    var path: String { folder.url.path(percentEncoded: false) }

    /// - Parameters:
    ///   - target: The folder with the server's socket.
    ///   - budget: Returns the number of bytes that a connection may transfer, or nil for
    ///     any number.
    init(_ target: String, budget: @escaping () -> Int?) throws {
      folder = try TemporaryFolder()
      self.target = target
      self.budget = budget
      listener = Self.socket()
      let status = Self.withAddress(folder.url.path(percentEncoded: false)) { [listener] in
        bind(listener, $0, $1)
      }
      guard status == 0, listen(listener, 64) == 0 else { throw POSIXError(.EADDRINUSE) }
      Thread.detachNewThread { self.run() }
    }

    /// Sets the budget of later connections.
    func set(_ budget: @escaping () -> Int?) { lock.withLock { self.budget = budget } }

    /// Cuts all connections.
    func cutAll() {
      for socket in lock.withLock({ sockets }) { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    func stop() {
      lock.withLock { isOpen = false }
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
      cutAll()
    }

    private static func socket() -> Int32 {
      #if os(Linux)
        Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      #else
        Foundation.socket(AF_UNIX, SOCK_STREAM, 0)
      #endif
    }

    private static func withAddress(
      _ folder: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let path = folder + (folder.hasSuffix("/") ? "" : "/") + ".s.PGSQL.5432"
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    }

    private func run() {
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0, lock.withLock({ isOpen }) else { return }
        let server = Self.socket()
        guard Self.withAddress(target, { connect(server, $0, $1) }) == 0 else {
          close(client)
          close(server)
          continue
        }
        let left = Budget(lock.withLock { budget() })
        lock.withLock { sockets.formUnion([client, server]) }
        let group = DispatchGroup()
        for (from, to) in [(client, server), (server, client)] {
          group.enter()
          Thread.detachNewThread {
            self.pass(from, to, left)
            group.leave()
          }
        }
        Thread.detachNewThread {
          group.wait()
          self.lock.withLock { self.sockets.subtract([client, server]) }
          close(client)
          close(server)
        }
      }
    }

    private func pass(_ from: Int32, _ to: Int32, _ left: Budget) {
      var buffer = [UInt8](repeating: 0, count: 16_384)
      while true {
        let count = read(from, &buffer, buffer.count)
        guard count > 0 else { break }
        let allowed = left.take(count)
        _ = buffer.withUnsafeBytes { send(to, $0.baseAddress, allowed, Int32(MSG_NOSIGNAL)) }
        guard allowed == count else {
          lock.withLock { cuts += 1 }
          break
        }
      }
      shutdown(from, Int32(SHUT_RDWR))
      shutdown(to, Int32(SHUT_RDWR))
    }

    /// The number of bytes that a connection may still transfer, in both directions.
    private final class Budget: @unchecked Sendable {
      // because the number is only used under the lock.
      private let lock = NSLock()
      private var left: Int?

      init(_ left: Int?) { self.left = left }

      func take(_ count: Int) -> Int {
        lock.withLock {
          guard let left else { return count }
          self.left = left - min(left, count)
          return min(left, count)
        }
      }
    }
  }
#endif
