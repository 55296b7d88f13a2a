import type { Choice, ChoiceCall } from '../wire/choice.ts'
import type { Completion } from '../wire/completion.ts'
import type { ResponsesRequest } from './request.ts'
import {
  callItem,
  contentPart,
  hasMessage,
  messageItem,
  reasoningItem,
  responseBody,
  responseHead,
} from './response.ts'

type Told = { type: string } & Record<string, unknown>

/** Every server-sent event of a streamed response, one per token, ready to be written. */
export function responseEvents(completion: Completion, request: ResponsesRequest): string[] {
  const [choice] = completion.choices
  const head = responseHead(completion, request)
  const body = responseBody(completion, request)
  const isWhole = 'status' in body && body.status === 'completed'
  const told: Told[] = [
    { type: 'response.created', response: head },
    { type: 'response.in_progress', response: head },
    ...(choice ? itemEvents(completion, choice, request) : []),
    { type: isWhole ? 'response.completed' : 'response.incomplete', response: body },
  ]
  return told.map(
    (event, number) =>
      `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: number })}\n\n`,
  )
}

function itemEvents(completion: Completion, choice: Choice, request: ResponsesRequest): Told[] {
  const items: ((place: { output_index: number }) => Told[])[] = []
  if (choice.reasoningTokens > 0) {
    const item = reasoningItem(completion, request)
    items.push((place) => [added(place, { ...item, summary: [] }), done(place, item)])
  }
  if (hasMessage(choice)) items.push((place) => messageEvents(completion, choice, place))
  for (const call of choice.calls) items.push((place) => callEvents(call, place))
  return items.flatMap((events, output_index) => events({ output_index }))
}

type Place = { output_index: number }

const added = (place: Place, item: object): Told => ({
  type: 'response.output_item.added',
  ...place,
  item,
})
const done = (place: Place, item: object): Told => ({
  type: 'response.output_item.done',
  ...place,
  item,
})

function messageEvents(completion: Completion, choice: Choice, place: Place): Told[] {
  const item = messageItem(completion, [contentPart(choice)])
  const inPart = { ...place, item_id: item.id, content_index: 0 }
  const { content, refusal } = choice
  const said =
    refusal === null
      ? [
          ...(content ?? []).map((delta) => ({
            type: 'response.output_text.delta',
            ...inPart,
            delta,
            logprobs: [],
          })),
          {
            type: 'response.output_text.done',
            ...inPart,
            text: (content ?? []).join(''),
            logprobs: [],
          },
        ]
      : [
          { type: 'response.refusal.delta', ...inPart, delta: refusal },
          { type: 'response.refusal.done', ...inPart, refusal },
        ]
  const begun = refusal === null ? { content: [], refusal } : { content: null, refusal: '' }
  return [
    added(place, messageItem(completion, [], 'in_progress')),
    {
      type: 'response.content_part.added',
      ...inPart,
      part: contentPart({ ...choice, ...begun }),
    },
    ...said,
    { type: 'response.content_part.done', ...inPart, part: contentPart(choice) },
    done(place, item),
  ]
}

function callEvents(call: ChoiceCall, place: Place): Told[] {
  const args = call.pieces.join('')
  const item = callItem(call, args)
  const inItem = { ...place, item_id: item.id }
  return [
    added(place, callItem(call, '', 'in_progress')),
    ...call.pieces.map((delta) => ({
      type: 'response.function_call_arguments.delta',
      ...inItem,
      delta,
    })),
    { type: 'response.function_call_arguments.done', ...inItem, arguments: args },
    done(place, item),
  ]
}
