import type { JsonObject, RunEventBody } from '@lathe/contract'
import { toWireInterrupts } from '../../wire/interrupts.ts'
import { toWireValues } from '../../wire/values.ts'
import { namespacedEvent, type ModeTranslation } from '../frames.ts'

export const hasWrites = ({
  status,
  writes,
}: Extract<RunEventBody, { type: 'node-end' }>): boolean =>
  status === 'success' || (status === 'interrupted' && writes !== undefined)

/** The writes of each node, before reducers. A paused node has those it has so far, followed by its interrupt. */
export const updates: ModeTranslation = ({ body }, view) => {
  if (body.type === 'node-end' && hasWrites(body)) {
    const name = body.node.split('/').at(-1) ?? body.node
    const wireWrites: JsonObject = toWireValues(view.facts.document, body.writes ?? {})
    const data = { [name]: wireWrites, ...(body.cached && { __metadata__: { cached: true } }) }
    return [{ event: namespacedEvent('updates', view.findNamespace(body.node)), data }]
  }
  if (body.type !== 'status' || body.status !== 'interrupted') return []
  return [{ event: 'updates', data: { __interrupt__: toWireInterrupts(view.interrupts) } }]
}
