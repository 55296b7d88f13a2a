import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import type { ParquetReply, ParquetRequest } from './parquet-thread.ts'
import type { FileRecord } from './read-records.ts'

const MEMORY_MB = 512
/** Per row group. */
const TIMEOUT_MS = 120_000

/**
 * Reads rows of a Parquet file. Its metadata is at the end, so the file is first written to disk.
 */
export async function* readParquet(
  source: AsyncIterable<Buffer>,
  { most }: { most: number },
): AsyncGenerator<FileRecord> {
  const folder = await mkdtemp(join(tmpdir(), 'lathe-import-'))
  try {
    const path = join(folder, 'file.parquet')
    await pipeline(source, createWriteStream(path))
    yield* readRows({ path, most })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs in a worker, because declared sizes can demand any amount of memory and time. */
async function* readRows(request: ParquetRequest): AsyncGenerator<FileRecord> {
  const worker = new Worker(new URL('./parquet-thread.ts', import.meta.url), {
    workerData: request,
    name: 'parquet',
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  let row = 0
  try {
    for (;;) {
      const reply = await ask(worker)
      if (reply === 'end') return
      if ('problem' in reply) {
        const problem = `cannot be read beyond this point: ${reply.problem}`
        yield { place: `row ${row + 1}`, reading: { problem }, bytes: 0 }
        return
      }
      for (const value of reply.rows) {
        row += 1
        yield { place: `row ${row}`, reading: { value }, bytes: textLength(value) }
      }
    }
  } finally {
    await worker.terminate()
  }
}

async function ask(worker: Worker): Promise<ParquetReply> {
  worker.postMessage('next')
  try {
    // Rejects with the error that ended the thread.
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const [reply]: ParquetReply[] = await once(worker, 'message', { signal })
    return reply ?? 'end'
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'the reader thread exited' }
  }
}

/** Nearly all of a run is in its strings. */
const textLength = (row: object) =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  )
