import { randomUUID } from 'node:crypto'
import type { RunError } from '@lathe/contract'
import { fromRunError, LatheError, toRunError } from '../../errors/lathe-error.ts'
import { toLatheError } from '../../errors/to-lathe-error.ts'
import type { McpServerSpec } from './mcp-server.ts'

/** JSON-RPC's code for a closed connection. */
const CLOSED = -32_000

/** Marks our own errors, because a server cannot know this id. */
const ABORT_MARKER = randomUUID()

type Id = string | number

/**
 * Ends an event stream with an error for each unanswered request, unless it can be resumed. Without
 * it the SDK waits for the whole time limit of the call.
 */
export function endStreamWithError(response: Response, request: RequestInit | undefined): Response {
  const { body, status, headers } = response
  const ids = idsIn(request?.body)
  const isStream = headers.get('content-type')?.includes('text/event-stream')
  if (!body || !isStream || ids.length === 0) return response
  const reader = body.getReader()
  let canResume = false
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const end = (error: unknown) => {
        controller.enqueue(connectionClosedEvent(ids, error))
        controller.close()
      }
      try {
        const { done, value } = await reader.read()
        if (value) canResume ||= hasEventId(value)
        if (value) controller.enqueue(value)
        else if (done && canResume) controller.close()
        else end(null)
      } catch (error) {
        const isFinal = error instanceof LatheError || !canResume
        if (isFinal && !request?.signal?.aborted) end(error)
        else controller.error(error)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return new Response(stream, { status, headers })
}

/** Returns our own error within an SDK error. Undefined for a server's error. */
function findOwnError(thrown: unknown): LatheError | undefined {
  if (!(thrown instanceof Error && 'data' in thrown)) return undefined
  const { data } = thrown
  const isOwnAbort =
    typeof data === 'object' && data !== null && 'by' in data && data.by === ABORT_MARKER
  // The cast holds: only this module knows the marker.
  return isOwnAbort && 'error' in data ? fromRunError(data.error as RunError) : undefined
}

function connectionClosedEvent(ids: readonly Id[], error: unknown): Uint8Array {
  const ownError =
    error instanceof LatheError ? { by: ABORT_MARKER, error: toRunError(error) } : undefined
  const events = ids.map((id) => {
    const failure = {
      code: CLOSED,
      message: 'Connection closed',
      ...(ownError && { data: ownError }),
    }
    return `\n\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, error: failure })}\n\n`
  })
  return new TextEncoder().encode(events.join(''))
}

/** Ids of the requests that expect a response. */
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

/** Error codes of JSON-RPC and MCP. */
const TIMED_OUT = -32_001
const UNKNOWN_METHOD = -32_601

/**
 * Converts an error between Lathe and a server to one that explains it to the server's
 * administrator.
 */
export function mcpError(thrown: unknown, server: McpServerSpec, lastWords: string): LatheError {
  const ownError = findOwnError(thrown)
  if (ownError) return ownError
  const { name, transport } = server
  const url = transport.type === 'http' ? transport.url : ''
  const latheError = toLatheError(thrown, { connection: { id: '', name, baseUrl: url } })
  if (latheError.code === 'CONNECTION') {
    const { hint, retryable } = latheError
    return new LatheError(
      'CONNECTION',
      `The MCP server ${name} is unavailable: ${latheError.message}`,
      {
        retryable,
        cause: thrown,
        ...(hint !== undefined && { hint }),
      },
    )
  }
  if (latheError.code !== 'INTERNAL') return latheError
  const code = errorCode(thrown)
  const serverMessage = errorMessage(thrown)
  const complaint = lastWords === '' ? '' : `. It said: ${lastWords}`
  const serverError = (message: string, hint?: string) =>
    new LatheError('CONNECTION', message + complaint, {
      retryable: true,
      cause: thrown,
      ...(hint !== undefined && { hint }),
    })
  if (code === 'ENOENT' || code === 'EACCES') {
    const hint = 'The operator can correct it in the file of MCP servers.'
    return serverError(`The MCP server ${name} cannot be started: ${serverMessage}`, hint)
  }
  if (code === 401 || code === 403) {
    return new LatheError('AUTHENTICATION', `The MCP server ${name} refused: ${serverMessage}`, {
      hint: 'Look at its secret headers under Tools.',
      cause: thrown,
    })
  }
  if (code === TIMED_OUT) {
    return new LatheError('TIMEOUT', `The MCP server ${name} did not answer in time`, {
      retryable: true,
      cause: thrown,
    })
  }
  if (code === CLOSED) return serverError(`The MCP server ${name} disconnected during the call`)
  if (code === UNKNOWN_METHOD) {
    return new LatheError(
      'BAD_RESPONSE',
      `The MCP server ${name} offers no tools: ${serverMessage}`,
    )
  }
  if (isJsonRpc(thrown)) return new LatheError('TOOL_ERROR', serverMessage, { cause: thrown })
  return new LatheError(
    'BAD_RESPONSE',
    `The MCP server ${name} does not speak the protocol: ${serverMessage.slice(0, 500)}${complaint}`,
    { cause: thrown },
  )
}

/** Whether the server no longer knows the session. The request had no effect. */
export const isSessionExpired = (thrown: unknown): boolean =>
  [400, 404].includes(Number(errorCode(thrown)))

const errorCode = (thrown: unknown): unknown =>
  thrown instanceof Error && 'code' in thrown ? thrown.code : undefined

const isJsonRpc = (thrown: unknown): boolean =>
  thrown instanceof Error && thrown.name === 'McpError'

const errorMessage = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).replace(/^MCP error -?\d+: /, '')
