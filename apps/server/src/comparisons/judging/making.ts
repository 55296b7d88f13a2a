import { noUsage, type RunError } from '@lathe/contract'
import { noSpending } from '@lathe/traces'
import type { AppContext } from '../../api/context.ts'
import type { CellContext } from '../runner/run-cell.ts'
import type { Shown } from './shown.ts'
import type { Outcome } from './verdicts.store.ts'

export type JudgeContext = CellContext & Pick<AppContext, 'embed' | 'prices' | 'runCode'>

export type Making = { comparisonId: string; shown: Shown; asked: readonly string[] }

export const free = { isFailed: false, usage: noUsage, spent: noSpending }

/** What could not be asked is no fail of what was to be judged. */
export const inVain = (error: RunError): Outcome => {
  const said = [error.message.replace(/\.$/, ''), hintOf(error)?.replace(/\.$/, '')]
  return {
    ...free,
    isFailed: true,
    evaluation: {
      status: 'undecided',
      reason: `no verdict: ${said.filter(Boolean).join('. ')}`,
    },
  }
}

/** The schema of a verdict is not its author's to change. */
const hintOf = ({ code, hint }: RunError) =>
  code === 'BAD_RESPONSE' ? 'Say in its prompt how to answer, or choose a stronger model.' : hint
