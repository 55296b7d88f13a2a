import type { Json, JsonObject, Message, ToolCall } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import { firstText, toList, toObject, withoutUndefined, nonEmptyText } from '../fields.ts'
import { readParts, toContentPart, toToolCall } from './message-parts.ts'

/**
 * An OpenTelemetry message may contain results of several tools, and text as well. Splits it into
 * its tool calls, each result, and its text, in this order.
 */
export function splitToolAnswers(message: Json): Json[] {
  const parts = toList(isJsonObject(message) ? message['parts'] : undefined).filter(isJsonObject)
  const answers = parts.filter(isAnswer)
  const otherParts = parts.filter((part) => !isAnswer(part))
  if (!isJsonObject(message) || answers.length === 0) return [message]
  if (parts.length === 1) return [{ ...message, role: 'tool' }]
  const callParts = otherParts.some(isCall) ? otherParts.filter(isCallOrThought) : []
  const textParts = otherParts.filter((part) => !callParts.includes(part))
  const messageWith = (parts: JsonObject[]): Json[] =>
    parts.length > 0 ? [{ ...message, parts }] : []
  return [
    ...messageWith(callParts),
    ...answers.map((part) => ({ role: 'tool', parts: [part] })),
    ...messageWith(textParts),
  ]
}

const isAnswer = ({ type }: JsonObject) => type === 'tool_call_response'

const isCall = ({ type }: JsonObject) => type === 'tool_call'

const isCallOrThought = (part: JsonObject) =>
  isCall(part) || part['type'] === 'reasoning' || part['type'] === 'thinking'

/**
 * Reads the items between messages of the Responses API: reasoning, tool calls and tool results.
 */
export function readResponseItem(item: JsonObject): Message | undefined {
  const { type, call_id: callId } = item
  if (type === 'function_call' && nonEmptyText(item['name']))
    return {
      role: 'assistant',
      content: '',
      toolCalls: [toToolCall({ ...item, id: callId ?? '' })],
    }
  if (type === 'function_call_output' && item['output'] !== undefined)
    return {
      role: 'tool',
      content: outputContent(item['output']),
      toolCallId: nonEmptyText(callId) ?? '',
    }
  if (type === 'reasoning' && Array.isArray(item['summary'])) {
    const reasoning = joinTexts(item['summary']) || joinTexts(item['content'])
    return { role: 'assistant', content: '', ...(reasoning !== '' && { reasoning }) }
  }
  return undefined
}

const outputContent = (output: Json): Message['content'] => {
  if (Array.isArray(output)) return output.map((part) => toContentPart(part))
  return typeof output === 'string' ? output : JSON.stringify(output)
}

const joinTexts = (parts: Json | undefined): string =>
  toList(parts)
    .map((part) => nonEmptyText(toObject(part)['text']) ?? '')
    .join('\n')

/**
 * Joins the items of one answer into one message. Undefined if they are not all the assistant's.
 */
export function joinItems(messages: Message[] | undefined): Message | undefined {
  const [first, ...rest] = messages ?? []
  if (!first || !messages?.every(({ role }) => role === 'assistant')) return undefined
  if (rest.length === 0) return first
  const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls)
  const reasoning = messages.flatMap((message) => message.reasoning ?? []).join('\n')
  return {
    role: 'assistant',
    content: messages.map(({ content }) => content).reduce(joinContent),
    ...withoutUndefined({
      id: messages.findLast(({ id }) => id !== undefined)?.id,
      toolCalls: calls.length > 0 ? calls : undefined,
      reasoning: reasoning === '' ? undefined : reasoning,
    }),
  }
}

function joinContent(before: Message['content'], after: Message['content']): Message['content'] {
  if (before.length === 0) return after
  if (after.length === 0) return before
  return [before, after].flatMap((content) =>
    typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content,
  )
}

const ROLES: Record<string, Message['role']> = {
  system: 'system',
  developer: 'system',
  human: 'user',
  user: 'user',
  ai: 'assistant',
  assistant: 'assistant',
  model: 'assistant',
  chatbot: 'assistant',
  tool: 'tool',
  function: 'tool',
}

/** Whether the string is a message role. */
export const isRole = (role: string): boolean => Object.hasOwn(ROLES, role)

/** `AIMessageChunk` → `ai`, as LangChain's classes are named. */
const messageTypeFromClass = (name: Json | undefined) =>
  nonEmptyText(name)
    ?.replace(/Message(Chunk)?$/, '')
    .toLowerCase()

