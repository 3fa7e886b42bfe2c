import NIOCore

/// Runs tasks on the thread of an event loop: what waits for sockets there need not wake another thread for every read. Tasks
/// on it must not block.
package final class EventLoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  /// An executor on the thread of `loop`, which must live as long as there are tasks.
  init(_ loop: any EventLoop) { self.loop = loop }

  /// Runs `job` soon; on the loop's own thread before the next sockets are looked at.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
