/** Gaps shorter than this are copied too: only the C stack is that long and all zero. */
const LONGEST_GAP = 1024 * 1024
const MARGIN = 64 * 1024

type Segment = { at: number; bytes: Uint8Array }

/**
 * The heap as it is now, to be put back after each request. The C stack, megabytes of zeros
 * between the static data and the heap, is left out: nothing in it outlives a call.
 */
export function pristine(memory: WebAssembly.Memory): () => void {
  const bytes = new Uint8Array(memory.buffer)
  const segments: Segment[] = []
  let start = 0
  let lastUsed = 0
  const close = (end: number) => segments.push({ at: start, bytes: bytes.slice(start, end) })

  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === 0) continue
    if (i - lastUsed > LONGEST_GAP) {
      close(lastUsed + MARGIN)
      start = i - MARGIN
    }
    lastUsed = i
  }
  close(lastUsed + 1)

  return () => {
    const now = new Uint8Array(memory.buffer)
    for (const { at, bytes } of segments) now.set(bytes, at)
  }
}