/**
 * Reads a chat message of LangChain, OpenAI, Anthropic, OpenTelemetry or the engine. Undefined if
 * it is none.
 */
export function readMessage(value: Json | undefined): Message | undefined {
  if (!isJsonObject(value)) return undefined
  const isConstructor = value['lc'] === 1 && value['type'] === 'constructor'
  if (isConstructor && isJsonObject(value['kwargs'])) {
    const type = messageTypeFromClass(toList(value['id']).at(-1))
    return fromFields({ ...value['kwargs'], role: value['kwargs']['role'] ?? type ?? null })
  }
  if (isJsonObject(value['data']) && nonEmptyText(value['type'])) {
    return fromFields({ ...value['data'], role: value['type'] ?? null })
  }
  return readResponseItem(value) ?? fromFields(value)
}

/**
 * Reads a list of messages. Undefined if any item is not a message. LangChain nests a list for each
 * prompt of a batch.
 */
export function readMessages(value: Json | undefined): Message[] | undefined {
  const [first] = toList(value)
  const list = (Array.isArray(first) ? first : toList(value)).flatMap(splitToolAnswers)
  const messages = list.map((item) => readMessage(item)).filter((message) => message !== undefined)
  return messages.length > 0 && messages.length === list.length ? messages : undefined
}

function fromFields(fields: JsonObject): Message | undefined {
  const roleName = firstText(fields['role'], fields['type']) ?? ''
  const role = ROLES[roleName] ?? ROLES[messageTypeFromClass(roleName) ?? '']
  if (role === undefined || !hasMessageFields(fields)) return undefined
  const parts = readParts(fields['parts'])
  const calls = [...readToolCalls(fields), ...parts.calls]
  const kwargs = toObject(fields['additional_kwargs'])
  const { status } = fields
  const refusal = firstText(fields['refusal'], kwargs['refusal'])
  const content = readContent(fields['content'] ?? fields['contents']) ?? parts.content
  return {
    role,
    content: content.length === 0 && refusal !== undefined ? refusal : content,
    ...withoutUndefined({
      id: nonEmptyText(fields['id']),
      name: nonEmptyText(fields['name']),
      isRefusal: fields['isRefusal'] === true || refusal !== undefined ? true : undefined,
      toolCalls: calls.length > 0 ? calls : undefined,
      toolCallId: firstText(fields['tool_call_id'], fields['toolCallId'], parts.answers),
      status: status === 'success' || status === 'error' ? status : undefined,
      reasoning: firstText(
        fields['reasoning'],
        kwargs['reasoning_content'],
        fields['reasoning_content'],
        parts.reasoning,
      ),
    }),
  }
}

const MESSAGE_FIELDS = [
  'content',
  'contents',
  'parts',
  'tool_calls',
  'toolCalls',
  'refusal',
  'finish_reason',
]

/** Users and members have roles, too. */
const hasMessageFields = (fields: JsonObject) =>
  MESSAGE_FIELDS.some((key) => key in fields) || isJsonObject(fields['additional_kwargs'])

function readContent(value: Json | undefined): Message['content'] | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((part) => toContentPart(part))
  return isJsonObject(value) ? [toContentPart(value)] : undefined
}

function readToolCalls(fields: JsonObject): ToolCall[] {
  const ownCalls = toList(fields['tool_calls'] ?? fields['toolCalls'])
  const calls =
    ownCalls.length > 0 ? ownCalls : toList(toObject(fields['additional_kwargs'])['tool_calls'])
  return calls.filter((call) => isJsonObject(call)).map((call) => toToolCall(call))
}

/** Returns the messages of a model's inputs in any recorded format. Undefined if there are none. */
export function findMessages(inputs: Json): Message[] | undefined {
  const fields = toObject(inputs)
  return (
    readMessages(inputs) ??
    readMessages(fields['messages']) ??
    readMessages(fields['input']) ??
    readPrompts(fields['prompts'] ?? fields['prompt'] ?? fields['input'])
  )
}

function readPrompts(value: Json | undefined): Message[] | undefined {
  const prompts = (Array.isArray(value) ? value : [value]).filter(
    (item) => typeof item === 'string',
  )
  return prompts.length > 0 ? prompts.map((content) => ({ role: 'user', content })) : undefined
}
