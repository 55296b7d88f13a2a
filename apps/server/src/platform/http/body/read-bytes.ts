import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'
import { freeMemory, freeWhole } from '../../process/free-memory.ts'
import { invalidInput, payloadTooLarge, refusal } from '../errors.ts'

const decompressors: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/** Bytes from which on the pieces of a body are not kept beside it, nor until the next collection of garbage. */
const LARGE = 64 * 1024

/** What a body is given before it comes, whatever its sender tells of it: of many that never come nobody else shall wait. */
const AT_ONCE = 1024 * 1024

type ReadOptions = {
  /** Of bytes, counted before and after decompression. */
  limit: number
  /** What to do about more. */
  hint?: string
  /** Told of every piece as it comes; what it throws ends the reading. */
  onBytes?: (bytes: number) => void
}

/** The body, decompressed. */
export async function readBytes(
  req: IncomingMessage,
  { limit, hint, onBytes }: ReadOptions,
): Promise<Buffer<ArrayBuffer>> {
  const told = Number(req.headers['content-length'] ?? 0)
  if (told > limit) throw payloadTooLarge(limit, hint)
  const decompress = decompressorOf(req)
  let whole =
    decompress === undefined && told > LARGE
      ? Buffer.allocUnsafeSlow(Math.min(told, AT_ONCE))
      : undefined
  const chunks: Buffer[] = []
  const collect = async (source: AsyncIterable<Buffer>) => {
    let size = 0
    for await (const chunk of source) {
      if (size + chunk.length > limit) throw payloadTooLarge(limit, hint)
      onBytes?.(chunk.length)
      const at = size
      size += chunk.length
      if (whole) {
        if (size > whole.length) whole = larger(whole, Math.min(told, Math.max(size, 2 * at)))
        whole.set(chunk, at)
        freeWhole(chunk)
      } else chunks.push(chunk)
    }
  }
  // Destroyed, it would take the connection along on which the refusal is to be answered.
  const body: AsyncIterable<Buffer> = req.iterator({ destroyOnReturn: false })
  if (decompress === undefined) await collect(body)
  else await pipeline(body, decompress, collect).catch(explainBrokenBody)
  return whole ?? Buffer.concat(chunks)
}

function larger(buffer: Buffer<ArrayBuffer>, size: number): Buffer<ArrayBuffer> {
  const more = Buffer.allocUnsafeSlow(size)
  more.set(buffer)
  freeMemory(buffer.buffer)
  return more
}

/** For the encoding the body came in; undefined where it came as it is. */
export function decompressorOf(req: IncomingMessage): Transform | undefined {
  const encoding = req.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity') return undefined
  const decompress = decompressors[encoding]
  if (decompress) return decompress()
  throw refusal(415, 'UNSUPPORTED_MEDIA_TYPE', `content-encoding ${encoding} is not understood`)
}

function explainBrokenBody(error: NodeJS.ErrnoException): never {
  if (isBrokenPacking(error))
    throw invalidInput('', 'the body is not what its content-encoding says')
  throw error
}

/** zlib's own codes say that bytes are not what their encoding promises. */
export const isBrokenPacking = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  /^(Z_|ERR_(BROTLI|ZSTD|_ERR)|ZSTD_|ERR__ERROR)/.test(code)
