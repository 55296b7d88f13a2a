import type { Json, JsonObject, Message } from '@lathe/contract'
import { listOf, objectOf, present, textOf } from '../fields.ts'
import { toContentPart } from './message-parts.ts'
import { toToolCall } from './tool-call.ts'

/** What the Responses API has between messages: a thought, a tool that is asked for, and what that gave. */
export function readResponseItem(item: JsonObject): Message | undefined {
  const { type, call_id: callId } = item
  if (type === 'function_call' && textOf(item['name']))
    return {
      role: 'assistant',
      content: '',
      toolCalls: [toToolCall({ ...item, id: callId ?? '' })],
    }
  if (type === 'function_call_output' && item['output'] !== undefined)
    return { role: 'tool', content: contentOf(item['output']), toolCallId: textOf(callId) ?? '' }
  if (type === 'reasoning' && Array.isArray(item['summary'])) {
    const reasoning = textsIn(item['summary']) || textsIn(item['content'])
    return { role: 'assistant', content: '', ...(reasoning !== '' && { reasoning }) }
  }
  return undefined
}

const contentOf = (output: Json): Message['content'] => {
  if (Array.isArray(output)) return output.map((part) => toContentPart(part))
  return typeof output === 'string' ? output : JSON.stringify(output)
}

const textsIn = (parts: Json | undefined): string =>
  listOf(parts)
    .map((part) => textOf(objectOf(part)['text']) ?? '')
    .join('\n')

/** Items of one answer as the one message they are. */
export function joinAnswer(messages: Message[] | undefined): Message | undefined {
  const [first, ...more] = messages ?? []
  if (!first || !messages?.every(({ role }) => role === 'assistant')) return undefined
  if (more.length === 0) return first
  const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls)
  const reasoning = messages.flatMap((one) => one.reasoning ?? []).join('\n')
  return {
    role: 'assistant',
    content: messages.map(({ content }) => content).reduce(joinContent),
    ...present({
      id: messages.findLast(({ id }) => id !== undefined)?.id,
      toolCalls: calls.length > 0 ? calls : undefined,
      reasoning: reasoning === '' ? undefined : reasoning,
    }),
  }
}

function joinContent(before: Message['content'], after: Message['content']): Message['content'] {
  if (before.length === 0) return after
  if (after.length === 0) return before
  return [before, after].flatMap((one) =>
    typeof one === 'string' ? [{ type: 'text' as const, text: one }] : one,
  )
}
