import type { JsonObject } from '@lathe/contract'
import { toWireInterrupts } from '../../wire/interrupts.ts'
import { toWireValues } from '../../wire/values.ts'
import { inNamespace, type ModeTranslation } from '../frames.ts'

/** What each node wrote, before reducers; and what a pause asks. */
export const updates: ModeTranslation = ({ body }, view) => {
  if (body.type === 'node-end' && body.status === 'success') {
    const name = body.node.split('/').at(-1) ?? body.node
    const written: JsonObject = toWireValues(view.facts.document, body.writes ?? {})
    const data = { [name]: written, ...(body.cached && { __metadata__: { cached: true } }) }
    return [{ event: inNamespace('updates', view.namespaceOf(body.node)), data }]
  }
  if (body.type !== 'status' || body.status !== 'interrupted') return []
  return [{ event: 'updates', data: { __interrupt__: toWireInterrupts(view.interrupts) } }]
}
