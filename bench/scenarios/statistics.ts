import { bradleyTerry, compareVariants, passRate, type Observation, type Vote } from '@lathe/stats'
import type { Row } from '../lib/report.ts'
import { median } from '../lib/statistics.ts'

const CASES = 40
const REPEATS = 3
const NAMES = ['A', 'B', 'C', 'D']
const ROUNDS = 9
const AIM_MS = 100

/** Pseudo-random numbers that are equal in every round. */
const scattered = (at: number) => (Math.imul(at + 1, 0x9e3779b9) >>> 0) / 2 ** 32

function observations(variant: number, outcome: (spread: number) => number): Observation[] {
  return Array.from({ length: CASES * REPEATS }, (_, at) => ({
    caseId: `case ${at % CASES}`,
    outcome: outcome(scattered(at * 7 + variant * 1_009)),
  }))
}

function variant(at: number) {
  return {
    name: NAMES[at] ?? '',
    passes: observations(at, (spread) => (spread < 0.5 + at / 10 ? 1 : 0)),
    scores: observations(at, (spread) => (spread + at / 10) / 2),
    spent: {
      cost: observations(at, (spread) => 0.01 + spread / 100),
      latency: observations(at, (spread) => 500 + 1_000 * spread ** 3),
      tokens: observations(at, (spread) => Math.round(300 + 200 * spread)),
    },
  }
}

const votes: Vote[] = Array.from({ length: CASES * 6 }, (_, at) => {
  const first = at % 4
  return {
    caseId: `case ${at % CASES}`,
    first: NAMES[first] ?? '',
    second: NAMES[(first + 1 + (at % 3)) % 4] ?? '',
    winner: scattered(at) < 0.5 ? 'first' : 'second',
  }
})

/** All statistics of a comparison: pass rates, verdicts on passes and scores, usage and votes. */
export async function statistics(): Promise<Row[]> {
  const variants = NAMES.map((_, at) => variant(at))
  const ask = (measure: 'pass' | 'score') => {
    const [baseline, ...others] = variants.map(({ name, passes, scores, spent }) => ({
      name,
      observations: measure === 'pass' ? passes : scores,
      ...(measure === 'pass' ? { spent } : {}),
    }))
    return baseline ? compareVariants({ measure, baseline, variants: others }) : []
  }
  const cpuBefore = process.cpuUsage()
  const times = Array.from({ length: ROUNDS }, () => {
    const started = performance.now()
    for (const { name, passes } of variants) passRate({ name, observations: passes })
    ask('pass')
    ask('score')
    bradleyTerry(votes)
    return performance.now() - started
  })
  const [first = NaN] = times
  const cpuMs = process.cpuUsage(cpuBefore).user / 1_000 / ROUNDS
  return [
    {
      what: `statistics of ${CASES} cases × ${NAMES.length} variants × ${REPEATS} repeats, 10,000 resamples per figure`,
      lathe: `${median(times).toFixed(0)} ms, CPU ${cpuMs.toFixed(0)} ms`,
      peers: [
        `target: ${AIM_MS} ms`,
        `the first round, without compiled code: ${first.toFixed(0)} ms`,
      ],
      ratio: `${(median(times) / AIM_MS).toFixed(1)}×`,
    },
  ]
}
