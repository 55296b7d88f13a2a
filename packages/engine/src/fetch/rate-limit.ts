import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '@lathe/contract'
import { retryAfterMs } from '../errors/http-error.ts'
import type { CallWait, Fetch } from './request.ts'
import { observeBody } from './response-body.ts'

const CHARACTERS_PER_TOKEN = 4

/** Tokens that providers charge for a picture of usual size. */
const IMAGE_TOKENS = 800

/** Estimates the tokens that a request will be charged for. */
function estimateTokens(body: Json): number {
  if (typeof body === 'string') {
    const isImage = body.startsWith('data:image/')
    return isImage ? IMAGE_TOKENS : Math.ceil(body.length / CHARACTERS_PER_TOKEN)
  }
  if (typeof body !== 'object' || body === null) return 0
  return Object.values(body).reduce<number>((sum, value) => sum + estimateTokens(value), 0)
}

/** Reads the token usage from the end of an answer. */
function usedTokens(end: string): number | null {
  const found = [...end.matchAll(/"total_tokens"\s*:\s*(\d+)/g)].at(-1)?.[1]
  return found === undefined ? null : Number(found)
}

const MINUTE_MS = 60_000

type SentRequest = { sentAt: number; tokens: number }

type Window = { sent: SentRequest[]; pausedUntil: number; turn: Promise<void> }

type Limits = { requests: number | null; tokens: number | null; minuteMs: number }

/**
 * Limits the requests and tokens of each connection within any 60 seconds, over all runs of the
 * process, and waits as long as a provider asks. Calls go in order of arrival.
 */
export function createRateLimiter(
  maxPauseMs: number,
  minuteMs = MINUTE_MS,
): (next: Fetch) => Fetch {
  const windows = new Map<string, Window>()

  return (next) => async (request) => {
    const { id, requestsPerMinute, tokensPerMinute } = request.connection
    const window = windows.get(id) ?? { sent: [], pausedUntil: 0, turn: Promise.resolve() }
    windows.set(id, window)
    const limits: Limits = {
      requests: requestsPerMinute ?? null,
      tokens: tokensPerMinute ?? null,
      minuteMs,
    }
    const entry = { sentAt: 0, tokens: limits.tokens === null ? 0 : estimateTokens(request.json) }
    await waitForTurn(window, limits, entry, request.signal, (wait) => {
      request.call.scope?.onWait(wait)
    })

    const response = await next(request)
    const pauseMs = response.status === 429 ? retryAfterMs(response.headers) : undefined
    if (pauseMs !== undefined) {
      window.pausedUntil = Math.max(window.pausedUntil, now() + Math.min(pauseMs, maxPauseMs))
    }
    return limits.tokens === null ? response : countTokens(response, entry)
  }
}

async function waitForTurn(
  window: Window,
  limits: Limits,
  entry: SentRequest,
  signal: AbortSignal | undefined,
  onWait: (wait: CallWait) => void,
): Promise<void> {
  const before = window.turn
  const { promise, resolve } = Promise.withResolvers<void>()
  window.turn = before.then(() => promise)
  try {
    await before
    for (;;) {
      signal?.throwIfAborted()
      const wait = findWait(window, limits, entry.tokens)
      if (!wait) break
      onWait(wait)
      await sleep(wait.waitMs, undefined, { signal }).catch(() => signal?.throwIfAborted())
    }
    entry.sentAt = now()
    window.sent.push(entry)
  } finally {
    resolve()
  }
}

/** Returns what the next call must wait for. Null if it may go. */
function findWait(
  window: Window,
  { requests, tokens, minuteMs }: Limits,
  nextTokens: number,
): CallWait | null {
  const time = now()
  const { sent, pausedUntil } = window
  // Sorted by time, so only the oldest can be outside the window.
  const firstInWindow = sent.findIndex((entry) => entry.sentAt > time - minuteMs)
  sent.splice(0, firstInWindow === -1 ? sent.length : firstInWindow)
  if (pausedUntil > time) return { for: 'retry-after', waitMs: pausedUntil - time }
  const waitUntilExpiry = (entry: SentRequest | undefined) =>
    Math.max(1, (entry?.sentAt ?? time) + minuteMs - time)
  if (requests !== null && sent.length >= requests) {
    return { for: 'requests', waitMs: waitUntilExpiry(sent[sent.length - requests]) }
  }
  if (tokens === null) return null
  let tokensInWindow = sent.reduce((sum, entry) => sum + entry.tokens, 0)
  // A call that exceeds the limit by itself goes when no other call is in the window.
  for (const entry of sent) {
    if (tokensInWindow + nextTokens <= tokens) return null
    tokensInWindow -= entry.tokens
    if (tokensInWindow + nextTokens <= tokens || tokensInWindow === 0)
      return { for: 'tokens', waitMs: waitUntilExpiry(entry) }
  }
  return null
}

/** Replaces the estimate by the provider's count. */
function countTokens(response: Response, entry: SentRequest): Response {
  const decoder = new TextDecoder()
  let end = ''
  return observeBody(response, {
    onChunk(bytes) {
      end = (end + decoder.decode(bytes, { stream: true })).slice(-4_000)
    },
    onEnd() {
      entry.tokens = usedTokens(end) ?? entry.tokens
    },
  })
}

const now = () => performance.now()
