import { toWireInterrupts } from '../../wire/interrupts.ts'
import { withPendingCalls } from '../../wire/pending-calls.ts'
import type { ModeTranslation } from '../frames.ts'

/** All channels after each superstep, and pending interrupts at a pause. */
export const values: ModeTranslation = ({ body }, view) => {
  if (body.type === 'state') return [{ event: 'values', data: view.values }]
  if (body.type !== 'status') return []
  // The question of a cancelled run is no longer pending.
  const wasInterrupted = body.status === 'cancelled' && view.interrupts.length > 0
  if (wasInterrupted) return [{ event: 'values', data: view.values }]
  if (body.status !== 'interrupted') return []
  const { interrupts, facts } = view
  const pendingValues = withPendingCalls(facts.document, view.values, interrupts)
  const data = { ...pendingValues, __interrupt__: toWireInterrupts(interrupts) }
  return [{ event: 'values', data }]
}
