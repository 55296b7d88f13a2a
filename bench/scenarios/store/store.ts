import type { Row } from '../../lib/report.ts'
import { percentile } from '../../lib/statistics.ts'
import { type Engine, onEachEngine } from './engines.ts'
import { type Load, loadAtOnce, REST_MS, sleep } from './load.ts'
import { loadRaw, secondsOf } from './load-raw.ts'
import { preparePaced } from './paced.ts'
import { askLathe, askRaw } from './questions.ts'
import { sizeRows } from './rows.ts'
import { tokenDelays } from './token-delay.ts'
import { untilIndexed } from './until-indexed.ts'

const SIZE = Number(process.env['BENCH_SPANS'] ?? 100_000)
const PACED_PER_SECOND = 5_000
const PACED_SECONDS = 10

/** Compares every operation of the database with the plain one. */
export const store = () => onEachEngine(measure)

async function measure({ name, lathe, raw, bytes }: Engine): Promise<Row[]> {
  await sleep(REST_MS)
  const idleBytes = lathe.rssBytes()
  const load = await loadAtOnce(lathe.url, SIZE)
  const indexSeconds = await untilIndexed(lathe)
  const rawSeconds = await loadRaw(raw, SIZE)
  const rawIndexSeconds = await secondsOf(() => raw.indexTexts())
  await sleep(REST_MS)
  const memory = { idle: idleBytes, now: lathe.rssBytes() }
  const disk = { ours: (await bytes()) / SIZE, raw: (await raw.bytes()) / SIZE }
  const ours = await askLathe(lathe)
  const asked = await askRaw(raw)
  const send = await preparePaced({ perSecond: PACED_PER_SECOND, seconds: PACED_SECONDS })
  const paced = p99(await send(lathe.url))
  return sizeRows(name, {
    size: SIZE,
    perSecond: load.spans / load.seconds,
    rawPerSecond: SIZE / rawSeconds,
    foundPerSecond: SIZE / (load.seconds + indexSeconds),
    rawFoundPerSecond: SIZE / (rawSeconds + rawIndexSeconds),
    acknowledged: p99(load),
    indexSeconds,
    ours,
    raw: asked,
    memory,
    disk,
    paced,
    tokens: await tokenDelays(lathe),
  })
}

const p99 = ({ latencies }: Load) => percentile(latencies, 0.99)
