import type { ServerResponse } from 'node:http'

const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'gpt-test' }

export const event = (fields: Record<string, unknown>) =>
  `data: ${JSON.stringify({ ...head, ...fields })}\n\n`

export const delta = (fields: Record<string, unknown>, finish: string | null = null) =>
  event({ choices: [{ index: 0, delta: fields, finish_reason: finish }] })

export const DONE = 'data: [DONE]\n\n'

export const usage = event({
  choices: [],
  usage: {
    prompt_tokens: 9,
    completion_tokens: 3,
    total_tokens: 12,
    prompt_tokens_details: { cached_tokens: 4 },
    completion_tokens_details: { reasoning_tokens: 1 },
  },
})

/** A whole streamed answer of these pieces of text. */
export const streamed = (...pieces: string[]) =>
  [
    delta({ role: 'assistant', content: '' }),
    ...pieces.map((content) => delta({ content })),
    delta({}, 'stop'),
    usage,
    DONE,
  ].join('')

export function startStream(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(text)
}

export const completion = (message: Record<string, unknown>, finish = 'stop') =>
  JSON.stringify({
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
    usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
  })
