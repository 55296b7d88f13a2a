import { toWireInterrupts } from '../../wire/interrupts.ts'
import type { ModeTranslation } from '../frames.ts'

/** All channels after each superstep, and at a pause what waits beside them. */
export const values: ModeTranslation = ({ body }, view) => {
  if (body.type === 'state') return [{ event: 'values', data: view.values }]
  if (body.type !== 'status' || body.status !== 'interrupted') return []
  const data = { ...view.values, __interrupt__: toWireInterrupts(view.interrupts) }
  return [{ event: 'values', data }]
}
