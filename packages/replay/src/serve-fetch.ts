import { requestContent, canonicalRequest, differences, isObject, jsonOrText } from './json.ts'
import type { Json, JsonObject, RecordedRequest } from './recording.ts'

/**
 * Returns a replacement for `fetch` that serves recorded answers only, and the requests not yet
 * served.
 */
export function createRecordedFetch(
  recorded: readonly RecordedRequest[],
  miss: (text: string) => void,
) {
  const waiting = [...recorded]
  const serve = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const body = jsonOrText(await request.text())
    const key = canonicalRequest(body)
    const index = waiting.findIndex(
      (candidate) =>
        apiPath(candidate.url) === apiPath(request.url) && canonicalRequest(candidate.body) === key,
    )
    const [found] = index === -1 ? [] : waiting.splice(index, 1)
    if (found) return answer(found, isObject(body) && body['stream'] === true)
    const text = describeMiss(request, body, waiting)
    miss(text)
    // A status that clients do not retry.
    return Response.json({ error: { message: text, code: 'tape_miss' } }, { status: 400 })
  }
  return { serve, waiting }
}

/** Base URLs differ between machines. The last path segments identify the API. */
const apiPath = (url: string): string => new URL(url).pathname.split('/').slice(-2).join('/')

function answer({ status, answer: body }: RecordedRequest, isStreaming: boolean): Response {
  if (typeof body === 'string') return new Response(body, { status })
  if (!isStreaming || status >= 300) return Response.json(body, { status })
  const chunk = isObject(body) ? toChunk(body) : body
  return new Response(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`, {
    status,
    headers: { 'content-type': 'text/event-stream' },
  })
}

/** Converts a completion to a single stream chunk. */
function toChunk({ choices, ...rest }: JsonObject): Json {
  const all = Array.isArray(choices) ? choices.filter(isObject) : []
  return {
    ...rest,
    object: 'chat.completion.chunk',
    choices: all.map(({ message, ...choice }) => ({
      ...choice,
      delta: withIndexes(message ?? null),
    })),
  }
}

function withIndexes(message: Json): Json {
  if (!isObject(message) || !Array.isArray(message['tool_calls'])) return message
  const calls = message['tool_calls'].map((call, index) =>
    isObject(call) ? { index, ...call } : call,
  )
  return { ...message, tool_calls: calls }
}

function describeMiss(request: Request, body: Json, waiting: readonly RecordedRequest[]): string {
  const model = isObject(body) ? body['model'] : undefined
  const target =
    typeof model === 'string' ? `the model ${model}` : `${request.method} ${request.url}`
  const closest = waiting
    .filter(({ url }) => apiPath(url) === apiPath(request.url))
    .map((candidate) => ({
      known: candidate,
      parts: differences(requestContent(candidate.body), requestContent(body)),
    }))
    .toSorted((a, b) => a.parts.length - b.parts.length)[0]
  if (!closest) return `The recording has no further call to ${target}`
  return `The recording has no such call to ${target}. The closest one is by ${closest.known.path.join('/')}:\n  ${closest.parts.join('\n  ')}`
}
