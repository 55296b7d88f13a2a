import { GraphDocument } from '@lathe/contract'
import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLathe, type Lathe } from '../lib/lathe.ts'
import { load } from '../lib/load.ts'
import type { Row } from '../lib/report.ts'

const CALLS = 20
const CALL_MS = 1_000
const TIMES = 15
const MANY = 1_000

/** Model calls one after the other, each of which takes its time. */
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
          model: { connection: 'practice', name: 'practice-fast' },
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

/** A recorded run again: as fast as its own steps, without its waits. */
export async function replay(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'lathe-bench-'))
  const lathe = await startLathe(home)
  try {
    await lathe.createAgent('slow', calls(CALLS, CALL_MS))
    const { id, ms } = await record(lathe, 'slow')
    const again = await load(() => playExactly(lathe, id), { concurrency: 1, total: TIMES })
    await lathe.createAgent('short', calls(2, 0))
    const short = await record(lathe, 'short')
    const memory = [memoryOf(lathe)]
    const half = { concurrency: 8, total: MANY / 2 }
    const first = await load(() => play(lathe, short.id), half)
    memory.push(memoryOf(lathe))
    const second = await load(() => play(lathe, short.id), half)
    memory.push(memoryOf(lathe))
    const perSecond = MANY / (half.total / first.perSecond + half.total / second.perSecond)
    return [
      {
        what: `${CALLS} model calls of ${CALL_MS / 1_000} s, replayed exactly`,
        lathe: `p50 ${again.p50.toFixed(0)} ms, p95 ${again.p95.toFixed(0)} ms`,
        peers: [`the recorded run itself: ${(ms / 1_000).toFixed(1)} s`],
        ratio: `${(ms / again.p50).toFixed(0)}× faster`,
      },
      {
        what: `${MANY} replays against a version, with reports, c=8`,
        lathe: `${perSecond.toFixed(0)}/s, memory ${memory.join(' → ')} MB`,
        peers: [],
        ratio: '',
      },
      tapeSize(home),
    ]
  } finally {
    await lathe.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

async function record(lathe: Lathe, agent: string): Promise<{ id: string; ms: number }> {
  const began = performance.now()
  const response = await lathe.call('POST', '/runs/wait', { agent, input: { question: 'Tides?' } })
  const { id, status } = (await response.json()) as { id: string; status: string }
  if (status !== 'success') throw new Error(`The run ended with ${status}`)
  return { id, ms: performance.now() - began }
}

const playExactly = (lathe: Lathe, traceId: string) => verdictOf(lathe, { traceId })
const play = (lathe: Lathe, traceId: string) =>
  verdictOf(lathe, { traceId, mode: 'version', version: 1 })

async function verdictOf(lathe: Lathe, start: object): Promise<void> {
  const response = await lathe.call('POST', '/replays/wait', start)
  const { verdict } = (await response.json()) as { verdict: string }
  if (verdict !== 'identical') throw new Error(`The replay was ${verdict}`)
}

const memoryOf = (lathe: Lathe): number => Math.round(lathe.rssBytes() / 2 ** 20)

/** What a tape adds to the payloads that are kept anyway; both compressed. */
function tapeSize(home: string): Row {
  const db = new DatabaseSync(join(home, 'lathe.db'), { readOnly: true })
  const sum = (sql: string) => Number(db.prepare(sql).get()?.['bytes'] ?? 0)
  const tape = sum('select sum(length(body)) as bytes from exchanges')
  const payloads = sum(
    `select sum(coalesce(length(inputs), 0) + coalesce(length(outputs), 0)
      + coalesce(length(events), 0) + coalesce(length(metadata), 0)) as bytes from span_payloads`,
  )
  db.close()
  return {
    what: 'a tape on disk',
    lathe: `${Math.round(tape / 1_024)} kB`,
    peers: [`payloads of its spans: ${Math.round(payloads / 1_024)} kB`],
    ratio: `${(tape / payloads).toFixed(2)}×`,
  }
}
