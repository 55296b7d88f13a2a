import type { ComparisonPlan, Spending, SuiteRun, VariantFigures } from '@lathe/contract'
import { yardsticksOf } from '@lathe/verdicts'
import { plural } from '../../../lib/format.ts'

/** A run of a suite as it is drawn; null where nothing is known. */
export type HistoryPoint = {
  id: string
  label: string
  at: number
  isRegression: boolean
  level: number | null
  /** Below and above the level. */
  interval: [number, number] | null
  baseline: number | null
  p50: number | null
  baselineP50: number | null
  cost: number | null
  baselineCost: number | null
  /** Why a figure that is null is not known. */
  why: (figure: Figure) => string
}

type Figures = NonNullable<SuiteRun['verdict']>['figures']

/** Whether the checks of a suite give a number, and nothing passes or fails by them. */
export const isScored = ({ checks }: Pick<ComparisonPlan, 'checks'>): boolean =>
  yardsticksOf(checks)[0]?.measure === 'score'

/** What is judged by: passes, or the mean score where nothing passes or fails. */
const levelOf = ({ passRate, scores }: Figures): number | null =>
  passRate?.rate ?? Object.values(scores)[0] ?? null

function intervalOf({ passRate }: Figures): [number, number] | null {
  return passRate && [passRate.rate - passRate.low, passRate.high - passRate.rate]
}

/** Of one run on average. */
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
      at: run.createdAt,
      isRegression: run.verdict?.isRegression ?? false,
      level: figures ? levelOf(figures) : null,
      interval: figures ? intervalOf(figures) : null,
      baseline: baseline ? levelOf(baseline) : null,
      p50: figures?.latencyP50 ?? null,
      baselineP50: baseline?.latencyP50 ?? null,
      cost: figures?.costPerRun ?? null,
      baselineCost: baseline?.costPerRun ?? null,
      why: (figure) => whyUnknown(run, figure),
    }
  })

/** What is drawn of a run, and of the baseline of the time. */
export type Figure = 'level' | 'baseline' | 'p50' | 'baselineP50' | 'cost' | 'baselineCost'

/** Why a figure of a run, or of the baseline it was held against, is not known. */
export function whyUnknown({ verdict, status }: SuiteRun, figure: Figure): string {
  if (!verdict) {
    return status === 'running' ? 'It is still running' : 'It ended before it could be judged'
  }
  const figures = figure.startsWith('baseline') ? verdict.baseline : verdict.figures
  if (figures.finished === 0) return 'None of its runs came to an end'
  if (figure === 'level' || figure === 'baseline') return 'No check decided on any of its cases'
  return figure === 'cost' || figure === 'baselineCost' ? whyUnpriced(figures) : UNTIMED
}

const UNTIMED = 'Its runs were not timed: a batch or a tape answered them'

/** What was kept before calls of unknown cost were counted says of them only that there were some. */
const whyUnpriced = ({ unpriced }: VariantFigures): string =>
  unpriced > 0
    ? `${plural(unpriced, 'call')} of unknown cost`
    : 'The price of a model was not known; of how many calls, a verdict this old does not say'
