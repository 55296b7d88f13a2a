import { derivedId } from '../fingerprint.ts'
import { CREATED } from '../models.ts'
import type { Choice, ChoiceCall } from '../wire/choice.ts'
import type { Completion } from '../wire/completion.ts'
import type { ResponsesRequest } from './request.ts'

/** Returns the body of a complete response. */
export function responseBody(completion: Completion, request: ResponsesRequest) {
  const [choice] = completion.choices
  const reason = choice?.finishReason
  const isCut = reason === 'length' || reason === 'content_filter'
  return {
    ...responseHead(completion, request),
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut
      ? { reason: reason === 'length' ? 'max_output_tokens' : 'content_filter' }
      : null,
    output: choice ? outputItems(completion, choice, request) : [],
    usage: responseUsage(completion),
  }
}

const responseHead = ({ id, model }: Completion, request: ResponsesRequest) => ({
  id,
  object: 'response',
  created_at: CREATED,
  status: 'in_progress',
  error: null,
  incomplete_details: null,
  instructions: request.instructions ?? null,
  max_output_tokens: request.max_output_tokens ?? null,
  metadata: {},
  model,
  output: [],
  parallel_tool_calls: request.parallel_tool_calls ?? true,
  reasoning: { effort: request.reasoning?.effort ?? null, summary: null },
  service_tier: 'default',
  store: request.store ?? true,
  temperature: request.temperature ?? 1,
  text: { format: { type: 'text' }, ...request.text },
  tool_choice: request.tool_choice ?? 'auto',
  tools: request.tools ?? [],
  top_p: request.top_p ?? 1,
  usage: null,
})

const outputItems = (completion: Completion, choice: Choice, request: ResponsesRequest) => [
  ...(choice.reasoningTokens > 0 ? [reasoningItem(completion, request)] : []),
  ...(hasMessage(choice) ? [messageItem(completion, [contentPart(choice)])] : []),
  ...choice.calls.map((call) => callItem(call, call.pieces.join(''))),
]

const hasMessage = ({ content, refusal }: Choice): boolean => content !== null || refusal !== null

const contentPart = ({ content, refusal }: Pick<Choice, 'content' | 'refusal'>): object =>
  refusal === null
    ? { type: 'output_text', annotations: [], logprobs: [], text: (content ?? []).join('') }
    : { type: 'refusal', refusal }

const messageItem = ({ id }: Completion, content: object[], status = 'completed') => ({
  id: derivedId('msg_', id),
  type: 'message',
  status,
  role: 'assistant',
  content,
})

const callItem = ({ id, name }: ChoiceCall, args: string, status = 'completed') => ({
  id: derivedId('fc_', id),
  type: 'function_call',
  status,
  call_id: id,
  name,
  arguments: args,
})

const reasoningItem = ({ id }: Completion, { include }: ResponsesRequest) => ({
  id: derivedId('rs_', id),
  type: 'reasoning',
  summary: [],
  ...(include?.includes('reasoning.encrypted_content') && {
    encrypted_content: derivedId('thoughts_', id),
  }),
})

const responseUsage = ({ usage }: Completion) => ({
  input_tokens: usage.prompt_tokens,
  input_tokens_details: { cached_tokens: usage.prompt_tokens_details.cached_tokens },
  output_tokens: usage.completion_tokens,
  output_tokens_details: { reasoning_tokens: usage.completion_tokens_details.reasoning_tokens },
  total_tokens: usage.total_tokens,
})

type Event = { type: string } & Record<string, unknown>

/** Returns the server-sent events of a streamed response, one per token. */
export function responseEvents(completion: Completion, request: ResponsesRequest): string[] {
  const [choice] = completion.choices
  const head = responseHead(completion, request)
  const body = responseBody(completion, request)
  const events: Event[] = [
    { type: 'response.created', response: head },
    { type: 'response.in_progress', response: head },
    ...(choice ? itemEvents(completion, choice, request) : []),
    { type: `response.${body.status}`, response: body },
  ]
  return events.map(
    (event, number) =>
      `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: number })}\n\n`,
  )
}

type Place = { output_index: number }

function itemEvents(completion: Completion, choice: Choice, request: ResponsesRequest): Event[] {
  const items: ((place: Place) => Event[])[] = []
  if (choice.reasoningTokens > 0) {
    const item = reasoningItem(completion, request)
    items.push((place) => [added(place, item), done(place, item)])
  }
  if (hasMessage(choice)) items.push((place) => messageEvents(completion, choice, place))
  for (const call of choice.calls) items.push((place) => callEvents(call, place))
  return items.flatMap((events, output_index) => events({ output_index }))
}

const added = (place: Place, item: object): Event => ({
  type: 'response.output_item.added',
  ...place,
  item,
})
const done = (place: Place, item: object): Event => ({
  type: 'response.output_item.done',
  ...place,
  item,
})

function messageEvents(completion: Completion, choice: Choice, place: Place): Event[] {
  const { content, refusal } = choice
  const item = messageItem(completion, [contentPart(choice)])
  const contentPosition = { ...place, item_id: item.id, content_index: 0 }
  const text = { ...contentPosition, logprobs: [] }
  const deltas =
    refusal === null
      ? [
          ...(content ?? []).map((delta) => ({
            type: 'response.output_text.delta',
            ...text,
            delta,
          })),
          { type: 'response.output_text.done', ...text, text: (content ?? []).join('') },
        ]
      : [
          { type: 'response.refusal.delta', ...contentPosition, delta: refusal },
          { type: 'response.refusal.done', ...contentPosition, refusal },
        ]
  const emptyPart = contentPart({ content: [], refusal: refusal === null ? null : '' })
  return [
    added(place, messageItem(completion, [], 'in_progress')),
    { type: 'response.content_part.added', ...contentPosition, part: emptyPart },
    ...deltas,
    { type: 'response.content_part.done', ...contentPosition, part: contentPart(choice) },
    done(place, item),
  ]
}

function callEvents(call: ChoiceCall, place: Place): Event[] {
  const args = call.pieces.join('')
  const item = callItem(call, args)
  const type = 'response.function_call_arguments'
  const inItem = { ...place, item_id: item.id }
  return [
    added(place, callItem(call, '', 'in_progress')),
    ...call.pieces.map((delta) => ({ type: `${type}.delta`, ...inItem, delta })),
    { type: `${type}.done`, ...inItem, arguments: args },
    done(place, item),
  ]
}
