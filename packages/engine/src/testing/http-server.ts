import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { text } from 'node:stream/consumers'

export type SeenRequest = {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export type TestServer = {
  url: string
  port: number
  /** All requests so far. */
  seen: SeenRequest[]
  close(): Promise<void>
}

export type Answer = (
  request: SeenRequest,
  response: ServerResponse,
  nth: number,
) => void | Promise<void>

/** Starts an HTTP server on loopback. `nth` counts requests from 1. */
export async function startServer(answer: Answer): Promise<TestServer> {
  const seen: SeenRequest[] = []
  const listener: RequestListener = (request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request
      const whole = { method, url, headers, body }
      seen.push(whole)
      return answer(whole, response, seen.length)
    })
  }
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port')
  return address.port
}

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

/** Formats a complete streamed answer with these pieces of text. */
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
