import { startLathe } from '../lib/lathe.ts'
import { untilQuiet } from '../lib/quiet.ts'
import type { Row } from '../lib/report.ts'
import { percentile } from '../lib/statistics.ts'
import { openRawSqlite } from '../peers/raw-sqlite.ts'
import { BATCH, loadAtOnce, WEEK_MS } from './store/load.ts'
import { loadRaw, secondsOf } from './store/load-raw.ts'
import { untilIndexed } from './store/until-indexed.ts'

const SPANS = Number(process.env['BENCH_SPANS'] ?? 100_000)
/** Compiles everything: such a server runs for days. */
const WARM_UP = 40_000

/** Age of the traces: programs send new ones, imports old ones. */
const KINDS = [
  { name: 'new traces', agoMs: 0 },
  { name: 'traces from one week', agoMs: WEEK_MS },
]

/** LangSmith multipart, acknowledged on disk and searchable, against plain node:sqlite. */
export async function ingest(): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of KINDS) rows.push(...(await ingestOf(kind)))
  return rows
}

async function ingestOf({ name, agoMs }: (typeof KINDS)[number]): Promise<Row[]> {
  const ours = await takenIn(agoMs)
  const bare = await bareInserts(agoMs)
  const perSecond = SPANS / (ours.seconds + ours.indexSeconds)
  const barePerSecond = SPANS / (bare.seconds + bare.indexSeconds)
  const ms = (share: number) => `${percentile(ours.latencies, share).toFixed(0)} ms`
  return [
    {
      what: `ingest of ${name}, LangSmith multipart, ${BATCH} spans per batch, acknowledged`,
      lathe: `${Math.round(SPANS / ours.seconds)} spans/s, p50 ${ms(0.5)}, p99 ${ms(0.99)}; CPU ${ours.cpuMicros.toFixed(0)} µs per span`,
      peers: [`target: 10,000 spans/s`],
      ratio: `${(ours.seconds / (SPANS / 10_000)).toFixed(2)}×`,
    },
    {
      what: 'the same, until searchable',
      lathe: `${Math.round(perSecond)} spans/s`,
      peers: [`bare node:sqlite: ${Math.round(barePerSecond)} spans/s`],
      ratio: `${(barePerSecond / perSecond).toFixed(2)}×`,
    },
  ]
}

async function takenIn(agoMs: number) {
  const lathe = await startLathe()
  try {
    // Viewing the list loads the engine.
    await untilIndexed(lathe)
    await untilQuiet(lathe)
    await loadAtOnce(lathe.url, WARM_UP, agoMs)
    await untilIndexed(lathe)
    const before = lathe.cpuMicros()
    const load = await loadAtOnce(lathe.url, SPANS, agoMs)
    const indexSeconds = await untilIndexed(lathe)
    return { ...load, indexSeconds, cpuMicros: (lathe.cpuMicros() - before) / SPANS }
  } finally {
    await lathe.stop()
  }
}

async function bareInserts(agoMs: number) {
  const raw = await openRawSqlite()
  try {
    const seconds = await loadRaw(raw, SPANS, agoMs)
    return { seconds, indexSeconds: await secondsOf(() => raw.indexTexts()) }
  } finally {
    await raw.close()
  }
}
