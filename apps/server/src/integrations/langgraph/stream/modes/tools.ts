import { namespacedEvent, type ModeTranslation } from '../frames.ts'

const EVENTS = { start: 'on_tool_start', end: 'on_tool_end', error: 'on_tool_error' } as const

/** Start and end of each tool call. */
export const tools: ModeTranslation = ({ body }, view) => {
  if (body.type !== 'tool-call') return []
  const { toolCallId, name, phase, args, result, error } = body
  const data = {
    event: EVENTS[phase],
    toolCallId,
    name,
    ...(args !== undefined && { input: args }),
    ...(result !== undefined && { output: result }),
    ...(error && { error: error.message }),
  }
  return [{ event: namespacedEvent('tools', view.findNamespace(body.node)), data }]
}
