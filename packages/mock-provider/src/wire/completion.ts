import { CREATED } from '../models.ts'
import type { Choice } from './choice.ts'
import type { Usage } from './usage.ts'

export type Completion = {
  id: string
  model: string
  choices: readonly Choice[]
  usage: Usage
}

const COMMON = {
  service_tier: 'default',
  system_fingerprint: 'fp_demo_1',
}

/** Returns the body of a completion that is not streamed. */
export function completionBody({ id, model, choices, usage }: Completion): string {
  return JSON.stringify({
    id,
    object: 'chat.completion',
    created: CREATED,
    model,
    choices: choices.map((choice) => ({
      index: choice.index,
      message: {
        role: 'assistant',
        content: choice.content?.join('') ?? null,
        ...(choice.calls.length > 0 && { tool_calls: choice.calls.map(toolCall) }),
        refusal: choice.refusal,
        annotations: [],
      },
      logprobs: null,
      finish_reason: choice.finishReason,
    })),
    usage,
    ...COMMON,
  })
}

const toolCall = ({ id, name, pieces }: Choice['calls'][number]) => ({
  id,
  type: 'function',
  function: { name, arguments: pieces.join('') },
})

/** Returns the server-sent events of a streamed completion, one per token. */
export function chatEvents(
  { id, model, choices, usage }: Completion,
  includeUsage: boolean,
): string[] {
  const object = 'chat.completion.chunk'
  const head = JSON.stringify({ id, object, created: CREATED, model, ...COMMON }).slice(0, -1)
  const tail = includeUsage ? ',"usage":null}\n\n' : '}\n\n'
  const streams = choices.map((choice) => choiceEvents(choice, `data: ${head},`, tail))
  return [
    ...interleave(streams),
    ...(includeUsage ? [`data: ${head},"choices":[],"usage":${JSON.stringify(usage)}}\n\n`] : []),
    'data: [DONE]\n\n',
  ]
}

/** Writes only the changing part of each event as JSON, because benchmarks stream many tokens. */
function choiceEvents(choice: Choice, head: string, tail: string): string[] {
  const open = `${head}"choices":[{"index":${choice.index},"delta":`
  const close = `,"logprobs":null,"finish_reason":null}]${tail}`
  const event = (delta: object) => `${open}${JSON.stringify(delta)}${close}`
  const content = choice.content === null ? null : ''
  return [
    event({ role: 'assistant', content, refusal: null }),
    ...(choice.content ?? []).map((piece) => `${open}{"content":${JSON.stringify(piece)}}${close}`),
    ...(choice.refusal === null ? [] : [event({ refusal: choice.refusal })]),
    ...choice.calls.flatMap(({ id, name, pieces }, index) => {
      const firstDelta = { index, id, type: 'function', function: { name, arguments: '' } }
      const argumentsDelta = (piece: string) => ({ index, function: { arguments: piece } })
      return [
        event({ tool_calls: [firstDelta] }),
        ...pieces.map((piece) => event({ tool_calls: [argumentsDelta(piece)] })),
      ]
    }),
    `${open}{},"logprobs":null,"finish_reason":"${choice.finishReason}"}]${tail}`,
  ]
}

/** Alternates between the choices, as providers do. */
function interleave(streams: readonly (readonly string[])[]): readonly string[] {
  const [only = [], ...otherStreams] = streams
  if (otherStreams.length === 0) return only
  const longest = Math.max(...streams.map((events) => events.length))
  return Array.from({ length: longest }, (_, index) =>
    streams.flatMap((events) => events.slice(index, index + 1)),
  ).flat()
}
