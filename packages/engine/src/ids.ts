import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const BYTES = 16
const MAX_SEQ = 0x7f_ff_ff_ff

/** Random bytes for many ids: drawing them one by one would take most of the time. */
const pool = Buffer.alloc(BYTES * 256)
let offset = pool.length

function draw(): Buffer {
  if (offset === pool.length) {
    randomFillSync(pool)
    offset = 0
  }
  offset += BYTES
  return pool.subarray(offset - BYTES, offset)
}

let msecs = 0
let seq = 0

/** Returns a UUIDv7 that sorts after all previous ids of this process. */
export function newId(): string {
  const random = draw()
  const now = Date.now()
  if (now > msecs) {
    msecs = now
    // Leaves half of the range to count up in.
    seq = random.readUInt32BE(6) & (MAX_SEQ >>> 1)
  } else if (seq < MAX_SEQ) seq++
  else {
    msecs++
    seq = 0
  }
  return v7({ random, msecs, seq })
}
