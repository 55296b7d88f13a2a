/** Gaps shorter than this are copied too: only the C stack is that long and all zero. */
const LONGEST_GAP = 1024 * 1024
const MARGIN = 64 * 1024
/** Compared at once: byte by byte the look at 16 MB took most of the start of a thread. */
const ZEROS = Buffer.alloc(4096)

type Segment = { at: number; bytes: Uint8Array }

/**
 * The heap as it is now, to be put back after each request. The C stack, megabytes of zeros
 * between the static data and the heap, is left out: nothing in it outlives a call.
 */
export function pristine(memory: WebAssembly.Memory): () => void {
  const bytes = new Uint8Array(memory.buffer)
  const segments: Segment[] = []
  let start = 0
  let end = 0
  const close = (until: number) => segments.push({ at: start, bytes: bytes.slice(start, until) })

  for (let at = 0; at < bytes.length; at += ZEROS.length) {
    if (ZEROS.equals(bytes.subarray(at, at + ZEROS.length))) continue
    if (at - end > LONGEST_GAP) {
      close(end + MARGIN)
      start = at - MARGIN
    }
    end = at + ZEROS.length
  }
  close(end)

  return () => {
    const now = new Uint8Array(memory.buffer)
    for (const { at, bytes } of segments) now.set(bytes, at)
  }
}
