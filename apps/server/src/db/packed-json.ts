import { promisify } from 'node:util'
import { zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { SnappyCompressor } from 'snappyjs/snappy_compressor.js'
import { SnappyDecompressor } from 'snappyjs/snappy_decompressor.js'

/** JSON that the thread which writes it packs, so that the event loop need not. */
export class UnpackedJson {
  readonly json: string | Uint8Array

  constructor(json: string | Uint8Array) {
    this.json = json
  }
}

const PLAIN = 0
const ZSTD = 1
const SNAPPY = 2

const COMPRESS_FROM = 1_024
/** Of less, zstd takes longer to begin than snappy to be done. */
const ZSTD_FROM = 4_096
/** Above this, compressing would hold up the thread it is done on. */
const COMPRESS_APART_FROM = 128 * 1_024

const compressApart = promisify(zstdCompress)

/** One byte that says how, then the JSON: as it is, or compressed when that pays, by what pays for its size. */
export const packJson = (json: string | Uint8Array): Uint8Array | Promise<Uint8Array> =>
  isLarge(json) ? packApart(json) : packText(json)

export const pack = async (value: unknown): Promise<Uint8Array> =>
  await packJson(JSON.stringify(value))

/** For a writer that packs for itself: only what is large is packed before, and waited for. */
export const packForWriter = (json: string | Uint8Array): UnpackedJson | Promise<Uint8Array> =>
  isLarge(json) ? packApart(json) : new UnpackedJson(json)

export function packText(json: string | Uint8Array): Uint8Array {
  const size = Buffer.byteLength(json)
  if (size < COMPRESS_FROM) return plain(json, size)
  const bytes = bytesIn(json)
  return size < ZSTD_FROM ? snappy(bytes) : tagged(ZSTD, zstdCompressSync(bytes))
}

const bytesIn = (json: string | Uint8Array) => (typeof json === 'string' ? Buffer.from(json) : json)

const packApart = async (json: string | Uint8Array) =>
  tagged(ZSTD, await compressApart(bytesIn(json)))

export const isLarge = (json: string | Uint8Array) => json.length >= COMPRESS_APART_FROM

export const unpack = (packed: Uint8Array): unknown => JSON.parse(unpackText(packed))

/** The JSON itself. */
export const unpackText = (packed: Uint8Array): string => bytesOf(packed).toString()

/** Of the JSON in it. */
export const unpackedBytes = (packed: Uint8Array): number => bytesOf(packed).length

function bytesOf(packed: Uint8Array): Buffer {
  const [how] = packed
  const body = packed.subarray(1)
  if (how === PLAIN) return bufferOf(body)
  if (how === SNAPPY) return unsnappy(body)
  if (how === ZSTD) return zstdDecompressSync(body)
  throw new Error(`Packed with an unknown method: ${how}`)
}

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, length)

function plain(json: string | Uint8Array, size: number): Uint8Array {
  const packed = Buffer.allocUnsafe(size + 1)
  packed[0] = PLAIN
  if (typeof json === 'string') packed.write(json, 1)
  else packed.set(json, 1)
  return packed
}

/** Into memory that is shared with others: to allocate and free some for each takes as long as to compress it. */
function snappy(json: Uint8Array): Uint8Array {
  const compressor = new SnappyCompressor(json)
  const packed = Buffer.allocUnsafe(compressor.maxCompressedLength() + 1)
  packed[0] = SNAPPY
  return packed.subarray(0, compressor.compressToBuffer(packed.subarray(1)) + 1)
}

function unsnappy(body: Uint8Array): Buffer {
  const decompressor = new SnappyDecompressor(body)
  const json = Buffer.allocUnsafe(Math.max(0, decompressor.readUncompressedLength()))
  if (!decompressor.uncompressToBuffer(json)) throw new Error('What was packed is damaged')
  return json
}

const tagged = (how: number, body: Uint8Array): Uint8Array => {
  const packed = new Uint8Array(body.length + 1)
  packed[0] = how
  packed.set(body, 1)
  return packed
}
