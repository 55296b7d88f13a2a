import type { SuiteRun, VariantFigures } from '@lathe/contract'
import { plural } from '../../../lib/format.ts'

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
