import type { Cell, ComparisonVerdict } from '@lathe/contract'
import { CliError } from '../cli-error.ts'
import { isTimedApart } from '../timed-apart.ts'

/** Where checks decided on nothing, nothing was shown to hold either. */
export function refuseUnjudged(verdict: ComparisonVerdict, grid: readonly Cell[]): void {
  const unjudged = verdict.variants.filter(
    ({ ruling, cases }) =>
      ruling !== null && cases.every(({ change: movement }) => movement === null),
  )
  if (unjudged.length === 0) return
  const { by } = verdict
  const told = unjudged.map(
    ({ name, sentence }) => `${name} could not be judged by ${by.name}: ${sentence}`,
  )
  throw new CliError(told.join('\n'), { hint: wayOut({ ...verdict, variants: unjudged }, grid) })
}

const FRESH =
  'What an earlier cell took is not held against what was timed now: --fresh runs both anew.'
const UNTIMED =
  'What a batch or a tape answers takes no time of its own: compare without them, or say by what else: --by cost, tokens or check:<key>.'
const UNPAID =
  'What a tape answers costs nothing: compare without it, or say by what else: --by tokens or check:<key>.'
const UNPRICED =
  'Set the prices of its models, or say by what else: --by tokens, latency or check:<key>.'
const UNDECIDED = 'Look at why its checks decided nothing, or say by what: --by check:<key>.'

/** What can be done about variants none of whose cases could be judged; never what would come to the same. */
export function wayOut({ by, variants }: ComparisonVerdict, grid: readonly Cell[]): string {
  const ended = grid.filter(({ status }) => status === 'success')
  const failing = grid.length > ended.length ? 'Look at why its runs failed.' : UNDECIDED
  const isOfTape = ended.some(({ tape }) => (tape?.served ?? 0) > 0)
  if (variants.some(({ cases }) => cases.some(isTimedApart))) return FRESH
  if (ended.length === 0) return failing
  if (by.measure === 'cost') return isOfTape ? UNPAID : UNPRICED
  if (by.measure !== 'latency') return failing
  if (isOfTape || ended.some(({ isBatch }) => isBatch)) return UNTIMED
  // Of a run that was begun twice nobody knows how long it takes.
  return ended.some(({ latencyMs }) => latencyMs === null) ? FRESH : failing
}
