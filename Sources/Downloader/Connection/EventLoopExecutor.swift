import NIOCore

/// Runs tasks on the thread of an event loop. A task that waits for sockets of that loop then wakes no other thread for
/// each read. Tasks on this executor must not block.
package final class EventLoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  /// An executor on the thread of `loop`, which must outlive all its tasks.
  init(_ loop: any EventLoop) { self.loop = loop }

  /// Runs `job` soon on the loop's thread; a job from that thread runs before the loop polls its sockets again.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
