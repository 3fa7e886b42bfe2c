/// The target that runs; set before the first input.
nonisolated(unsafe) private var target = FuzzTarget.all[0]

/// Called by libFuzzer before anything else.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  target = FuzzTarget.called(arguments.pointee[0].map { String(cString: $0) } ?? "")
  return 0
}

/// Called by libFuzzer with every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(Array(UnsafeBufferPointer(start: bytes, count: count)))
  target.run(&input)
  return 0
}

/// libFuzzer's own mutations.
@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int) -> Int

/// Called by libFuzzer for a new input: changes the first `count` bytes of a buffer of `capacity` bytes, and returns the
/// new count.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateInput(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: CUnsignedInt)
  -> Int
{
  guard target.isAudio, seed % 2 == 0 else { return mutate(bytes, count, capacity) }
  var mutator = FrameMutator(Array(UnsafeBufferPointer(start: bytes, count: count)), seed: UInt64(seed))
  let mutated = mutator.mutated()
  guard !mutated.isEmpty, mutated.count <= capacity else { return mutate(bytes, count, capacity) }
  _ = UnsafeMutableBufferPointer(start: bytes, count: mutated.count).update(fromContentsOf: mutated)
  return mutated.count
}
