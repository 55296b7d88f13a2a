import { formatExactDollars, type RunBudget } from '@lathe/contract'
import { LatheError, toRunError } from '../errors/lathe-error.ts'
import { inSeconds } from '../errors/network-error.ts'
import type { Totals } from '../record/usage.ts'
import { type ActiveRun, stopRun } from './active-run.ts'

/** What of its budget a run has used up; null while it may go on. */
function describeExceeded(totals: Totals, budget: RunBudget): string | null {
  const { usage } = totals
  const spentNanos = totals.pricedNanos
  const tokens = usage.input + usage.output
  if (budget.tokens !== undefined && tokens > budget.tokens) {
    return `The run used ${tokens} tokens of the ${budget.tokens} it may use`
  }
  if (budget.costNanos !== undefined && spentNanos > budget.costNanos) {
    return `The run cost ${formatExactDollars(spentNanos)} of the ${formatExactDollars(budget.costNanos)} it may cost`
  }
  return null
}

const budgetError = (message: string) =>
  new LatheError('BUDGET_EXCEEDED', message, {
    hint: 'It stopped at a checkpoint. Continue it with a larger budget: what is done is not done again.',
  })

/** Throws before a call that the budget no longer allows. */
export function checkBudget({ recorder, request }: ActiveRun): void {
  const message = describeExceeded(recorder.totals, request.budget)
  if (message !== null) throw budgetError(message)
}

/** After a call: lets this superstep finish, and no other begin. */
export function stopIfOverBudget(run: ActiveRun): void {
  const message = describeExceeded(run.recorder.totals, run.request.budget)
  if (message !== null) stopRun(run, { type: 'budget', error: toRunError(budgetError(message)) })
}

/** The longest a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1

/** Ends a run that takes longer than it may; time spent waiting for a human does not count. */
export function startWallClock(run: ActiveRun): { stop(): void } {
  const ms = run.request.budget.wallClockMs
  if (ms === undefined) return { stop() {} }
  const timer = setTimeout(
    () => {
      const error = new LatheError(
        'TIMEOUT',
        `The run took longer than the ${inSeconds(ms)} it may take`,
        {
          hint: 'Continue it: it goes on from its last checkpoint with as much time again, or as much as it is given.',
          retryable: true,
        },
      )
      stopRun(run, { type: 'timeout', error: toRunError(error) })
    },
    Math.min(ms, LONGEST_MS),
  )
  return { stop: () => clearTimeout(timer) }
}
