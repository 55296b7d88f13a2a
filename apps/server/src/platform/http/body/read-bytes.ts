import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'
import { freeMemory, freeUnshared } from '../../process/free-memory.ts'
import { invalidInput, payloadTooLarge, refusal } from '../errors.ts'

const decompressors: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/**
 * From this size on, free the chunks of a body after copying them instead of waiting for the
 * garbage collector.
 */
const LARGE = 64 * 1024

/**
 * Maximum bytes allocated before the body arrives, whatever length is declared. Bodies that never
 * arrive must not block others.
 */
const CHUNK_BYTES = 1024 * 1024

type ReadOptions = {
  /** Maximum bytes, counted before and after decompression. */
  limit: number
  /** Added to the error, for example how to send less. */
  hint?: string
  /** Called for each chunk. If it throws, reading stops with that error. */
  onBytes?: (bytes: number) => void
}

/** Reads and decompresses the body. */
export async function readBytes(
  req: IncomingMessage,
  { limit, hint, onBytes }: ReadOptions,
): Promise<Buffer<ArrayBuffer>> {
  const declaredLength = Number(req.headers['content-length'] ?? 0)
  if (declaredLength > limit) throw payloadTooLarge(limit, hint)
  const decompress = createDecompressor(req)
  let buffer =
    decompress === undefined && declaredLength > LARGE
      ? Buffer.allocUnsafeSlow(Math.min(declaredLength, CHUNK_BYTES))
      : undefined
  const chunks: Buffer[] = []
  const collectBytes = async (source: AsyncIterable<Buffer>) => {
    let size = 0
    for await (const chunk of source) {
      if (size + chunk.length > limit) throw payloadTooLarge(limit, hint)
      onBytes?.(chunk.length)
      const offset = size
      size += chunk.length
      if (buffer) {
        if (size > buffer.length)
          buffer = growBuffer(buffer, Math.min(declaredLength, Math.max(size, 2 * offset)))
        buffer.set(chunk, offset)
        freeUnshared(chunk)
      } else chunks.push(chunk)
    }
  }
  // Destroying the request would close the connection that the error response needs.
  const body: AsyncIterable<Buffer> = req.iterator({ destroyOnReturn: false })
  if (decompress === undefined) await collectBytes(body)
  else await pipeline(body, decompress, collectBytes).catch(explainBrokenBody)
  return buffer ?? Buffer.concat(chunks)
}

function growBuffer(buffer: Buffer<ArrayBuffer>, size: number): Buffer<ArrayBuffer> {
  const grownBuffer = Buffer.allocUnsafeSlow(size)
  grownBuffer.set(buffer)
  freeMemory(buffer.buffer)
  return grownBuffer
}

/** Creates a decompressor for the body's encoding. Returns undefined if the body is not encoded. */
export function createDecompressor(req: IncomingMessage): Transform | undefined {
  const encoding = req.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity') return undefined
  const decompress = decompressors[encoding]
  if (decompress) return decompress()
  throw refusal(415, 'UNSUPPORTED_MEDIA_TYPE', `content-encoding ${encoding} is not supported`)
}

function explainBrokenBody(error: NodeJS.ErrnoException): never {
  if (isBrokenCompression(error))
    throw invalidInput('', 'the body does not match its content-encoding')
  throw error
}

/** Whether a zlib error means that the bytes do not match their encoding. */
export const isBrokenCompression = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  /^(Z_|ERR_(BROTLI|ZSTD|_ERR)|ZSTD_|ERR__ERROR)/.test(code)
