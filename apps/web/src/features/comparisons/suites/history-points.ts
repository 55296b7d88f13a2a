import type { ComparisonPlan, Spending, SuiteRun, VariantFigures } from '@lathe/contract'
import { listMetrics } from '@lathe/verdicts'
import { plural } from '../../../lib/format/format.ts'

/** A run of a suite in a chart. Null values are unknown. */
export type HistoryPoint = {
  id: string
  label: string
  createdAt: number
  isRegression: boolean
  level: number | null
  /** Distances below and above the level. */
  interval: [number, number] | null
  baseline: number | null
  p50: number | null
  baselineP50: number | null
  cost: number | null
  baselineCost: number | null
  /** Explains why a value is null. */
  explain: (figure: Figure) => string
}

type Figures = NonNullable<SuiteRun['verdict']>['figures']

/** Whether the main result is a mean score instead of a pass rate. */
export const isScored = ({ evaluators }: Pick<ComparisonPlan, 'evaluators'>): boolean =>
  listMetrics(evaluators)[0]?.measure === 'score'

/** The pass rate, or the mean score if nothing passes or fails. */
const mainResult = ({ passRate, scores }: Figures): number | null =>
  passRate?.rate ?? Object.values(scores)[0] ?? null

function passRateInterval({ passRate }: Figures): [number, number] | null {
  return passRate && [passRate.rate - passRate.low, passRate.high - passRate.rate]
}

/** Average per run. */
export const spentPerRun = ({ costPerRun, pricedCostPerRun, unpriced }: Figures): Spending => ({
  cost: costPerRun,
  pricedCost: pricedCostPerRun,
  unpriced,
})

export const versionName = ({ version }: Pick<SuiteRun, 'version'>): string =>
  version === null ? 'draft' : `v${version}`

export const historyPoints = (history: readonly SuiteRun[]): HistoryPoint[] =>
  history.map((run) => {
    const figures = run.verdict?.figures
    const baseline = run.verdict?.baseline
    return {
      id: run.id,
      label: versionName(run),
      createdAt: run.createdAt,
      isRegression: run.verdict?.isRegression ?? false,
      level: figures ? mainResult(figures) : null,
      interval: figures ? passRateInterval(figures) : null,
      baseline: baseline ? mainResult(baseline) : null,
      p50: figures?.latencyP50 ?? null,
      baselineP50: baseline?.latencyP50 ?? null,
      cost: figures?.costPerRun ?? null,
      baselineCost: baseline?.costPerRun ?? null,
      explain: (figure) => explainUnknown(run, figure),
    }
  })

/** A charted value of a run or its baseline. */
export type Figure = 'level' | 'baseline' | 'p50' | 'baselineP50' | 'cost' | 'baselineCost'

/** Explains why a value of a run or its baseline is unknown. */
export function explainUnknown({ verdict, status }: SuiteRun, figure: Figure): string {
  if (!verdict) {
    return status === 'running' ? 'Still running' : 'Ended before it was judged'
  }
  const figures = figure.startsWith('baseline') ? verdict.baseline : verdict.figures
  if (figures.finished === 0) return 'No run finished'
  if (figure === 'level' || figure === 'baseline') return 'No evaluator decided any case'
  return figure === 'cost' || figure === 'baselineCost' ? explainUnpriced(figures) : UNTIMED
}

const UNTIMED = 'Latency unknown: served from a batch or recording'

/** Verdicts stored before unpriced calls were counted lack the number. */
const explainUnpriced = ({ unpriced }: VariantFigures): string =>
  unpriced > 0 ? `${plural(unpriced, 'call')} of unknown cost` : 'Includes calls of unknown price'
