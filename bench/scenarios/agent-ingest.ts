import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../apps/server/src/testing/postgres-server.ts'
import {
  agentBatches,
  type AgentBatch,
  type AgentProtocol,
  sendAgentBatch,
} from '../lib/agent-batches.ts'
import { type Lathe, startLathe } from '../lib/lathe.ts'
import { untilQuiet } from '../lib/quiet.ts'
import { count, ms, type Row, times } from '../lib/report.ts'
import { percentile } from '../lib/statistics.ts'
import { openRawPostgres } from '../peers/raw-postgres.ts'
import { REST_MS, sleep, WEEK_MS } from './store/load.ts'
import { untilIndexed } from './store/until-indexed.ts'

const SPANS = Number(process.env['BENCH_SPANS'] ?? 50_000)
const ENGINES = (process.env['BENCH_ENGINES'] ?? 'sqlite,postgres').split(',')
/**
 * A built server of another version that gets the same load at the same time:
 * `BENCH_BASELINE=…/dist/main.js`.
 */
const BASELINE = process.env['BENCH_BASELINE']
const SENDERS = 4
const SEARCHED = [
  'policy',
  'delivery',
  'server',
  'memory',
  'column',
  'budget',
  'provider',
  'ledger',
]
const AIM_BYTES = 1_500

type Figures = { bytes: number; cpuMicros: number; wireBytes: number; open: number; search: number }

/** Bytes on disk and CPU time per span for agents that repeat their conversation in every step. */
export async function agentIngest(): Promise<Row[]> {
  const rows: Row[] = []
  for (const engine of ENGINES)
    for (const protocol of ['LangSmith multipart', 'OTLP'] as const) {
      // Concurrent, so that both servers run under the same conditions.
      const loaded = barrier(BASELINE ? 2 : 1)
      const [ours, baseline] = await Promise.all([
        measure(engine, protocol, loaded),
        BASELINE ? measure(engine, protocol, loaded, BASELINE) : undefined,
      ])
      rows.push(...toRows(`${engine}, ${protocol}`, ours, baseline))
    }
  return rows
}

function toRows(name: string, ours: Figures, baseline: Figures | undefined): Row[] {
  const beside = (value: (figures: Figures) => string) =>
    baseline ? [`baseline: ${value(baseline)}`] : []
  const row = (
    what: string,
    value: (figures: Figures) => string,
    ratio: string,
    aim: string[],
  ) => ({
    what: `${name}: ${what}`,
    lathe: value(ours),
    peers: [...beside(value), ...aim],
    ratio,
  })
  const ratio = (of: (figures: Figures) => number) =>
    baseline ? times(of(ours), of(baseline)) : ''
  const wire = `on the wire: ${count(ours.wireBytes)} bytes`
  return [
    row('disk per span', ({ bytes }) => `${count(bytes)} bytes`, times(ours.bytes, AIM_BYTES), [
      wire,
      `target: ${count(AIM_BYTES)} bytes`,
    ]),
    row(
      'CPU per span, server process',
      ({ cpuMicros }) => `${cpuMicros.toFixed(0)} µs`,
      ratio(({ cpuMicros }) => cpuMicros),
      ['target: 0.65× of the baseline'],
    ),
    row(
      'opening a span',
      ({ open }) => `p95 ${ms(open)}`,
      ratio(({ open }) => open),
      [],
    ),
    row(
      'full-text search',
      ({ search }) => `p95 ${ms(search)}`,
      ratio(({ search }) => search),
      [],
    ),
  ]
}

async function measure(
  engine: string,
  protocol: AgentProtocol,
  loaded: () => Promise<void>,
  program?: string,
): Promise<Figures> {
  if (engine === 'sqlite') {
    const home = mkdtempSync(join(tmpdir(), 'lathe-bench-'))
    const bytes = async () =>
      readdirSync(home)
        .filter((name) => name.startsWith('lathe'))
        .reduce((sum, name) => sum + statSync(join(home, name)).size, 0)
    try {
      return await measureOn(await startLathe(home, {}, program), protocol, loaded, bytes)
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  }
  const postgres = await startPostgres()
  try {
    const raw = await openRawPostgres(postgres.url)
    const lathe = await startLathe(undefined, { DATABASE_URL: postgres.url }, program)
    try {
      return await measureOn(lathe, protocol, loaded, () => raw.bytesOf('public'))
    } finally {
      await raw.close()
    }
  } finally {
    await postgres.stop()
  }
}

async function measureOn(
  lathe: Lathe,
  protocol: AgentProtocol,
  loaded: () => Promise<void>,
  bytesOnDisk: () => Promise<number>,
): Promise<Figures> {
  try {
    const makeBatches = agentBatches(protocol)
    // The engine loads on the first request, and the first spans compile code.
    await untilIndexed(lathe)
    await untilQuiet(lathe)
    const first = makeBatches(SPANS / 2, WEEK_MS)
    const warmUp = first.reduce((sum, { spans }) => sum + spans, 0)
    await load(lathe, first)
    await untilIndexed(lathe)
    const batches = makeBatches(SPANS, WEEK_MS)
    const sent = batches.reduce((sum, { spans }) => sum + spans, 0)
    const cpuBefore = lathe.cpuMicros()
    await load(lathe, batches)
    await untilIndexed(lathe)
    const cpuMicros = (lathe.cpuMicros() - cpuBefore) / sent
    // Requests are timed while neither server ingests.
    await loaded()
    await sleep(REST_MS)
    return {
      cpuMicros,
      wireBytes: batches.reduce((sum, { body }) => sum + body.length, 0) / sent,
      bytes: (await bytesOnDisk()) / (sent + warmUp),
      open: await timeOpening(lathe),
      search: await timeSearches(lathe),
    }
  } finally {
    await lathe.stop()
  }
}

/** Returns a function that resolves after it was called `parties` times. */
function barrier(parties: number): () => Promise<void> {
  const opened = Promise.withResolvers<void>()
  let arrived = 0
  return async () => {
    arrived += 1
    if (arrived === parties) opened.resolve()
    await opened.promise
  }
}

async function load({ url }: Lathe, batches: readonly AgentBatch[]) {
  const left = batches.toReversed()
  const send = async () => {
    for (let batch = left.pop(); batch; batch = left.pop()) await sendAgentBatch(url, batch)
  }
  await Promise.all(Array.from({ length: SENDERS }, send))
}

async function timeOpening(lathe: Lathe): Promise<number> {
  const read = async (path: string) => (await lathe.call('GET', path)).json()
  const page = (await read('/traces?limit=20')) as { items: { id: string }[] }
  const paths: string[] = []
  for (const { id } of page.items) {
    const { spans } = (await read(`/traces/${id}`)) as { spans: { id: string }[] }
    paths.push(...spans.map((span) => `/traces/${id}/spans/${span.id}`))
  }
  return await p95(paths.map((path) => async () => void (await read(path))))
}

const timeSearches = (lathe: Lathe) =>
  p95(
    [...SEARCHED, ...SEARCHED, ...SEARCHED].map((word) => async () => {
      const query = new URLSearchParams({ filter: `text:"${word}"` }).toString()
      await (await lathe.call('GET', `/traces?${query}`)).arrayBuffer()
    }),
  )

async function p95(asked: readonly (() => Promise<void>)[]): Promise<number> {
  const latencies: number[] = []
  for (const ask of asked) {
    const began = performance.now()
    await ask()
    latencies.push(performance.now() - began)
  }
  return percentile(latencies, 0.95)
}
