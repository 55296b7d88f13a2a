const MIN = 4 * 1024
/** A boundary every 16 KiB on average beyond the minimum. */
const BOUNDARY_MASK = 16 * 1024 - 1
const MAX = 64 * 1024
/** Bytes that determine a boundary: a 32-bit hash has shifted out all earlier ones. */
const WINDOW = 32

/**
 * Splits bytes at content-defined boundaries (gear hash chunking), so that values with few differences share most of
 * their blocks. Never splits a UTF-8 character.
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

/** Continuation bytes of a UTF-8 character. Binary data may contain longer sequences of them. */
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
