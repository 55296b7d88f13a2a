import { createEgress } from '@lathe/engine/egress'
import { LatheError } from '@lathe/engine/lathe-error'
import { Client } from 'langsmith'
import type { Target } from './target.ts'
import type { ForwardedRun } from './to-run.ts'

const TIMEOUT_MS = 30_000
/** Limit of a response body, which only needs to name the rejection. */
const MAX_BYTES = 1024 * 1024

/** `isOfTrace`: the receiver rejected this trace, not everything. */
export class SendError extends Error {
  readonly isTraceError: boolean
  constructor(message: string, isTraceError: boolean, cause?: unknown) {
    super(message, { cause })
    this.isTraceError = isTraceError
  }
}

export type Sender = {
  send: (runs: ForwardedRun[]) => Promise<void>
  close: () => Promise<void>
}

/**
 * Sends with LangSmith's client through the egress broker. The client only logs failures, so
 * responses are inspected here.
 */
export function createSender(
  { endpoint, key, workspaceId, grants }: Target,
  signal: AbortSignal,
): Sender {
  const egress = createEgress()
  const fetch = egress.fetch(grants)
  let failure: SendError | undefined
  const client = new Client({
    apiUrl: endpoint.replace(/\/+$/, ''),
    apiKey: key,
    ...(workspaceId && { workspaceId }),
    autoBatchTracing: false,
    omitTracedRuntimeInfo: true,
    timeout_ms: TIMEOUT_MS,
    // The outbox retries.
    callerOptions: { maxRetries: 0 },
    fetchImplementation: async (input, init) => {
      const signals = [signal, ...(init?.signal ? [init.signal] : [])]
      try {
        // The key is sent only to its own address.
        const options = { redirect: 'manual', signal: AbortSignal.any(signals) } as const
        const url = input instanceof Request ? input.url : input
        const response = await fetch(url, { ...init, ...options, maxBytes: MAX_BYTES })
        if (!response.ok) failure = await toSendError(endpoint, response.clone())
        return response
      } catch (error) {
        failure = new SendError(describeUnreachable(endpoint, error), false, error)
        throw error
      }
    },
  })
  const send = async (runs: ForwardedRun[]) => {
    failure = undefined
    try {
      await client.multipartIngestRuns({ runCreates: runs })
    } catch (error) {
      throw failure ?? new SendError(error instanceof Error ? error.message : String(error), true)
    }
    if (failure) throw failure
  }
  return { send, close: () => egress.close() }
}

/** The broker's errors name what it refused and the remedy. */
const describeUnreachable = (endpoint: string, error: unknown): string =>
  error instanceof LatheError
    ? [error.message, error.hint].filter(Boolean).join('. ')
    : `cannot reach ${new URL(endpoint).host}`

const TRACE_ERROR_STATUSES = new Set([400, 409, 413, 422])
const MAX_EXCERPT = 300

async function toSendError(endpoint: string, response: Response): Promise<SendError> {
  const text = await response.text().catch(() => '')
  const excerpt = text.replaceAll(/\s+/g, ' ').slice(0, MAX_EXCERPT)
  const summary =
    `${new URL(endpoint).host} answered ${response.status} ${response.statusText}`.trim()
  return new SendError(
    excerpt ? `${summary}: ${excerpt}` : summary,
    TRACE_ERROR_STATUSES.has(response.status),
  )
}
