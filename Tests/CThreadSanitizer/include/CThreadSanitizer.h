// Shows the locks of Synchronization.Mutex to ThreadSanitizer; see mutex.c. The header declares nothing: the functions
// are found by their names.
