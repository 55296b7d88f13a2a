import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const BYTES = 16
const MAX_SEQ = 0x7f_ff_ff_ff

/** Chance for many ids: to draw it for one takes as long, and longer than all else. */
const pool = Buffer.alloc(BYTES * 256)
let used = pool.length

function draw(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += BYTES
  return pool.subarray(used - BYTES, used)
}

let msecs = 0
let seq = 0

/** A UUIDv7 that sorts after all that this process made before. */
export function newId(): string {
  const random = draw()
  const now = Date.now()
  if (now > msecs) {
    msecs = now
    // Half of what there is remains to count up in.
    seq = random.readUInt32BE(6) & (MAX_SEQ >>> 1)
  } else if (seq < MAX_SEQ) seq++
  else {
    msecs++
    seq = 0
  }
  return v7({ random, msecs, seq })
}
