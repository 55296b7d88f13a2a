import type { ChatRequest, Message } from '../wire/chat-request.ts'
import type { Item, Part, ResponsesRequest } from './request.ts'

/** Returns the equivalent chat request. Both APIs give the same answer. */
export function toChat(request: ResponsesRequest): ChatRequest {
  const { tools, text, tool_choice: choice } = request
  return {
    model: request.model,
    messages: toMessages(request),
    ...(tools?.length && { tools: tools.map(toChatTool) }),
    ...(choice != null && {
      tool_choice:
        typeof choice === 'string'
          ? choice
          : { type: 'function' as const, function: { name: choice.name } },
    }),
    ...(text?.format && { response_format: toChatFormat(text.format) }),
    stream: request.stream,
    max_completion_tokens: request.max_output_tokens,
    temperature: request.temperature,
    top_p: request.top_p,
    reasoning_effort: request.reasoning?.effort,
    ...(request.parallel_tool_calls != null && {
      parallel_tool_calls: request.parallel_tool_calls,
    }),
  }
}

type Tool = NonNullable<ResponsesRequest['tools']>[number]

const toChatTool = ({ name, description, parameters, strict }: Tool) => ({
  type: 'function' as const,
  function: {
    name,
    ...(description != null && { description }),
    ...(parameters && { parameters }),
    ...(strict != null && { strict }),
  },
})

type Format = NonNullable<NonNullable<ResponsesRequest['text']>['format']>

function toChatFormat(format: Format): NonNullable<ChatRequest['response_format']> {
  if (format.type !== 'json_schema') return { type: format.type }
  const { name, schema, strict } = format
  return { type: 'json_schema', json_schema: { name, schema, strict } }
}

function toMessages({ input, instructions }: ResponsesRequest): Message[] {
  const items: Item[] =
    typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input
  const messages: Message[] =
    instructions == null ? [] : [{ role: 'system', content: instructions }]
  for (const item of items) {
    if (item.type === 'message' && item.role === 'user') {
      const content = listParts(item.content).flatMap((part) => toChatPart(part) ?? [])
      messages.push({ role: 'user', content })
    } else if (item.type === 'message' && item.role !== 'user') {
      messages.push({ role: item.role, content: joinText(item.content) })
    } else if (item.type === 'function_call_output') {
      const content = joinText(item.output)
      messages.push({ role: 'tool', tool_call_id: item.call_id, content })
    } else if (item.type === 'function_call') addCall(messages, item)
  }
  return messages
}

type Content = string | readonly Part[]

const listParts = (content: Content): readonly Part[] =>
  typeof content === 'string' ? [{ type: 'input_text', text: content }] : content

const joinText = (content: Content): string =>
  listParts(content)
    .map(toChatPart)
    .flatMap((part) => (part?.type === 'text' ? [part.text] : []))
    .join('\n')

type ChatPart = Exclude<Extract<Message, { role: 'user' }>['content'], string>[number]

function toChatPart(part: Part): ChatPart | undefined {
  if (part.type === 'input_image') {
    return { type: 'image_url', image_url: { url: part.image_url ?? '' } }
  }
  if (part.type === 'refusal' || part.type === 'input_file') return undefined
  return { type: 'text', text: part.text }
}

/** Calls of one turn are separate items here, and one message in a chat. */
function addCall(messages: Message[], item: Extract<Item, { type: 'function_call' }>): void {
  const { call_id: id, name, arguments: args } = item
  const call = { id, type: 'function' as const, function: { name, arguments: args } }
  const last = messages.at(-1)
  if (last?.role === 'assistant') last.tool_calls = [...(last.tool_calls ?? []), call]
  else messages.push({ role: 'assistant', content: null, tool_calls: [call] })
}
