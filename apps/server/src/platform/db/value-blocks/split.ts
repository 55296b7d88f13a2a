const MIN = 4 * 1024
/** A boundary every 16 KiB on average beyond the minimum. */
const BOUNDARY_MASK = 16 * 1024 - 1
const MAX = 64 * 1024
/** Bytes that determine a boundary: a 32-bit hash has shifted out all earlier ones. */
const WINDOW_SIZE = 32

/**
 * Splits bytes at content-defined boundaries (gear hash chunking), so that values with few differences share most of
 * their blocks. Never splits a UTF-8 character.
 */
export function splitIntoBlocks(bytes: Uint8Array): Uint8Array[] {
  const blocks: Uint8Array[] = []
  let start = 0
  while (start < bytes.length) {
    const end = findBlockEnd(bytes, start)
    blocks.push(bytes.subarray(start, end))
    start = end
  }
  return blocks
}

function findBlockEnd(bytes: Uint8Array, start: number): number {
  const last = Math.min(start + MAX, bytes.length)
  let hash = 0
  for (let index = start + MIN - WINDOW_SIZE; index < last; index += 1) {
    hash = ((hash << 1) + (GEAR[bytes[index] ?? 0] ?? 0)) | 0
    if ((hash & BOUNDARY_MASK) === 0 && index >= start + MIN)
      return findCharacterEnd(bytes, index + 1)
  }
  return findCharacterEnd(bytes, last)
}

/** Continuation bytes of a UTF-8 character. Binary data may contain longer sequences of them. */
const MAX_CONTINUATION_BYTES = 3

function findCharacterEnd(bytes: Uint8Array, index: number): number {
  for (let end = index; end <= index + MAX_CONTINUATION_BYTES; end += 1) {
    if (((bytes[end] ?? 0) & 0xc0) !== 0x80) return Math.min(end, bytes.length)
  }
  return index
}

/** A fixed pseudo-random number for each byte. */
const GEAR = createGearTable()

function createGearTable(): Int32Array {
  const numbers = new Int32Array(256)
  let state = 1
  for (let index = 0; index < numbers.length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    numbers[index] = state ^ (state >>> 15)
  }
  return numbers
}
