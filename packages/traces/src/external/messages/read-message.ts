import type { Json, JsonObject, Message, ToolCall } from '@lathe/contract'
import { firstText, isObject, listOf, objectOf, present, textOf } from '../fields.ts'
import { answersApart } from './answers-apart.ts'
import { readParts, toContentPart } from './message-parts.ts'
import { readResponseItem } from './response-items.ts'
import { toToolCall } from './tool-call.ts'

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

/** Whether it says who speaks. */
export const isRole = (role: string): boolean => Object.hasOwn(ROLES, role)

/** `AIMessageChunk` → `ai`, as LangChain's classes are named. */
const typeOfClass = (name: Json | undefined) =>
  textOf(name)
    ?.replace(/Message(Chunk)?$/, '')
    .toLowerCase()

/** A chat message as LangChain, OpenAI, Anthropic, OpenTelemetry or the engine writes it. */
export function readMessage(value: Json | undefined): Message | undefined {
  if (!isObject(value)) return undefined
  const isConstructor = value['lc'] === 1 && value['type'] === 'constructor'
  if (isConstructor && isObject(value['kwargs'])) {
    const type = typeOfClass(listOf(value['id']).at(-1))
    return fromFields({ ...value['kwargs'], role: value['kwargs']['role'] ?? type ?? null })
  }
  if (isObject(value['data']) && textOf(value['type'])) {
    return fromFields({ ...value['data'], role: value['type'] ?? null })
  }
  return readResponseItem(value) ?? fromFields(value)
}

/** All of them, or undefined when any is no message. LangChain nests a list for each prompt of a batch. */
export function readMessages(value: Json | undefined): Message[] | undefined {
  const [first] = listOf(value)
  const list = (Array.isArray(first) ? first : listOf(value)).flatMap(answersApart)
  const messages = list.map((item) => readMessage(item)).filter((message) => message !== undefined)
  return messages.length > 0 && messages.length === list.length ? messages : undefined
}

function fromFields(fields: JsonObject): Message | undefined {
  const said = firstText(fields['role'], fields['type']) ?? ''
  const role = ROLES[said] ?? ROLES[typeOfClass(said) ?? '']
  if (role === undefined || !saysSomething(fields)) return undefined
  const parts = readParts(fields['parts'])
  const calls = [...toolCallsOf(fields), ...parts.calls]
  const kwargs = objectOf(fields['additional_kwargs'])
  const { status } = fields
  const refusal = firstText(fields['refusal'], kwargs['refusal'])
  const content = contentOf(fields['content'] ?? fields['contents']) ?? parts.content
  return {
    role,
    content: content.length === 0 && refusal !== undefined ? refusal : content,
    ...present({
      id: textOf(fields['id']),
      name: textOf(fields['name']),
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

const SAYING = [
  'content',
  'contents',
  'parts',
  'tool_calls',
  'toolCalls',
  'refusal',
  'finish_reason',
]

/** Users and members have roles too. */
const saysSomething = (fields: JsonObject) =>
  SAYING.some((key) => key in fields) || isObject(fields['additional_kwargs'])

function contentOf(value: Json | undefined): Message['content'] | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((part) => toContentPart(part))
  return isObject(value) ? [toContentPart(value)] : undefined
}

function toolCallsOf(fields: JsonObject): ToolCall[] {
  const own = listOf(fields['tool_calls'] ?? fields['toolCalls'])
  const calls = own.length > 0 ? own : listOf(objectOf(fields['additional_kwargs'])['tool_calls'])
  return calls.filter((call) => isObject(call)).map((call) => toToolCall(call))
}
