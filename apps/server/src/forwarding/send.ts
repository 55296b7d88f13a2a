import { Client } from 'langsmith'
import type { Target } from './target.ts'
import type { ForwardedRun } from './to-run.ts'

const TIMEOUT_MS = 30_000

/** `isOfTrace`: the receiver objects to this very trace, not to everything. */
export class SendError extends Error {
  readonly isOfTrace: boolean
  constructor(message: string, isOfTrace: boolean, cause?: unknown) {
    super(message, { cause })
    this.isOfTrace = isOfTrace
  }
}

export type Send = (runs: ForwardedRun[]) => Promise<void>

/** The official client; it tells the console of failures and nobody else, so its answers are read here. */
export function createSend({ endpoint, key, workspaceId }: Target, signal: AbortSignal): Send {
  let failure: SendError | undefined
  const client = new Client({
    apiUrl: endpoint.replace(/\/+$/, ''),
    apiKey: key,
    ...(workspaceId && { workspaceId }),
    autoBatchTracing: false,
    omitTracedRuntimeInfo: true,
    timeout_ms: TIMEOUT_MS,
    // The outbox tries again.
    callerOptions: { maxRetries: 0 },
    fetchImplementation: async (input, init) => {
      const signals = [signal, ...(init?.signal ? [init.signal] : [])]
      try {
        // The key goes to the address it was given for, and nowhere else.
        const to = { redirect: 'error', signal: AbortSignal.any(signals) } as const
        const response = await fetch(input, { ...init, ...to })
        if (!response.ok) failure = await refusalOf(response.clone())
        return response
      } catch (error) {
        failure = new SendError(`${new URL(endpoint).host} cannot be reached`, false, error)
        throw error
      }
    },
  })
  return async (runs) => {
    failure = undefined
    try {
      await client.multipartIngestRuns({ runCreates: runs })
    } catch (error) {
      throw failure ?? new SendError(error instanceof Error ? error.message : String(error), true)
    }
    if (failure) throw failure
  }
}

const OF_THE_TRACE = new Set([400, 409, 413, 422])
const WORDS = 300

async function refusalOf(response: Response): Promise<SendError> {
  const text = await response.text().catch(() => '')
  const words = text.replaceAll(/\s+/g, ' ').slice(0, WORDS)
  const said = `answered ${response.status} ${response.statusText}`.trim()
  return new SendError(words ? `${said}: ${words}` : said, OF_THE_TRACE.has(response.status))
}
