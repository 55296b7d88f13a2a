import { noUsage, type RunError } from '@lathe/contract'
import type { AppContext } from '../../../http/api.ts'
import type { CellContext } from '../run-cell.ts'
import type { Shown } from './shown.ts'
import type { Outcome } from './verdicts.store.ts'

export type JudgeContext = CellContext & Pick<AppContext, 'embed' | 'prices' | 'runCode'>

export type Making = { comparisonId: string; shown: Shown; asked: readonly string[] }

export const free = { isFailed: false, usage: noUsage, cost: 0 }

/** What could not be asked is no fail of what was to be judged. */
export const inVain = ({ message, hint }: RunError): Outcome => ({
  ...free,
  isFailed: true,
  evaluation: {
    status: 'undecided',
    reason: `no verdict: ${message}${hint === undefined ? '' : `. ${hint}`}`,
  },
})
