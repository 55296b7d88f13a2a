import { formatExactDollars, type RunBudget } from '@lathe/contract'
import { LatheError, toRunError } from '../errors/lathe-error.ts'
import { inSeconds } from '../errors/network-error.ts'
import type { Totals } from '../record/usage.ts'
import { type ActiveRun, stopRun } from './active-run.ts'

/** Returns which limit a run has exceeded. Null if none. */
function describeExceeded(totals: Totals, budget: RunBudget): string | null {
  const { usage } = totals
  const spentNanos = totals.pricedNanos
  const tokens = usage.input + usage.output
  if (budget.tokens !== undefined && tokens > budget.tokens) {
    return `The run used ${tokens} of ${budget.tokens} tokens`
  }
  if (budget.costNanos !== undefined && spentNanos > budget.costNanos) {
    return `The run cost ${formatExactDollars(spentNanos)} of ${formatExactDollars(budget.costNanos)}`
  }
  return null
}

const budgetError = (message: string) =>
  new LatheError('BUDGET_EXCEEDED', message, {
    hint: 'The run stopped at a checkpoint. Continue it with a larger budget: finished steps are not repeated.',
  })

/** Throws before a call that exceeds the budget. */
export function checkBudget({ recorder, request }: ActiveRun): void {
  const message = describeExceeded(recorder.totals, request.budget)
  if (message !== null) throw budgetError(message)
}

/** Stops the run after the current superstep if a call used up the budget. */
export function stopIfOverBudget(run: ActiveRun): void {
  const message = describeExceeded(run.recorder.totals, run.request.budget)
  if (message !== null) stopRun(run, { type: 'budget', error: toRunError(budgetError(message)) })
}

/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Starts the time limit of a run. Time spent waiting for a human does not count. */
export function startWallClock(run: ActiveRun): { stop(): void } {
  const ms = run.request.budget.wallClockMs
  if (ms === undefined) return { stop() {} }
  const timer = setTimeout(
    () => {
      const error = new LatheError(
        'TIMEOUT',
        `The run exceeded its time limit of ${inSeconds(ms)}`,
        {
          hint: 'Continue the run: it resumes from its last checkpoint with the same time limit again.',
          retryable: true,
        },
      )
      stopRun(run, { type: 'timeout', error: toRunError(error) })
    },
    Math.min(ms, MAX_TIMER_MS),
  )
  return { stop: () => clearTimeout(timer) }
}
