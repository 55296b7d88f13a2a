import { startLathe } from '../lib/lathe.ts'
import { untilQuiet } from '../lib/quiet.ts'
import type { Row } from '../lib/report.ts'
import { percentile } from '../lib/statistics.ts'
import { openRawSqlite } from '../peers/raw-sqlite.ts'
import { BATCH, loadAtOnce } from './store/load.ts'
import { loadRaw, secondsOf } from './store/load-raw.ts'
import { untilIndexed } from './store/until-indexed.ts'

const SPANS = Number(process.env['BENCH_SPANS'] ?? 100_000)
/** Until everything is compiled. */
const WARM_UP = 10_000

/** LangSmith multipart, acknowledged on disk and found by its words, beside bare node:sqlite doing the same. */
export async function ingest(): Promise<Row[]> {
  const ours = await takenIn()
  const bare = await bareInserts()
  const perSecond = SPANS / (ours.seconds + ours.indexSeconds)
  const barePerSecond = SPANS / (bare.seconds + bare.indexSeconds)
  const ms = (share: number) => `${percentile(ours.latencies, share).toFixed(0)} ms`
  return [
    {
      what: `ingest, LangSmith multipart, ${BATCH} spans a batch, acknowledged`,
      lathe: `${Math.round(SPANS / ours.seconds)} spans/s, p50 ${ms(0.5)}, p99 ${ms(0.99)}; CPU ${ours.cpuMicros.toFixed(0)} µs a span`,
      peers: [`the aim: 10,000 spans/s`],
      ratio: `${(ours.seconds / (SPANS / 10_000)).toFixed(2)}×`,
    },
    {
      what: 'the same, until its words are found',
      lathe: `${Math.round(perSecond)} spans/s`,
      peers: [`bare node:sqlite: ${Math.round(barePerSecond)} spans/s`],
      ratio: `${(barePerSecond / perSecond).toFixed(2)}×`,
    },
  ]
}

async function takenIn() {
  const lathe = await startLathe()
  try {
    // It looks at the list, and the engine loads for whoever does.
    await untilIndexed(lathe)
    await untilQuiet(lathe)
    await loadAtOnce(lathe.url, WARM_UP)
    await untilIndexed(lathe)
    const before = lathe.cpuMicros()
    const load = await loadAtOnce(lathe.url, SPANS)
    const indexSeconds = await untilIndexed(lathe)
    return { ...load, indexSeconds, cpuMicros: (lathe.cpuMicros() - before) / SPANS }
  } finally {
    await lathe.stop()
  }
}

async function bareInserts() {
  const raw = await openRawSqlite()
  try {
    const seconds = await loadRaw(raw, SPANS)
    return { seconds, indexSeconds: await secondsOf(() => raw.indexTexts()) }
  } finally {
    await raw.close()
  }
}
