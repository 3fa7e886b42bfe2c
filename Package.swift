// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// `make tsan` builds the tests with ThreadSanitizer, which needs Swift's libraries as shared ones.
let usesThreadSanitizer = Context.environment["THREAD_SANITIZER"] != nil
/// Shows the locks of Swift's shared libraries to ThreadSanitizer.
let lockTargets: [Target] =
  usesThreadSanitizer
  ? [.target(name: "CThreadSanitizer", path: "Tests/CThreadSanitizer", linkerSettings: [.linkedLibrary("dl")])] : []

/// Swift's own libraries are linked into the program: a third of the memory, and no toolchain needed to run it. What
/// the static Foundation needs beside itself is named here because the dependencies are compiled as usual, so that the
/// tests and the program share one build. The C++ library goes in as well where `make` put its archive into .build/static:
/// loading it as a shared library takes 1 ms of each start. A release has FFTW in it in the same way.
let staticSwift: [LinkerSetting] =
  usesThreadSanitizer
  ? []
  : [
    .unsafeFlags([
      "-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections", "-l_FoundationICU", "-lCoreFoundation",
      "-Xlinker", "--no-export-dynamic", "-L\(Context.packageDirectory)/.build/static", "-Xlinker", "-lstdc++",
      "-Xclang-linker", "-static-libgcc",
    ])
  ]
/// What later versions of Swift require: `any` names a protocol as a type, a file imports each module whose members it
/// uses, and an import is visible in the interface of its module only where it says `public` or `package`.
let upcoming: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
/// Warnings are errors where changes are tested; a newer compiler that warns of more still builds the program for
/// users.
let strict: [SwiftSetting] = upcoming + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])
/// Tests that wait, or check values, compile in half the time when they are not optimized; what they test is. Tests that
/// compute are optimized too.
let waiting: [SwiftSetting] = strict + [.unsafeFlags(["-Onone"])]

extension Target.Dependency {
  static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
  static let logging = product(name: "Logging", package: "swift-log")
  static let nioCore = product(name: "NIOCore", package: "swift-nio")
  static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio")
  static let nioPosix = product(name: "NIOPosix", package: "swift-nio")
  static let nioTLS = product(name: "NIOTLS", package: "swift-nio")
  static let nioSSL = product(name: "NIOSSL", package: "swift-nio-ssl")
}

/// A source tarball has the packages in a folder (`make dist`), and is built without a network.
let vendor = Context.packageDirectory + "/vendor"
let vendored = ((try? FileManager.default.contentsOfDirectory(atPath: vendor)) ?? []).filter { $0.hasPrefix("swift-") }
let fetched: [Package.Dependency] = [
  .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
  .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
  .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
]

