import type { Cell, ComparisonVerdict } from '@lathe/contract'
import { CliError } from '../cli-error.ts'
import { isTimedApart } from '../timed-apart.ts'

/** Fails if a variant has no judged case: without verdicts it did not pass either. */
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
  'Latencies measured at different times are not compared. Use --fresh to run both again.'
const UNTIMED =
  'Batch results and recorded calls have no latency. Compare without them, or use another metric: --by cost, tokens or evaluator:<key>.'
const UNPAID =
  'Recorded calls have no cost. Compare without the recording, or use another metric: --by tokens or evaluator:<key>.'
const UNPRICED =
  'Set the prices of its models, or use another metric: --by tokens, latency or evaluator:<key>.'
const UNDECIDED =
  'Find out why its evaluators reached no verdict, or choose a metric: --by evaluator:<key>.'

/**
 * Suggests how to get a verdict for variants without a judged case. Never suggests a step with the
 * same outcome.
 */
export function wayOut({ by, variants }: ComparisonVerdict, grid: readonly Cell[]): string {
  const ended = grid.filter(({ status }) => status === 'success')
  const failing = grid.length > ended.length ? 'Find out why its runs failed.' : UNDECIDED
  const isReplayed = ended.some(({ recording }) => (recording?.served ?? 0) > 0)
  if (variants.some(({ cases }) => cases.some(isTimedApart))) return FRESH
  if (ended.length === 0) return failing
  if (by.measure === 'cost') return isReplayed ? UNPAID : UNPRICED
  if (by.measure !== 'latency') return failing
  if (isReplayed || ended.some(({ isBatch }) => isBatch)) return UNTIMED
  // A run that was started twice has no reliable latency.
  return ended.some(({ latencyMs }) => latencyMs === null) ? FRESH : failing
}
