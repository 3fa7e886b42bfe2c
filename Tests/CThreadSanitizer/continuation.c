// Shows continuations that are resumed early to ThreadSanitizer.
//
// A continuation may be resumed by another thread before or after its task awaits it. When the task awaits first, the
// runtime shows the order to ThreadSanitizer: the resumption releases the task, and the executor that runs the task again
// acquires it. When the resumption is first, `swift_continuation_await` does not suspend the task: it reads the state that
// the resumption has stored, and goes on at once. That is an order, too, but the runtime does not show it, so that the
// value which was passed, and all that it refers to, seems to be used by two threads at once.
//
// The function here has the name of the runtime's, and precedes it, like those in mutex.c. It lets the runtime go on with
// a function that acquires the task.

#include <stdint.h>

#include "library.h"

// Declared in sanitizer/tsan_interface.h, which not every toolchain installs.
void __tsan_acquire(void *address);

// Not instrumented: an asynchronous function does not return to its caller, as ThreadSanitizer's stack of calls expects.
#define ASYNC __attribute__((swiftasynccall, disable_sanitizer_instrumentation))

#define AWAIT "swift_continuation_await"

struct continuation;
typedef __attribute__((swiftasynccall)) void resume_function(
    __attribute__((swift_async_context)) struct continuation *continuation);
typedef __attribute__((swiftasynccall)) void await_function(struct continuation *continuation);

// The beginning of the runtime's ContinuationAsyncContext, which compiled programs fill in.
struct continuation {
  void *parent;
  resume_function *resume;
  uintptr_t flags;
};
// In `flags`: the task continues on another executor. `swift_task_switch` passes it on, and calls the function later.
static const uintptr_t switches_executor = 2;

__attribute__((swiftcall)) void *swift_task_getCurrent(void);

ASYNC void cthread_continuation_await(struct continuation *continuation) __asm__(AWAIT);

// The function with which the task of this thread goes on. It is valid from `swift_continuation_await` to `proceed` only,
// which are on one thread, without a suspension between: a task that was suspended goes on with the function that
// `swift_continuation_init` stored in the task, not with the one in the continuation.
static _Thread_local resume_function *awaited;

ASYNC static void proceed(__attribute__((swift_async_context)) struct continuation *continuation) {
  resume_function *resume = awaited;
  continuation->resume = resume;
  __tsan_acquire(swift_task_getCurrent());
  __attribute__((musttail)) return resume(continuation);
}

ASYNC void cthread_continuation_await(struct continuation *continuation) {
  static _Atomic(void *) known;
  await_function *await = (await_function *)library_function(AWAIT, &known);
  if ((continuation->flags & switches_executor) == 0) {
    awaited = continuation->resume;
    continuation->resume = proceed;
  }
  __attribute__((musttail)) return await(continuation);
}
