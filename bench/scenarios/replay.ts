import { GraphDocument } from '@lathe/contract'
import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startLathe, type Lathe } from '../lib/lathe.ts'
import { load } from '../lib/load.ts'
import type { Row } from '../lib/report.ts'

const CALLS = 20
const CALL_MS = 1_000
const TIMES = 15
const MANY = 1_000

/** Sequential model calls with a fixed latency. */
function calls(count: number, latencyMs: number): GraphDocument {
  const ids = Array.from({ length: count }, (_, index) => `call${index}`)
  return GraphDocument.parse({
    format: 1,
    state: { question: { type: 'string' }, answer: { type: 'string' } },
    input: ['question'],
    output: ['answer'],
    nodes: Object.fromEntries(
      ids.map((id) => [
        id,
        {
          kind: 'model',
          model: { connection: 'demo', name: 'demo-fast' },
          prompt: {
            messages: [{ role: 'user', text: `${id}: {{question}} [[latency-ms: ${latencyMs}]]` }],
          },
          output: { text: 'answer' },
        },
      ]),
    ),
    edges: ['start', ...ids].map((from, index) => ({ from, to: ids[index] ?? 'end' })),
  })
}

/** Replays a recorded run without its waits. */
export async function replay(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'lathe-bench-'))
  const lathe = await startLathe(home)
  try {
    await lathe.createAgent('slow', calls(CALLS, CALL_MS))
    const { id, ms } = await record(lathe, 'slow')
    const again = await load(() => playExactly(lathe, id), { concurrency: 1, total: TIMES })
    const many = await replayStored(lathe)
    return [
      {
        what: `${CALLS} model calls of ${CALL_MS / 1_000} s, replayed exactly`,
        lathe: `p50 ${again.p50.toFixed(0)} ms, p95 ${again.p95.toFixed(0)} ms`,
        peers: [`the recorded run itself: ${(ms / 1_000).toFixed(1)} s`],
        ratio: `${(ms / again.p50).toFixed(0)}× faster`,
      },
      {
        what: `${MANY} stored runs against a version, with reports`,
        lathe: `${many.perSecond.toFixed(0)}/s, memory ${many.memory.join(' → ')} MB`,
        peers: ['target: 50/s'],
        ratio: `${(many.perSecond / 50).toFixed(1)}×`,
      },
      recordingSize(home),
    ]
  } finally {
    await lathe.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

async function record(
  lathe: Lathe,
  agent: string,
  question = 'Tides?',
): Promise<{ id: string; ms: number }> {
  const began = performance.now()
  const response = await lathe.call('POST', '/runs/wait', { agent, input: { question } })
  const { id, status } = (await response.json()) as { id: string; status: string }
  if (status !== 'success') throw new Error(`The run ended with ${status}`)
  return { id, ms: performance.now() - began }
}

/** Two batches of runs with different inputs, to reveal growing memory. */
async function replayStored(lathe: Lathe): Promise<{ perSecond: number; memory: number[] }> {
  await lathe.createAgent('short', calls(2, 0))
  const traceIds: string[] = []
  let next = 0
  await load(
    async () => void traceIds.push((await record(lathe, 'short', `Tides ${next++}?`)).id),
    {
      concurrency: 8,
      total: MANY,
    },
  )
  const memory = [memoryOf(lathe)]
  const began = performance.now()
  for (const half of [traceIds.slice(0, MANY / 2), traceIds.slice(MANY / 2)]) {
    await playBatch(lathe, half)
    memory.push(memoryOf(lathe))
  }
  return { perSecond: (MANY * 1_000) / (performance.now() - began), memory }
}

type Batch = { id: string; status: string; total: number; counts: { identical: number } }

async function playBatch(lathe: Lathe, traceIds: string[]): Promise<void> {
  const settings = { mode: 'version', version: 1 }
  const started = await lathe.call('POST', '/replay-batches', { traceIds, settings })
  let batch = (await started.json()) as Batch
  while (batch.status === 'running') {
    await wait(100)
    batch = (await (await lathe.call('GET', `/replay-batches/${batch.id}`)).json()) as Batch
  }
  const { total, counts } = batch
  if (counts.identical !== total) throw new Error(`${total - counts.identical} replays differed`)
}

const playExactly = (lathe: Lathe, traceId: string) => verdictOf(lathe, { traceId })

async function verdictOf(lathe: Lathe, start: object): Promise<void> {
  const response = await lathe.call('POST', '/replays/wait', start)
  const { verdict } = (await response.json()) as { verdict: string }
  if (verdict !== 'identical') throw new Error(`The replay was ${verdict}`)
}

const memoryOf = (lathe: Lathe): number => Math.round(lathe.rssBytes() / 2 ** 20)

/** Size of the recording beyond the stored payloads, both compressed. */
function recordingSize(home: string): Row {
  const db = new DatabaseSync(join(home, 'lathe.db'), { readOnly: true })
  const sum = (sql: string) => Number(db.prepare(sql).get()?.['bytes'] ?? 0)
  const recording = sum('select sum(length(body)) as bytes from exchanges')
  const payloads = sum(
    `select sum(coalesce(length(inputs), 0) + coalesce(length(outputs), 0)
      + coalesce(length(events), 0) + coalesce(length(metadata), 0)) as bytes from span_payloads`,
  )
  db.close()
  return {
    what: 'a recording on disk',
    lathe: `${Math.round(recording / 1_024)} kB`,
    peers: [`payloads of its spans: ${Math.round(payloads / 1_024)} kB`],
    ratio: `${(recording / payloads).toFixed(2)}×`,
  }
}
