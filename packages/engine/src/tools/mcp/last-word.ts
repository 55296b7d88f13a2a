import { randomUUID } from 'node:crypto'
import type { RunError } from '@lathe/contract'
import { fromRunError, LatheError, toRunError } from '../../errors/lathe-error.ts'

/** JSON-RPC's own for a connection that is gone. */
const CLOSED = -32_000
/** Tells what was said here from what a server says: it cannot know it. */
const OURS = randomUUID()

type Id = string | number

/**
 * The SDK waits for as long as a call may take where a stream of events ends or breaks before it answers. So the
 * stream itself says that no answer will come, unless it can be taken up again.
 */
export function withLastWord(response: Response, request: RequestInit | undefined): Response {
  const { body, status, headers } = response
  const ids = idsIn(request?.body)
  const isStream = headers.get('content-type')?.includes('text/event-stream')
  if (!body || !isStream || ids.length === 0) return response
  const reader = body.getReader()
  let canResume = false
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const end = (error: unknown) => {
        controller.enqueue(lastWord(ids, error))
        controller.close()
      }
      try {
        const { done, value } = await reader.read()
        if (value) canResume ||= hasEventId(value)
        if (value) controller.enqueue(value)
        else if (done && canResume) controller.close()
        else end(null)
      } catch (error) {
        const isOver = error instanceof LatheError || !canResume
        if (isOver && !request?.signal?.aborted) end(error)
        else controller.error(error)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return new Response(stream, { status, headers })
}

/** What the broker itself said of an answer; undefined for what a server said. */
export function ownWord(thrown: unknown): LatheError | undefined {
  if (!(thrown instanceof Error && 'data' in thrown)) return undefined
  const { data } = thrown
  const isOwn = typeof data === 'object' && data !== null && 'by' in data && data.by === OURS
  // The cast holds: nobody else can have made it.
  return isOwn && 'error' in data ? fromRunError(data.error as RunError) : undefined
}

function lastWord(ids: readonly Id[], error: unknown): Uint8Array {
  const own = error instanceof LatheError ? { by: OURS, error: toRunError(error) } : undefined
  const events = ids.map((id) => {
    const failure = { code: CLOSED, message: 'Connection closed', ...(own && { data: own }) }
    return `\n\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, error: failure })}\n\n`
  })
  return new TextEncoder().encode(events.join(''))
}

/** Of what asks for an answer. */
function idsIn(body: RequestInit['body']): Id[] {
  if (typeof body !== 'string') return []
  const messages: unknown[] = [JSON.parse(body)].flat()
  return messages.flatMap((message): Id[] => {
    if (typeof message !== 'object' || message === null || !('method' in message)) return []
    const id = 'id' in message ? message.id : undefined
    return typeof id === 'string' || typeof id === 'number' ? [id] : []
  })
}

const hasEventId = (bytes: Uint8Array): boolean =>
  /(^|\n)id:/.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))
