export const scopeLib = {
  path: 'lib/scope.ts',
  text: `import { AIMessage, BaseMessage, ToolMessage } from '@langchain/core/messages'
import { State } from '../state.ts'

/** The state as \`code.js\` sees it: plain data, and null where a channel holds nothing. */
export function scopeOf(state: unknown): Record<string, unknown> {
  const held: Record<string, unknown> = Object.fromEntries(
    Object.keys(State.fields).map((name) => [name, null]),
  )
  for (const [name, value] of Object.entries(state as object)) held[name] = plain(value)
  return held
}

/** Messages as \`{ role, content }\`, everything else as JSON has it. */
export function plain(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (BaseMessage.isInstance(value)) return plainMessage(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]))
}

const ROLES: Record<string, string> = { human: 'user', ai: 'assistant', system: 'system', tool: 'tool' }

function plainMessage(message: BaseMessage): Record<string, unknown> {
  return {
    role: ROLES[message.type] ?? 'user',
    content: message.content,
    ...(message.id !== undefined && { id: message.id }),
    ...(message.name !== undefined && { name: message.name }),
    ...(AIMessage.isInstance(message) &&
      message.tool_calls?.length && {
        toolCalls: message.tool_calls.map(({ id = '', name, args }) => ({ id, name, args })),
      }),
    ...(ToolMessage.isInstance(message) && {
      toolCallId: message.tool_call_id,
      status: message.status ?? 'success',
    }),
  }
}
`,
}
