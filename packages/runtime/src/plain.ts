import { AIMessage, BaseMessage, ToolMessage } from '@langchain/core/messages'
import { formatText, formatTranscript, getMember } from './values.ts'

/** Converts a state value to plain data: messages to `{ role, content }`, undefined to null. */
export function toPlain(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (BaseMessage.isInstance(value)) return toPlainMessage(value)
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlain(member)]))
}

const ROLES: Record<string, string> = {
  human: 'user',
  ai: 'assistant',
  system: 'system',
  tool: 'tool',
}

function toPlainMessage(message: BaseMessage): Record<string, unknown> {
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

/** Formats a state value for a prompt. */
export const toText = (value: unknown): string => formatText(toPlain(value))

/** Formats a state value for a person. */
export const toTranscript = (value: unknown): string => formatTranscript(toPlain(value))

/** Reads a dotted path from the first source that has its first name. */
export function lookUpPath(path: string, ...sources: unknown[]): unknown {
  const [head = '', ...rest] = path.split('.')
  const source = sources.find(
    (value) => typeof value === 'object' && getMember(value, head) !== undefined,
  )
  return rest.reduce((value, key) => getMember(toPlain(value), key), getMember(source, head))
}

/** Renders a mustache section: once per element of a list, once for any other truthy value. */
export function renderEach(value: unknown, render: (item: unknown) => string): string {
  if (!value) return ''
  return Array.isArray(value) ? value.map((item) => render(toPlain(item))).join('') : render(value)
}

/** Whether a mustache section is skipped for the value. */
export const isEmpty = (value: unknown): boolean =>
  !value || (Array.isArray(value) && value.length === 0)

/**
 * Returns a cache key for the named channels of a state, or for all of them. Message ids are left out, because
 * they differ from run to run.
 */
export function cacheKey(state: unknown, channels?: readonly string[]): string {
  const entries = Object.entries(Object(state)).filter(([name]) => channels?.includes(name) ?? true)
  return JSON.stringify(entries.map(([name, value]) => [name, withoutIds(value)]))
}

function withoutIds(value: unknown): unknown {
  if (BaseMessage.isInstance(value)) return { ...toPlainMessage(value), id: undefined }
  return Array.isArray(value) ? value.map(withoutIds) : toPlain(value)
}
