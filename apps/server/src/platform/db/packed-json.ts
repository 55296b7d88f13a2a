import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { SnappyDecompressor } from 'snappyjs/snappy_decompressor.js'
import { dictionaryFor, NEWEST_DICTIONARY } from './dictionaries.ts'

/**
 * JSON in pieces that the writer thread joins and compresses, so that the event loop neither copies
 * nor waits.
 */
export class UnpackedJson {
  readonly chunks: readonly (string | Uint8Array)[]
  readonly size: number

  constructor(chunks: readonly (string | Uint8Array)[]) {
    this.chunks = chunks
    this.size = chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk), 0)
  }
}

/** The first byte names the format of the rest. The numbers are stored, so never change them. */
const PLAIN = 0
const ZSTD = 1
/** Only in data of older versions. */
const SNAPPY = 2
/** A byte with the number of the dictionary, then zstd. */
const ZSTD_WITH_DICTIONARY = 3

/** Shorter values do not get smaller. */
const COMPRESS_FROM = 64
/** For longer values a dictionary does not help. */
const NO_DICTIONARY_FROM = 64 * 1_024
/**
 * Larger values are compressed in another thread, because compressing them would block this one.
 */
const COMPRESS_IN_THREAD_FROM = 128 * 1_024
/** The writer thread compresses larger values in one piece, which saves event loop time. */
const WRITER_COMPRESSES_TO = 1_024 * 1_024

const LEVEL = 1
const MAX_CHUNK_BYTES = 256 * 1_024
/** The dictionary's number is stored in a separate byte. */
const params = {
  [constants.ZSTD_c_compressionLevel]: LEVEL,
  [constants.ZSTD_c_dictIDFlag]: 0,
}

const compressAsync = promisify(zstdCompress)

/** Packs JSON: one byte for the format, then the JSON, compressed if that makes it smaller. */
export const packJson = (json: string | Uint8Array): Uint8Array | Promise<Uint8Array> =>
  isLarge(json) ? packInThread(json) : packText(json)

export const pack = async (value: unknown): Promise<Uint8Array> =>
  await packJson(JSON.stringify(value))

/** Packs only large JSON, for a writer that packs the rest itself. */
export function packForWriter(
  chunks: readonly (string | Uint8Array)[],
): UnpackedJson | Promise<Uint8Array> {
  const unpacked = new UnpackedJson(chunks)
  return unpacked.size > WRITER_COMPRESSES_TO ? packInThread(joinPieces(chunks)) : unpacked
}

/** Joins the pieces. */
export const joinPieces = (chunks: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(chunks.map((chunk) => asBuffer(chunk)))

export function packText(json: string | Uint8Array): Uint8Array {
  const bytes = asBuffer(json)
  if (bytes.length < COMPRESS_FROM) return tagged([PLAIN], bytes)
  // With a known size, zstd allocates only what the input needs, which halves the time.
  const options = { params, pledgedSrcSize: bytes.length }
  if (bytes.length >= NO_DICTIONARY_FROM) return tagged([ZSTD], zstdCompressSync(bytes, options))
  const dictionary = dictionaryFor(NEWEST_DICTIONARY)
  return tagged(
    [ZSTD_WITH_DICTIONARY, NEWEST_DICTIONARY],
    zstdCompressSync(bytes, { ...options, dictionary }),
  )
}

const asBuffer = (json: string | Uint8Array) =>
  typeof json === 'string' ? Buffer.from(json) : json

const packInThread = async (json: string | Uint8Array) =>
  tagged([ZSTD], await compressAsync(asBuffer(json), threadOptions(json.length)))

/** Large output chunks: each chunk interrupts the event loop. */
const threadOptions = (size: number) => ({ params, chunkSize: Math.min(size, MAX_CHUNK_BYTES) })

export const isLarge = (json: string | Uint8Array) => json.length >= COMPRESS_IN_THREAD_FROM

export const unpack = (packedBytes: Uint8Array): unknown =>
  JSON.parse(unpackBytes(packedBytes).toString())

/** Packs bytes without compression. */
export const packPlain = (bytes: Uint8Array): Uint8Array => tagged([PLAIN], bytes)

export function unpackBytes(packedBytes: Uint8Array): Buffer {
  const [method, number = 0] = packedBytes
  const body = packedBytes.subarray(1)
  if (method === PLAIN) return toBuffer(body)
  if (method === SNAPPY) return unsnappy(body)
  if (method === ZSTD) return zstdDecompressSync(body)
  if (method === ZSTD_WITH_DICTIONARY)
    return zstdDecompressSync(body.subarray(1), { dictionary: dictionaryFor(number) })
  throw new Error(`Packed with an unknown method: ${method}`)
}

const toBuffer = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, length)

function unsnappy(body: Uint8Array): Buffer {
  const decompressor = new SnappyDecompressor(body)
  const json = Buffer.allocUnsafe(Math.max(0, decompressor.readUncompressedLength()))
  if (!decompressor.uncompressToBuffer(json)) throw new Error('The packed data is damaged')
  return json
}

const tagged = (tag: readonly number[], body: Uint8Array): Uint8Array => {
  const packedBytes = new Uint8Array(tag.length + body.length)
  packedBytes.set(tag)
  packedBytes.set(body, tag.length)
  return packedBytes
}
