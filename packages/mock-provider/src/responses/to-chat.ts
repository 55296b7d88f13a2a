import type { ChatRequest } from '../wire/chat-request.ts'
import type { Message } from '../wire/messages.ts'
import type { Item, Part, ResponsesRequest } from './request.ts'

/** The same as a chat request: what is answered must not depend on how it is asked. */
export function toChat(request: ResponsesRequest): ChatRequest {
  const { model, tools, text, reasoning, tool_choice: choice } = request
  const format = text?.format
  return {
    model,
    messages: messagesOf(request),
    ...(tools?.length && {
      tools: tools.map(({ name, description, parameters, strict }) => ({
        type: 'function' as const,
        function: {
          name,
          ...(description != null && { description }),
          ...(parameters && { parameters }),
          ...(strict != null && { strict }),
        },
      })),
    }),
    ...(choice != null && {
      tool_choice:
        typeof choice === 'string'
          ? choice
          : { type: 'function' as const, function: { name: choice.name } },
    }),
    ...(format && {
      response_format:
        format.type === 'json_schema'
          ? {
              type: 'json_schema' as const,
              json_schema: { name: format.name, schema: format.schema, strict: format.strict },
            }
          : { type: format.type },
    }),
    stream: request.stream,
    max_completion_tokens: request.max_output_tokens,
    temperature: request.temperature,
    top_p: request.top_p,
    reasoning_effort: reasoning?.effort,
    ...(request.parallel_tool_calls != null && {
      parallel_tool_calls: request.parallel_tool_calls,
    }),
  }
}

function messagesOf({ input, instructions }: ResponsesRequest): Message[] {
  const items: Item[] =
    typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input
  const messages: Message[] =
    instructions == null ? [] : [{ role: 'system', content: instructions }]
  for (const item of items) {
    if (item.type === 'message') messages.push(messageOf(item.role, partsOf(item.content)))
    if (item.type === 'function_call_output') {
      messages.push({
        role: 'tool',
        tool_call_id: item.call_id,
        content: textIn(partsOf(item.output)),
      })
    }
    if (item.type === 'function_call') addCall(messages, item)
  }
  return messages
}

const partsOf = (content: string | readonly Part[]): readonly Part[] =>
  typeof content === 'string' ? [{ type: 'input_text', text: content }] : content

const textIn = (parts: readonly Part[]): string =>
  parts
    .flatMap((part) => {
      const said = chatPart(part)
      return said?.type === 'text' ? [said.text] : []
    })
    .join('\n')

function messageOf(
  role: 'system' | 'developer' | 'user' | 'assistant',
  parts: readonly Part[],
): Message {
  if (role !== 'user') return { role, content: textIn(parts) }
  return { role, content: parts.flatMap((part) => chatPart(part) ?? []) }
}

type ChatPart = Exclude<Extract<Message, { role: 'user' }>['content'], string>[number]

function chatPart(part: Part): ChatPart | undefined {
  if (part.type === 'input_image') {
    return { type: 'image_url', image_url: { url: part.image_url ?? '' } }
  }
  if (part.type === 'refusal' || part.type === 'input_file') return undefined
  return { type: 'text', text: part.text }
}

/** Calls of one turn are items of their own here, and one message there. */
function addCall(messages: Message[], item: Extract<Item, { type: 'function_call' }>): void {
  const call = {
    id: item.call_id,
    type: 'function' as const,
    function: { name: item.name, arguments: item.arguments },
  }
  const last = messages.at(-1)
  if (last?.role === 'assistant') last.tool_calls = [...(last.tool_calls ?? []), call]
  else messages.push({ role: 'assistant', content: null, tool_calls: [call] })
}
