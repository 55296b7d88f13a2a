import { LatheError, toRunError } from '../errors/lathe-error.ts'
import { inSeconds } from '../errors/network-error.ts'
import { stopRun } from './active-run.ts'
import type { ActiveRun } from './active-run.ts'

/** The longest a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1

/** Ends a run that takes longer than it may; time spent waiting for a human does not count. */
export function withWallClock(run: ActiveRun): { stop(): void } {
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
