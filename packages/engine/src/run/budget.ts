import { formatExactDollars, type RunBudget } from '@lathe/contract'
import { LatheError, toRunError } from '../errors/lathe-error.ts'
import type { Totals } from '../record/usage.ts'
import { stopRun } from './active-run.ts'
import type { ActiveRun } from './active-run.ts'

/** What of its budget a run has used up; null while it may go on. */
function exceeded(totals: Totals, budget: RunBudget): string | null {
  const { usage } = totals
  const spent = totals.pricedNanos
  const tokens = usage.input + usage.output
  if (budget.tokens !== undefined && tokens > budget.tokens) {
    return `The run used ${tokens} tokens of the ${budget.tokens} it may use`
  }
  if (budget.costNanos !== undefined && spent > budget.costNanos) {
    return `The run cost ${formatExactDollars(spent)} of the ${formatExactDollars(budget.costNanos)} it may cost`
  }
  return null
}

const budgetError = (message: string) =>
  new LatheError('BUDGET_EXCEEDED', message, {
    hint: 'It stopped at a checkpoint. Continue it with a larger budget: what is done is not done again.',
  })

/** Throws before a call that the budget no longer allows. */
export function checkBudget({ recorder, request }: ActiveRun): void {
  const message = exceeded(recorder.totals, request.budget)
  if (message !== null) throw budgetError(message)
}

/** After a call: lets this superstep finish, and no other begin. */
export function holdToBudget(run: ActiveRun): void {
  const message = exceeded(run.recorder.totals, run.request.budget)
  if (message !== null) stopRun(run, { type: 'budget', error: toRunError(budgetError(message)) })
}
