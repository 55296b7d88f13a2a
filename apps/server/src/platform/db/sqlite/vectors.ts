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
  const [first, second] = [floats(a), floats(b)]
  if (first.length !== second.length) {
    throw new Error(`Vector dimension mismatch: ${first.length} and ${second.length}`)
  }
  let dot = 0
  let firstSquares = 0
  let secondSquares = 0
  for (let i = 0; i < first.length; i++) {
    const [p, q] = [first[i] ?? 0, second[i] ?? 0]
    dot += p * q
    firstSquares += p * p
    secondSquares += q * q
  }
  return 1 - dot / Math.sqrt(firstSquares * secondSquares)
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
