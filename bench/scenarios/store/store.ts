import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../../apps/server/src/testing/postgres-server.ts'
import { type Lathe, startLathe } from '../../lib/lathe.ts'
import type { Row } from '../../lib/report.ts'
import { percentile } from '../../lib/statistics.ts'
import { openRawPostgres } from '../../peers/raw-postgres.ts'
import { openRawSqlite } from '../../peers/raw-sqlite.ts'
import type { RawStore } from '../../peers/raw-store.ts'
import { type Load, loadAtOnce, sleep } from './load.ts'
import { loadRaw, secondsOf } from './load-raw.ts'
import { preparePaced } from './paced.ts'
import { askLathe, askRaw } from './questions.ts'
import { growthRows, type Measured, sizeRows } from './rows.ts'
import { tokenDelays } from './token-delay.ts'
import { untilIndexed } from './until-indexed.ts'

/** `BENCH_SIZES=100000,1000000,3000000` asks the same at each size and says how it grew. */
const SIZES = (process.env['BENCH_SIZES'] ?? '100000').split(',').map(Number)
const ENGINES = (process.env['BENCH_ENGINES'] ?? 'sqlite,postgres').split(',')
const PACED_PER_SECOND = 5_000
const PACED_SECONDS = 10
/** As long as it takes until what was only needed while loading is given back. */
const REST_MS = 20_000

/** Every budget of the store, at one size or several, beside the bare database. */
export async function store(): Promise<Row[]> {
  const rows: Row[] = []
  if (ENGINES.includes('sqlite')) rows.push(...(await onSqlite()))
  if (ENGINES.includes('postgres')) rows.push(...(await onPostgres()))
  return rows
}

async function onSqlite(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'lathe-bench-'))
  const bytes = async () =>
    readdirSync(home).reduce((sum, name) => sum + statSync(join(home, name)).size, 0)
  try {
    const raw = await openRawSqlite()
    return await measured('SQLite', await startLathe(home), raw, bytes)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function onPostgres(): Promise<Row[]> {
  const postgres = await startPostgres()
  try {
    const raw = await openRawPostgres(postgres.url)
    const lathe = await startLathe(undefined, { DATABASE_URL: postgres.url })
    return await measured('Postgres', lathe, raw, () => raw.bytesOf('public'))
  } finally {
    await postgres.stop()
  }
}

async function measured(
  engine: string,
  lathe: Lathe,
  raw: RawStore,
  bytes: () => Promise<number>,
): Promise<Row[]> {
  await sleep(REST_MS)
  const idleBytes = lathe.rssBytes()
  const steps: Measured[] = []
  let held = 0
  try {
    for (const size of SIZES) {
      const load = await loadAtOnce(lathe.url, size - held)
      const indexSeconds = await untilIndexed(lathe)
      const rawSeconds = await loadRaw(raw, size - held)
      const rawIndexSeconds = await secondsOf(() => raw.indexTexts())
      await sleep(REST_MS)
      const memory = { idle: idleBytes, now: lathe.rssBytes() }
      const disk = { ours: (await bytes()) / size, raw: (await raw.bytes()) / size }
      steps.push({
        size,
        perSecond: load.spans / load.seconds,
        rawPerSecond: (size - held) / rawSeconds,
        foundPerSecond: (size - held) / (load.seconds + indexSeconds),
        rawFoundPerSecond: (size - held) / (rawSeconds + rawIndexSeconds),
        acknowledged: p99(load),
        indexSeconds,
        ours: await askLathe(lathe),
        raw: await askRaw(raw),
        memory,
        disk,
      })
      held = size
    }
    const send = await preparePaced({ perSecond: PACED_PER_SECOND, seconds: PACED_SECONDS })
    const paced = p99(await send(lathe.url))
    const tokens = await tokenDelays(lathe)
    const last = steps.at(-1)
    return last ? [...sizeRows(engine, last, paced, tokens), ...growthRows(engine, steps)] : []
  } finally {
    await lathe.stop()
    await raw.close()
  }
}

const p99 = ({ latencies }: Load) => percentile(latencies, 0.99)
