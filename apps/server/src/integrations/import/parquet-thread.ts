import { parentPort, workerData } from 'node:worker_threads'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { JsonObject } from '@lathe/contract'
import { toIso } from '@lathe/traces'
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  snappyUncompress,
  toJson,
} from 'hyparquet'

/** `most` limits the bytes of one page of a column. */
export type ParquetRequest = { path: string; maxBytes: number }

export type ParquetStep = JsonObject[] | { problem: string }

/** Rows per message. Rows can be large. */
const BATCH = 50

const { path, maxBytes }: ParquetRequest = workerData

/** The file declares the size, so check it before allocating. */
const withSizeCheck = (decompress: (input: Uint8Array, size: number) => Uint8Array) => {
  return (input: Uint8Array, size: number) => {
    if (size > maxBytes) throw new RangeError(`a page is longer than ${maxBytes} bytes`)
    return decompress(input, size)
  }
}
const limited = (size: number) => ({ maxOutputLength: Math.max(1, size) })
const compressors = {
  SNAPPY: withSizeCheck((input, size) => {
    const output = new Uint8Array(size)
    snappyUncompress(input, output)
    return output
  }),
  GZIP: withSizeCheck((input, size) => gunzipSync(input, limited(size))),
  ZSTD: withSizeCheck((input, size) => zstdDecompressSync(input, limited(size))),
  BROTLI: withSizeCheck((input, size) => brotliDecompressSync(input, limited(size))),
}

const asText = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const parsers = {
  timestampFromMilliseconds: (time: bigint) => toIso(Number(time) * 1_000),
  timestampFromMicroseconds: (time: bigint) => toIso(Number(time)),
  timestampFromNanoseconds: (time: bigint) => toIso(Number(time / 1_000n)),
  // Parsed later, with a depth limit.
  jsonFromBytes: asText,
}

async function* readRows(): AsyncGenerator<JsonObject[]> {
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  const reading = { file, metadata, compressors, parsers }
  let rowStart = 0
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows)
    const rows = await parquetReadObjects({ ...reading, rowStart, rowEnd })
    for (let start = 0; start < rows.length; start += BATCH)
      // The cast holds because rows are objects and `toJson` leaves JSON in them unchanged.
      yield toJson(rows.slice(start, start + BATCH)) as JsonObject[]
    rowStart = rowEnd
  }
}

async function* readSteps(): AsyncGenerator<ParquetStep, void> {
  try {
    yield* readRows()
  } catch (error) {
    yield { problem: error instanceof Error ? error.message : 'it cannot be read' }
  }
}

// Only started by `read-parquet.ts`.
const steps = readSteps()

parentPort?.on('message', () => void steps.next().then((step) => parentPort?.postMessage(step)))
