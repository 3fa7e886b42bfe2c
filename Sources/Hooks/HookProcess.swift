import Glibc
import SystemSupport

/// A process group that runs a program. Its standard input is /dev/null, and it inherits no other descriptors than its
/// output. Used on one thread.
struct HookProcess {
  /// glibc's function that closes all descriptors from one on, since 2.34; its header hides it from Swift. Without it,
  /// descriptors are closed by their own flag.
  private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
    unsafeBitCast($0, to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)
  }
  /// The signals that this program handles or ignores.
  private static let defaultSignals = [SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGCHLD, SIGUSR1, SIGUSR2, SIGWINCH]

  /// The process of the program, which leads the group.
  let leader: pid_t

  /// Starts the program at `path` with `environment`, each variable as `NAME=value`. Both outputs go to the descriptor
  /// `output`. Throws a fault with the system's reason. No shell is involved: a text file that names no interpreter is
  /// not a program.
  init(_ path: String, environment: [String], output: Int32) throws(HookError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    _ = Self.closeFrom?(&actions, STDERR_FILENO + 1)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (usual, blocked) = (sigset_t(Self.defaultSignals), sigset_t([]))
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
    let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, &attributes, arguments, variables)
    guard code == 0 else { throw HookError(description: SystemReason.text(of: code)) }
    leader = process
  }

  /// Blocks until the leader has ended; it is left to ``reap()``.
  static func waitForEnd(of leader: pid_t) {
    var information = siginfo_t()
    while waitid(P_PID, id_t(leader), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
  }

  /// Takes the processes of the group that have ended; those that the leader left behind are children of this process
  /// only where it is the first one of a container. Returns how the leader ended, if it is among them.
  func reap() -> HookEnd? {
    var end: HookEnd?
    var status: Int32 = 0
    while true {
      let process = waitpid(-leader, &status, WNOHANG)
      if process == leader {
        let signal = status & 0x7F
        end = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
      } else if process <= 0 {
        break
      }
    }
    return end
  }

  /// True while a process is in the group. A leader that was not taken counts.
  var hasMembers: Bool { kill(-leader, 0) == 0 || errno == EPERM }

  /// Sends a signal to all processes of the group.
  func signal(_ number: Int32) { kill(-leader, number) }
}
