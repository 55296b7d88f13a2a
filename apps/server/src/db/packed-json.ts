import { promisify } from 'node:util'
import { zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

const PLAIN = 0
const ZSTD = 1

const COMPRESS_FROM = 1_024
/** Above this, compressing would hold up the event loop. */
const COMPRESS_APART_FROM = 128 * 1_024

const compressApart = promisify(zstdCompress)

/** One byte that says how, then the JSON: as it is, or compressed when that pays. */
export async function pack(value: unknown): Promise<Uint8Array> {
  const json = Buffer.from(JSON.stringify(value))
  if (json.length < COMPRESS_FROM) return tagged(PLAIN, json)
  if (json.length < COMPRESS_APART_FROM) return tagged(ZSTD, zstdCompressSync(json))
  return tagged(ZSTD, await compressApart(json))
}

export const unpack = (packed: Uint8Array): unknown => JSON.parse(unpackText(packed))

/** The JSON itself. */
export function unpackText(packed: Uint8Array): string {
  const [how] = packed
  const body = packed.subarray(1)
  if (how === PLAIN) return Buffer.from(body).toString()
  if (how === ZSTD) return zstdDecompressSync(body).toString()
  throw new Error(`Packed with an unknown method: ${how}`)
}

/** Of the JSON in it. */
export function unpackedBytes(packed: Uint8Array): number {
  const body = packed.subarray(1)
  return packed[0] === ZSTD ? zstdDecompressSync(body).length : body.length
}

const tagged = (how: number, body: Uint8Array): Uint8Array => {
  const packed = new Uint8Array(body.length + 1)
  packed[0] = how
  packed.set(body, 1)
  return packed
}
