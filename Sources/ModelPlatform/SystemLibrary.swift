// This file imports the system's C library under its name on each platform. Code that
// calls the system imports this module. Only Linux with glibc is built and tested; the
// other platforms are prepared.

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Android)
  @_exported public import Android
#elseif canImport(Bionic)
  @_exported public import Bionic
#elseif canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(ucrt)
  @_exported public import WinSDK
  @_exported public import ucrt
#elseif canImport(WASILibc)
  @_exported public import WASILibc
#endif
