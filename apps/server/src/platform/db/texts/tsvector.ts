/** Postgres keeps no position beyond the first limit, and no more positions of a word than the second. */
const LAST_PLACE = 16_383
const MAX_PLACES = 256

/** Encodes a vector in Postgres' binary format: parsing text would double the cost of indexing a span. */
export function encodeVector(words: ReadonlyMap<string, readonly number[]>): Uint8Array {
  let size = COUNT
  for (const [word, places] of words) size += word.length * 3 + 3 + places.length * 2
  const vector = Buffer.allocUnsafe(size)
  let at = vector.writeInt32BE(words.size)
  for (const [word, places] of words) {
    at += vector.write(word, at)
    at = vector.writeUInt8(0, at)
    const count = countPlaces(places)
    at = vector.writeUInt16BE(count, at)
    for (let index = 0; index < count; index += 1)
      at = vector.writeUInt16BE(Math.min(places[index] ?? 0, LAST_PLACE), at)
  }
  return vector.subarray(0, at)
}

/** Returns how many places are stored. Places beyond the last one share it. */
function countPlaces(places: readonly number[]): number {
  const max = Math.min(places.length, MAX_PLACES)
  if ((places[max - 1] ?? 0) <= LAST_PLACE) return max
  return places.findIndex((place) => place >= LAST_PLACE) + 1
}

const COUNT = 4
/** The OID of the type `tsvector`. */
const TSVECTOR = 3_614
const HEAD = 20
/** Postgres closes the connection on a message of a gigabyte. */
const MAX_BYTES = 1_000_000_000

/** Encodes a parameter that is cast to `tsvector[]`. Throws a RangeError if it exceeds a message. */
export function encodeVectors(vectors: readonly Uint8Array[]): Buffer {
  const size = vectors.reduce((sum, { length }) => sum + COUNT + length, HEAD)
  if (size > MAX_BYTES) throw new RangeError('The words exceed a message to Postgres')
  const encoded = Buffer.allocUnsafe(size)
  let at = 0
  const dimensions = vectors.length === 0 ? [] : [vectors.length, 1]
  for (const number of [dimensions.length / 2, 0, TSVECTOR, ...dimensions])
    at = encoded.writeInt32BE(number, at)
  for (const vector of vectors) {
    at = encoded.writeInt32BE(vector.length, at)
    encoded.set(vector, at)
    at += vector.length
  }
  return encoded.subarray(0, at)
}
