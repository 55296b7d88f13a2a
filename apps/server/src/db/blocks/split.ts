const MIN = 4 * 1024
/** A boundary every 16 KiB on average beyond the minimum. */
const BOUNDARY_MASK = 16 * 1024 - 1
const MAX = 64 * 1024
/** Bytes that decide whether a boundary follows: a 32-bit hash has shifted out all before them. */
const WINDOW = 32

/**
 * Splits bytes where their content decides it ("gear hash" chunking), so that values that differ in a few places
 * share most of their blocks. Text in UTF-8 is never split within a character.
 */
export function splitIntoBlocks(bytes: Uint8Array): Uint8Array[] {
  const blocks: Uint8Array[] = []
  let start = 0
  while (start < bytes.length) {
    const end = endOfBlock(bytes, start)
    blocks.push(bytes.subarray(start, end))
    start = end
  }
  return blocks
}

function endOfBlock(bytes: Uint8Array, start: number): number {
  const last = Math.min(start + MAX, bytes.length)
  let hash = 0
  for (let at = start + MIN - WINDOW; at < last; at += 1) {
    hash = ((hash << 1) + (GEAR[bytes[at] ?? 0] ?? 0)) | 0
    if ((hash & BOUNDARY_MASK) === 0 && at >= start + MIN) return endOfCharacter(bytes, at + 1)
  }
  return endOfCharacter(bytes, last)
}

/** Continuation bytes of a character; binary data may have any number of such bytes. */
const MOST_CONTINUED = 3

function endOfCharacter(bytes: Uint8Array, at: number): number {
  for (let end = at; end <= at + MOST_CONTINUED; end += 1) {
    if (((bytes[end] ?? 0) & 0xc0) !== 0x80) return Math.min(end, bytes.length)
  }
  return at
}

/** A fixed pseudo-random number for each byte. */
const GEAR = gear()

function gear(): Int32Array {
  const numbers = new Int32Array(256)
  let state = 1
  for (let at = 0; at < numbers.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    numbers[at] = state ^ (state >>> 15)
  }
  return numbers
}
