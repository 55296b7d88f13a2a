import { ZERO_USAGE, type RunError } from '@lathe/contract'
import { noSpending } from '@lathe/traces'
import type { AppContext } from '../../api/context.ts'
import type { CellContext } from '../runner/run-cell.ts'
import type { Shown } from './shown.ts'
import type { Outcome } from './verdicts.store.ts'

export type JudgeContext = CellContext & Pick<AppContext, 'embed' | 'prices' | 'runCode'>

export type Making = { comparisonId: string; shown: Shown; asked: readonly string[] }

export const free = { isFailed: false, usage: ZERO_USAGE, spent: noSpending }

/** A failed judge request must not count as a failed output. */
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

/** Authors cannot change the verdict's schema, so the hint names what they can change. */
const hintOf = ({ code, hint }: RunError) =>
  code === 'BAD_RESPONSE'
    ? 'Describe the answer format in its prompt, or choose a stronger model.'
    : hint
