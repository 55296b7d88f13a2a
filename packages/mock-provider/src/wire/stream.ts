import { CREATED } from '../models.ts'
import type { Choice } from './choice.ts'
import type { Completion } from './completion.ts'
import { SYSTEM_FINGERPRINT } from './completion.ts'

export const DONE = 'data: [DONE]\n\n'

/** Every server-sent event of a streamed answer, one per token, ready to be written. */
export function streamEvents(completion: Completion, includeUsage: boolean): string[] {
  const head = `data: {"id":${JSON.stringify(completion.id)},"object":"chat.completion.chunk","created":${CREATED},"model":${JSON.stringify(completion.model)},"service_tier":"default","system_fingerprint":"${SYSTEM_FINGERPRINT}",`
  const tail = includeUsage ? ',"usage":null}\n\n' : '}\n\n'

  const lanes = completion.choices.map((choice) => choiceEvents(choice, head, tail))
  const events = lanes.length === 1 ? (lanes[0] ?? []) : interleave(lanes)
  if (includeUsage) {
    events.push(`${head}"choices":[],"usage":${JSON.stringify(completion.usage)}}\n\n`)
  }
  events.push(DONE)
  return events
}

function choiceEvents(choice: Choice, head: string, tail: string): string[] {
  const open = `${head}"choices":[{"index":${choice.index},"delta":`
  const close = `,"logprobs":null,"finish_reason":null}]${tail}`
  const event = (delta: object) => `${open}${JSON.stringify(delta)}${close}`

  const hasText = choice.content !== null
  const events = [event({ role: 'assistant', content: hasText ? '' : null, refusal: null })]
  for (const piece of choice.content ?? []) {
    events.push(`${open}{"content":${JSON.stringify(piece)}}${close}`)
  }
  if (choice.refusal !== null) events.push(event({ refusal: choice.refusal }))
  choice.calls.forEach((call, index) => {
    const { id, name } = call
    events.push(
      event({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    )
    for (const piece of call.pieces) {
      events.push(event({ tool_calls: [{ index, function: { arguments: piece } }] }))
    }
  })
  events.push(`${open}{},"logprobs":null,"finish_reason":"${choice.finishReason}"}]${tail}`)
  return events
}

/** Choices take turns, as they do when a provider samples them side by side. */
function interleave(lanes: readonly (readonly string[])[]): string[] {
  const longest = Math.max(...lanes.map((lane) => lane.length))
  return Array.from({ length: longest }, (_, at) =>
    lanes.flatMap((lane) => lane.slice(at, at + 1)),
  ).flat()
}
