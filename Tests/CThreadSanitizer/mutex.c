// Shows the locks of Synchronization.Mutex to ThreadSanitizer.
//
// The fast paths of a Mutex are atomic operations that are inlined into the caller, where ThreadSanitizer sees them. The
// slow paths, for a lock that another thread holds, call the kernel's futex in libswiftSynchronization.so, which is not
// instrumented: the thread that gets the lock there seems to have no order after the one that released it, and each
// value that a Mutex protects seems to be used by two threads at once.
//
// The functions here have the names of these slow paths. The program's own symbols precede those of its shared
// libraries, so callers find these. They call the library's functions, and report the order that a lock gives.

#include <stdint.h>

#include "library.h"

// Declared in sanitizer/tsan_interface.h, which not every toolchain installs.
void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define SWIFT_METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *handle

// Synchronization._MutexHandle._lockSlow(Swift.UInt32) -> ()
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
// Synchronization._MutexHandle._unlockSlow() -> ()
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT_METHOD void cthread_lock_slow(uint32_t thread, SELF) __asm__(LOCK_SLOW);
SWIFT_METHOD void cthread_unlock_slow(SELF) __asm__(UNLOCK_SLOW);

SWIFT_METHOD void cthread_lock_slow(uint32_t thread, SELF) {
  static _Atomic(void *) known;
  SWIFT_METHOD void (*lock)(uint32_t, SELF) = library_function(LOCK_SLOW, &known);
  lock(thread, handle);
  __tsan_acquire(handle);
}

SWIFT_METHOD void cthread_unlock_slow(SELF) {
  static _Atomic(void *) known;
  SWIFT_METHOD void (*unlock)(SELF) = library_function(UNLOCK_SLOW, &known);
  __tsan_release(handle);
  unlock(handle);
}
