/** Postgres keeps no later place of a word, and no more of them. */
const LAST_PLACE = 16_383
const MOST_PLACES = 256

/** As Postgres has it on the wire: text of it takes as long to read as all else it does to index a span. */
export function encodeVector(words: ReadonlyMap<string, readonly number[]>): Uint8Array {
  let most = COUNT
  for (const [word, places] of words) most += word.length * 3 + 3 + places.length * 2
  const vector = Buffer.allocUnsafe(most)
  let at = vector.writeInt32BE(words.size)
  for (const [word, places] of words) {
    at += vector.write(word, at)
    at = vector.writeUInt8(0, at)
    const kept = keptOf(places)
    at = vector.writeUInt16BE(kept, at)
    for (let index = 0; index < kept; index += 1)
      at = vector.writeUInt16BE(Math.min(places[index] ?? 0, LAST_PLACE), at)
  }
  return vector.subarray(0, at)
}

/** Of places in their order; those behind the last stand at it together. */
function keptOf(places: readonly number[]): number {
  const most = Math.min(places.length, MOST_PLACES)
  if ((places[most - 1] ?? 0) <= LAST_PLACE) return most
  return places.findIndex((place) => place >= LAST_PLACE) + 1
}

const COUNT = 4
/** `tsvector` itself; no database has another. */
const TSVECTOR = 3_614
const HEAD = 20
/** Whoever sends Postgres a message of a gigabyte loses the connection. */
const MOST_BYTES = 1_000_000_000

/** A parameter that is cast to `tsvector[]`. Throws `RangeError` where it is more than a message holds. */
export function encodeVectors(vectors: readonly Uint8Array[]): Buffer {
  const size = vectors.reduce((sum, { length }) => sum + COUNT + length, HEAD)
  if (size > MOST_BYTES) throw new RangeError('More words than a message to Postgres holds')
  const all = Buffer.allocUnsafe(size)
  let at = 0
  const dimensions = vectors.length === 0 ? [] : [vectors.length, 1]
  for (const number of [dimensions.length / 2, 0, TSVECTOR, ...dimensions])
    at = all.writeInt32BE(number, at)
  for (const vector of vectors) {
    at = all.writeInt32BE(vector.length, at)
    all.set(vector, at)
    at += vector.length
  }
  return all.subarray(0, at)
}
