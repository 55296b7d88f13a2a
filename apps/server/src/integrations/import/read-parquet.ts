import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { iterateInThread } from '../../platform/workers/iterate-in-thread.ts'
import type { ParquetRequest, ParquetStep } from './parquet-thread.ts'
import type { FileRecord } from './read-records.ts'

/** Per row group. */
const TIMEOUT_MS = 120_000

/**
 * Reads rows of a Parquet file. Its metadata is at the end, so the file is first written to disk.
 */
export async function* readParquet(
  source: AsyncIterable<Buffer>,
  { maxBytes }: { maxBytes: number },
): AsyncGenerator<FileRecord> {
  const folder = await mkdtemp(join(tmpdir(), 'lathe-import-'))
  try {
    const path = join(folder, 'file.parquet')
    await pipeline(source, createWriteStream(path))
    yield* readRows({ path, maxBytes })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs in a worker, because declared sizes can demand any amount of memory and time. */
async function* readRows(request: ParquetRequest): AsyncGenerator<FileRecord> {
  const script = new URL('./parquet-thread.ts', import.meta.url)
  const steps = iterateInThread<ParquetStep>(script, request, {
    name: 'parquet',
    timeoutMs: TIMEOUT_MS,
    onLimit: (limit) => ({ problem: `reading it takes too much ${limit}` }),
  })
  let row = 0
  for await (const step of steps) {
    if ('problem' in step) {
      const problem = `cannot be read beyond this point: ${step.problem}`
      yield { location: `row ${row + 1}`, reading: { problem }, bytes: 0 }
      return
    }
    for (const value of step) {
      row += 1
      yield { location: `row ${row}`, reading: { value }, bytes: textLength(value) }
    }
  }
}

/** Nearly all of a run is in its strings. */
const textLength = (row: object) =>
  Object.values(row).reduce<number>(
    (total, value) => total + (typeof value === 'string' ? value.length : 0),
    0,
  )