let package = Package(
  name: "SpringRadio",
  products: [.executable(name: "radiod", targets: ["radiod"])],
  dependencies: vendored.isEmpty ? fetched : vendored.sorted().map { .package(path: "vendor/" + $0) },
  targets: [
    // C libraries.
    .systemLibrary(name: "CFFTW"),
    .target(name: "CLoading", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CALSA", dependencies: ["CLoading"]),
    .target(name: "CMPG123", dependencies: ["CLoading"]),
    .target(name: "CAVCodec", dependencies: ["CLoading"], linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CPulse", dependencies: ["CLoading"]),
    .target(name: "CSystemd", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CIDN2", linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "CAssets",
      exclude: ["demo.mp3", "page", "openapi.json"],
      cSettings: [.headerSearchPath(".")]),

    // The pipeline, from the vocabulary to the sound and its views.
    .target(name: "Bytes", swiftSettings: strict),
    .target(name: "JSON", dependencies: ["Bytes"], swiftSettings: strict),
    .target(name: "SystemSupport", dependencies: ["JSON"], swiftSettings: strict),
    .target(name: "AudioCore", dependencies: ["Bytes", "SystemSupport", "CIDN2"], swiftSettings: strict),
    .target(name: "Stations", dependencies: ["Bytes", "AudioCore", "JSON", "SystemSupport"], swiftSettings: strict),
    .target(
      name: "Downloader",
      dependencies: [
        "Bytes", "AudioCore", "SystemSupport", .nioCore, .nioHTTP1, .nioPosix, .nioSSL, .nioTLS,
      ], swiftSettings: strict),
    .target(
      name: "HLS", dependencies: ["Bytes", "SystemSupport", "AudioCore", "Downloader", "CAVCodec"],
      swiftSettings: strict),
    .target(
      name: "Directory",
      dependencies: ["Bytes", "AudioCore", "JSON", "SystemSupport", "Stations", "Downloader"], swiftSettings: strict),
    .target(
      name: "Pictures",
      dependencies: ["Bytes", "AudioCore", "SystemSupport", "Stations", "Downloader", "CAVCodec"], swiftSettings: strict
    ),
    .target(name: "Parser", dependencies: ["Bytes", "AudioCore", "SystemSupport"], swiftSettings: strict),
    .target(
      name: "Reader", dependencies: ["AudioCore", "SystemSupport", "CAVCodec", "CMPG123"], swiftSettings: strict),
    .target(name: "Player", dependencies: ["AudioCore", "SystemSupport", "CALSA", "CPulse"], swiftSettings: strict),
    .target(name: "Spectrum", dependencies: ["AudioCore", "JSON", "CFFTW"], swiftSettings: strict),
    .target(name: "Loudness", dependencies: ["AudioCore"], swiftSettings: strict),
    .target(
      name: "SoundCheck", dependencies: ["Bytes", "AudioCore", "JSON", "SystemSupport", "Spectrum", "Loudness"],
      swiftSettings: strict),
    .target(
      name: "RadioModel", dependencies: ["Bytes", "AudioCore", "JSON", "Stations", "Spectrum"], swiftSettings: strict),
    .target(
      name: "Muxing", dependencies: ["Bytes", "AudioCore", "SystemSupport", "Parser", .nioCore], swiftSettings: strict),
    .target(
      name: "Recording",
      dependencies: [
        "Bytes", "AudioCore", "JSON", "SystemSupport", "Stations", "Loudness", "Parser", "Reader", "RadioModel",
        "Muxing", .nioCore,
      ], swiftSettings: strict),
    .target(
      name: "Radio",
      dependencies: [
        "Bytes", "AudioCore", "JSON", "SystemSupport", "Stations", "Downloader", "HLS", "Parser", "Reader", "Player",
        "Spectrum", "Loudness", "SoundCheck", "RadioModel", "Muxing", "Directory",
      ], swiftSettings: strict),
    .target(
      name: "ServerSupport", dependencies: ["Bytes", "SystemSupport", .nioCore, .nioPosix],
      swiftSettings: strict),
    .target(
      name: "HTTPServer",
      dependencies: [
        "Bytes", "AudioCore", "SystemSupport", "Muxing", "ServerSupport", .nioCore, .nioHTTP1, .nioPosix,
      ], swiftSettings: strict),
    .target(
      name: "Broadcast",
      dependencies: [
        "Bytes", "AudioCore", "SystemSupport", "Parser", "Muxing", "ServerSupport", "HTTPServer", .nioCore, .nioHTTP1,
        .nioPosix,
      ], swiftSettings: strict),
    .target(
      name: "Terminal",
      dependencies: ["Bytes", "AudioCore", "JSON", "SystemSupport", "Stations", "Pictures", "Spectrum", "RadioModel"],
      swiftSettings: strict),

    // The daemon: its frontends, the module that runs them, and the client.
    .target(
      name: "MPDServer",
      dependencies: [
        "AudioCore", "SystemSupport", "Stations", "Pictures", "RadioModel", "Radio", "ServerSupport", .logging,
        .nioCore,
        .nioPosix,
      ], swiftSettings: strict),
    .target(
      name: "WebServer",
      dependencies: [
        "Bytes", "AudioCore", "JSON", "SystemSupport", "Stations", "Downloader", "Directory", "Pictures", "Muxing",
        "Spectrum", "RadioModel", "Radio", "ServerSupport", "HTTPServer", "CAssets", .logging, .nioCore, .nioHTTP1,
        .nioPosix,
      ], swiftSettings: strict),
    .target(
      name: "DBus", dependencies: ["Bytes", "SystemSupport", "CSystemd", .logging], swiftSettings: strict),
    .target(
      name: "Notifications", dependencies: ["AudioCore", "DBus", "RadioModel", .logging], swiftSettings: strict
    ),
    .target(
      name: "Hooks", dependencies: ["Bytes", "AudioCore", "SystemSupport", "RadioModel", .logging],
      swiftSettings: strict),
    .target(name: "MDNS", dependencies: ["DBus", .logging], swiftSettings: strict),
    .target(
      name: "MPRIS",
      dependencies: [
        "AudioCore", "SystemSupport", "Stations", "Pictures", "DBus", "RadioModel", .logging,
      ], swiftSettings: strict),
    .target(
      name: "Remote",
      dependencies: [
        "Bytes", "AudioCore", "JSON", "SystemSupport", "Stations", "Spectrum", "RadioModel", "ServerSupport", .logging,
        .nioCore, .nioHTTP1, .nioPosix,
      ], swiftSettings: strict),
    .target(
      name: "Scrobbling",
      dependencies: ["Bytes", "AudioCore", "JSON", "SystemSupport", "Stations", "Downloader", "RadioModel", .logging],
      swiftSettings: strict),
    .target(
      name: "Daemon",
      dependencies: [
        "Bytes", "AudioCore", "JSON", "SystemSupport", "Stations", "Downloader", "Parser", "Pictures", "Player",
        "RadioModel", "Recording", "Radio", "ServerSupport", "MPDServer", "WebServer", "MPRIS", "Notifications",
        "Hooks",
        "MDNS", "Scrobbling", "CSystemd", .logging, .nioCore, .nioPosix,
      ], swiftSettings: strict),

    .executableTarget(
      name: "radiod",
      dependencies: [
        "Bytes", "AudioCore", "JSON", "SystemSupport", "Stations", "Downloader", "Directory", "Pictures", "Parser",
        "Player", "Spectrum", "RadioModel", "Recording", "Radio", "SoundCheck", "ServerSupport", "Broadcast",
        "Terminal", "Remote", "Hooks", "Daemon", "CAssets", .argumentParser, .logging, .nioPosix,
      ], swiftSettings: strict, linkerSettings: staticSwift),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["RadioModel", .logging] + lockTargets.map { .target(name: $0.name) },
      path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(name: "BytesTests", dependencies: ["Bytes", "TestSupport"], swiftSettings: waiting),
    .testTarget(name: "AudioCoreTests", dependencies: ["Bytes", "AudioCore", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "JSONTests", dependencies: ["JSON"], swiftSettings: waiting),
    .testTarget(
      name: "SystemSupportTests", dependencies: ["JSON", "SystemSupport", "TestSupport"],
      swiftSettings: waiting),
    .testTarget(
      name: "StationsTests", dependencies: ["Bytes", "SystemSupport", "AudioCore", "JSON", "Stations", "TestSupport"],
      swiftSettings: waiting),
    .testTarget(
      name: "DownloaderTests",
      dependencies: ["Bytes", "AudioCore", "Downloader", "TestSupport", .nioCore, .nioPosix], swiftSettings: waiting),
    .testTarget(
      name: "HLSTests",
      dependencies: [
        "AudioCore", "Downloader", "HLS", "TestSupport", .nioCore, .nioPosix,
      ], swiftSettings: waiting),
    .testTarget(
      name: "DirectoryTests",
      dependencies: [
        "Bytes", "SystemSupport", "AudioCore", "Stations", "Downloader", "Directory", "TestSupport", .nioPosix,
      ],
      swiftSettings: waiting),
    .testTarget(
      name: "PicturesTests",
      dependencies: [
        "Bytes", "AudioCore", "Stations", "Downloader", "Pictures", "TestSupport", .nioCore, .nioPosix,
      ], swiftSettings: waiting),
    .testTarget(
      name: "ParserTests", dependencies: ["Bytes", "AudioCore", "Parser", "TestSupport"], swiftSettings: waiting),
    .testTarget(
      name: "ReaderTests", dependencies: ["AudioCore", "Parser", "Reader", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "PlayerTests",
      dependencies: [
        "AudioCore", "SystemSupport", "Player", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(name: "SpectrumTests", dependencies: ["AudioCore", "Spectrum", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "LoudnessTests", dependencies: ["AudioCore", "Loudness", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "SoundCheckTests", dependencies: ["AudioCore", "JSON", "SystemSupport", "SoundCheck", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "RadioModelTests", dependencies: ["AudioCore", "JSON", "Stations", "RadioModel"], swiftSettings: waiting),
    .testTarget(
      name: "MuxingTests", dependencies: ["AudioCore", "Muxing", "TestSupport", .nioCore], swiftSettings: strict),
    .testTarget(
      name: "RecordingTests",
      dependencies: [
        "Bytes", "AudioCore", "SystemSupport", "Parser", "Reader", "Muxing", "RadioModel", "Recording", "TestSupport",
        .nioCore,
      ], swiftSettings: waiting),
    .testTarget(
      name: "RadioTests",
      dependencies: [
        "Bytes", "AudioCore", "SystemSupport", "Stations", "Downloader", "Parser", "Reader", "Player", "Spectrum",
        "Loudness", "Muxing", "RadioModel", "Radio", "Broadcast", "TestSupport", .nioCore, .nioPosix,
      ], swiftSettings: waiting),
    .testTarget(
      name: "ServerSupportTests",
      dependencies: ["SystemSupport", "ServerSupport", "TestSupport", .nioCore, .nioPosix],
      swiftSettings: waiting),
    .testTarget(
      name: "HTTPServerTests",
      dependencies: [
        "AudioCore", "Muxing", "ServerSupport", "HTTPServer", "TestSupport", .nioCore, .nioHTTP1, .nioPosix,
      ], swiftSettings: waiting),
    .testTarget(
      name: "BroadcastTests",
      dependencies: [
        "AudioCore", "Muxing", "ServerSupport", "Broadcast", "TestSupport", "CAssets", .nioCore, .nioPosix,
      ], swiftSettings: waiting),
    .testTarget(
      name: "TerminalTests",
      dependencies: [
        "AudioCore", "JSON", "SystemSupport", "Stations", "Parser", "Reader", "Pictures", "Spectrum", "RadioModel",
        "Terminal", "TestSupport",
      ], exclude: ["Golden"], swiftSettings: waiting),
    .testTarget(
      name: "MPDServerTests",
      dependencies: [
        "AudioCore", "Stations", "Downloader", "Pictures", "Parser", "Player", "RadioModel", "Radio", "ServerSupport",
        "SystemSupport", "MPDServer", "TestSupport", .logging, .nioCore, .nioPosix,
      ], swiftSettings: waiting),
    .testTarget(
      name: "WebServerTests",
      dependencies: [
        "AudioCore", "JSON", "Stations", "Downloader", "Directory", "Pictures", "Parser", "Player", "Muxing",
        "Spectrum", "RadioModel", "Radio", "ServerSupport", "HTTPServer", "Broadcast", "WebServer", "Remote",
        "TestSupport", "CAssets",
        .logging, .nioCore, .nioHTTP1, .nioPosix,
      ], swiftSettings: waiting),
    .testTarget(name: "DBusTests", dependencies: ["DBus", "TestSupport"], swiftSettings: waiting),
    .testTarget(
      name: "NotificationsTests",
      dependencies: [
        "Stations", "Downloader", "Player", "DBus", "RadioModel", "Radio", "Notifications", "TestSupport", .logging,
        .nioPosix,
      ], swiftSettings: waiting),
    .testTarget(
      name: "HooksTests",
      dependencies: ["Downloader", "RadioModel", "Radio", "Stations", "Hooks", "TestSupport", .nioPosix],
      swiftSettings: waiting),
    .testTarget(name: "MDNSTests", dependencies: ["DBus", "MDNS", "TestSupport", .logging], swiftSettings: waiting),
    .testTarget(
      name: "MPRISTests",
      dependencies: [
        "AudioCore", "Stations", "Downloader", "Pictures", "Parser", "Player", "DBus", "RadioModel", "Radio", "MPRIS",
        "TestSupport", .logging, .nioPosix,
      ], swiftSettings: waiting),
    .testTarget(
      name: "RemoteTests",
      dependencies: [
        "AudioCore", "JSON", "SystemSupport", "Stations", "Spectrum", "RadioModel", "Remote", "TestSupport", .logging,
        .nioCore, .nioHTTP1, .nioPosix,
      ], swiftSettings: waiting),
    .testTarget(
      name: "ScrobblingTests",
      dependencies: [
        "AudioCore", "JSON", "Stations", "Downloader", "RadioModel", "Scrobbling", "TestSupport", .nioPosix,
      ], swiftSettings: waiting),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "AudioCore", "JSON", "SystemSupport", "Stations", "Downloader", "Directory", "Parser", "RadioModel",
        "Recording",
        "Radio", "Scrobbling", "Daemon", "TestSupport", .logging, .nioPosix,
      ], swiftSettings: waiting),
    // Runs the program itself, which every build of the tests brings up to date.
    .testTarget(name: "EndToEndTests", dependencies: ["TestSupport"], exclude: ["Golden"], swiftSettings: waiting),
  ] + lockTargets
)
