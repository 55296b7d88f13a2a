import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sendBatch, traceBatch, type TraceBatch } from '../lib/langsmith-batches.ts'
import { startLathe } from '../lib/lathe.ts'
import type { Row } from '../lib/report.ts'
import { percentile } from '../lib/statistics.ts'

const BATCH = 200
const SPANS = Number(process.env['BENCH_SPANS'] ?? 100_000)
const SENDERS = 4
/** Batches made before the clock starts. */
const PREPARED = Math.min(SPANS / BATCH, 200)

/** LangSmith multipart, acknowledged on disk, beside as many rows of the same size in bare node:sqlite. */
export async function ingest(): Promise<Row[]> {
  const lathe = await startLathe()
  const latencies: number[] = []
  let seconds = 0
  try {
    await sendAll(lathe.url, 10, [])
    for (let sent = 0; sent < SPANS / BATCH; sent += PREPARED)
      seconds += await sendAll(lathe.url, PREPARED, latencies)
  } finally {
    await lathe.stop()
  }
  const perSecond = (latencies.length * BATCH) / seconds
  const bare = bareInserts()
  return [
    {
      what: `ingest, LangSmith multipart, ${BATCH} spans a batch, ${SENDERS} senders`,
      lathe: `${Math.round(perSecond)} spans/s, acknowledged p50 ${percentile(latencies, 0.5).toFixed(0)} ms, p99 ${percentile(latencies, 0.99).toFixed(0)} ms`,
      peers: [`bare node:sqlite, payloads alone: ${Math.round(bare)} rows/s`],
      ratio: `${(perSecond / bare).toFixed(2)}×`,
    },
  ]
}

/** Seconds from the first to the last. */
async function sendAll(url: string, count: number, latencies: number[]): Promise<number> {
  const batches = Array.from({ length: count }, () => traceBatch(BATCH))
  const began = performance.now()
  const send = async (batch: TraceBatch) => {
    const before = performance.now()
    await sendBatch(url, batch)
    latencies.push(performance.now() - before)
  }
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (let batch = batches.pop(); batch; batch = batches.pop()) await send(batch)
    }),
  )
  return (performance.now() - began) / 1_000
}

function bareInserts(): number {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-bench-'))
  const db = new DatabaseSync(join(folder, 'bare.db'))
  try {
    db.exec('pragma journal_mode = wal; pragma synchronous = normal')
    db.exec('create table spans (id text primary key, body blob)')
    const insert = db.prepare('insert into spans values (?, ?)')
    const batches = Array.from({ length: PREPARED }, () => traceBatch(BATCH))
    const began = performance.now()
    for (const { ids, body } of batches) {
      db.exec('begin')
      const size = Math.floor(body.length / ids.length)
      for (const [index, id] of ids.entries())
        insert.run(id, body.subarray(index * size, (index + 1) * size))
      db.exec('commit')
    }
    return (PREPARED * BATCH * 1_000) / (performance.now() - began)
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
