import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { load } from 'sqlite-vec'

/**
 * Defines `vec_distance_cosine`: the native version if the platform has it, or else one in
 * JavaScript.
 */
export function addVectors(db: DatabaseSync): void {
  try {
    db.enableLoadExtension(true)
    load(db)
  } catch {
    db.function('vec_distance_cosine', { deterministic: true }, cosineDistance)
  } finally {
    db.enableLoadExtension(false)
  }
}

export function cosineDistance(a: SQLOutputValue, b: SQLOutputValue): number {
  const [x, y] = [floats(a), floats(b)]
  if (x.length !== y.length) {
    throw new Error(`Vector dimension mismatch: ${x.length} and ${y.length}`)
  }
  let dot = 0
  let xx = 0
  let yy = 0
  for (let i = 0; i < x.length; i++) {
    const [p, q] = [x[i] ?? 0, y[i] ?? 0]
    dot += p * q
    xx += p * p
    yy += q * q
  }
  return 1 - dot / Math.sqrt(xx * yy)
}

function floats(value: SQLOutputValue): Float32Array {
  if (!(value instanceof Uint8Array))
    throw new TypeError('A vector must be a blob of 32-bit floats')
  const { buffer, byteOffset, byteLength } = value
  const isAligned = byteOffset % 4 === 0
  return isAligned
    ? new Float32Array(buffer, byteOffset, byteLength / 4)
    : new Float32Array(value.slice().buffer)
}
