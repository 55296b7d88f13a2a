import { toWireValues } from '../../wire/values.ts'
import { namespacedEvent, type ModeTranslation } from '../frames.ts'

/** Start and end of each node. */
export const tasks: ModeTranslation = ({ body }, view) => {
  if (body.type !== 'node-start' && body.type !== 'node-end') return []
  const id = body.taskId
  const name = body.node.split('/').at(-1) ?? body.node
  const event = namespacedEvent('tasks', view.findNamespace(body.node))
  if (body.type === 'node-start') {
    const data = { id, name, input: view.values, triggers: [], interrupts: [], metadata: {} }
    return [{ event, data }]
  }
  const result = toWireValues(view.facts.document, body.writes ?? {})
  const error = body.error && `${body.error.code}: ${body.error.message}`
  return [{ event, data: { id, name, result, error, interrupts: [] } }]
}
