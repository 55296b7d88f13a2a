import type { IncomingMessage } from 'node:http'
import { pipeline, Readable, type Transform } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { createDecompressor } from '../../platform/http/body/read-bytes.ts'
import { payloadTooLarge } from '../../platform/http/errors.ts'

/** Detected by magic bytes. */
const COMPRESSIONS: [magic: Buffer, decompress: () => Transform][] = [
  [Buffer.from('1f8b', 'hex'), createGunzip],
  [Buffer.from('28b52ffd', 'hex'), createZstdDecompress],
]
const PARQUET = Buffer.from('PAR1')
const LONGEST = 4

const LIMIT_HINT = 'LATHE_IMPORT_BYTES sets the size limit of an uncompressed file.'

type Bytes = AsyncIterable<Buffer>

/** Opens a file whether the sender or the transport compressed it. */
export async function openFile(
  req: IncomingMessage,
  limit: number,
): Promise<{ bytes: Bytes; isParquet: boolean }> {
  if (Number(req.headers['content-length'] ?? 0) > limit) throw payloadTooLarge(limit, LIMIT_HINT)
  const contentStart = await peek(unpacked(req, createDecompressor(req)))
  const [, decompress] = COMPRESSIONS.find(([magic]) => startsWith(contentStart.head, magic)) ?? []
  const { head, all } = decompress
    ? await peek(unpacked(contentStart.all, decompress()))
    : contentStart
  return { bytes: limitBytes(all, limit), isParquet: startsWith(head, PARQUET) }
}

const startsWith = (head: Buffer, magic: Buffer) => head.subarray(0, magic.length).equals(magic)

function unpacked(source: Bytes, decompress: Transform | undefined): Bytes {
  if (!decompress) return source
  // The error also reaches the reader of the stream.
  pipeline(Readable.from(source, { objectMode: false }), decompress, () => {})
  return decompress
}

/** Returns the first bytes and a stream of everything. */
async function peek(source: Bytes): Promise<{ head: Buffer; all: Bytes }> {
  const chunks = source[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < LONGEST) {
    const { done, value } = await chunks.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  async function* all() {
    yield head
    for (;;) {
      const { done, value } = await chunks.next()
      if (done) return
      yield value
    }
  }
  return { head, all: all() }
}

async function* limitBytes(source: Bytes, limit: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > limit) throw payloadTooLarge(limit, LIMIT_HINT)
    yield chunk
  }
}
