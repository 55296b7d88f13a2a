import type { Row } from '../../lib/report.ts'
import { count, ms, times } from '../../lib/report.ts'
import { type Engine, onEachEngine } from './engines.ts'
import { loadAtOnce, REST_MS, sleep } from './load.ts'
import { type Answers, askLathe } from './questions.ts'
import { untilIndexed } from './until-indexed.ts'

const SIZES = (process.env['BENCH_SIZES'] ?? '100000,1000000,3000000').split(',').map(Number)
const QUESTIONS = ['list', 'charts', 'search'] as const

type Step = { size: number; perSecond: number; indexSeconds: number; answers: Answers }

/** The same queries on a growing database, relative to a small one. */
export const growth = () => onEachEngine(measure)

async function measure({ name, lathe }: Engine): Promise<Row[]> {
  const steps: Step[] = []
  let held = 0
  for (const size of SIZES) {
    const load = await loadAtOnce(lathe.url, size - held)
    const indexSeconds = await untilIndexed(lathe)
    await sleep(REST_MS)
    const answers = await askLathe(lathe)
    steps.push({ size, perSecond: load.spans / load.seconds, indexSeconds, answers })
    held = size
    console.log(name, steps.at(-1))
  }
  return steps.map((step) => row(name, step, steps[0] ?? step))
}

const row = (
  engine: string,
  { size, perSecond, indexSeconds, answers }: Step,
  first: Step,
): Row => ({
  what: `${engine}, ${count(size)} spans: list, charts, search`,
  lathe: QUESTIONS.map((key) => `p95 ${ms(answers[key].p95)}`).join(', '),
  peers: [
    `ingested ${count(perSecond)} spans/s, index ${indexSeconds.toFixed(0)} s behind`,
    'target: 1.5× for the list and the charts',
  ],
  ratio: QUESTIONS.map((key) => times(answers[key].p95, first.answers[key].p95)).join(', '),
})
