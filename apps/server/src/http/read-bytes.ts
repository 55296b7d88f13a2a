import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'
import { invalidInput, payloadTooLarge, refusal } from './errors.ts'

const decompressors: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

type ReadOptions = {
  /** Of bytes, counted before and after decompression. */
  limit: number
  /** Told of every piece as it comes; what it throws ends the reading. */
  onBytes?: (bytes: number) => void
}

/** The body, decompressed. */
export async function readBytes(
  req: IncomingMessage,
  { limit, onBytes }: ReadOptions,
): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > limit) throw payloadTooLarge(limit)
  const chunks: Buffer[] = []
  const collect = async (source: AsyncIterable<Buffer>) => {
    let size = 0
    for await (const chunk of source) {
      size += chunk.length
      if (size > limit) throw payloadTooLarge(limit)
      onBytes?.(chunk.length)
      chunks.push(chunk)
    }
  }
  const encoding = req.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity') {
    await collect(req)
  } else {
    const decompress = decompressors[encoding]
    if (decompress === undefined) {
      throw refusal(415, 'UNSUPPORTED_MEDIA_TYPE', `content-encoding ${encoding} is not understood`)
    }
    await pipeline(req, decompress(), collect).catch(explainBrokenBody)
  }
  return Buffer.concat(chunks)
}

/** zlib's own codes say that the body is not what its encoding promises; anything else is passed on. */
function explainBrokenBody(error: NodeJS.ErrnoException): never {
  if (/^(Z_|ERR_(BROTLI|ZSTD|_ERR)|ZSTD_|ERR__ERROR)/.test(error.code ?? '')) {
    throw invalidInput('', 'the body is not what its content-encoding says')
  }
  throw error
}
