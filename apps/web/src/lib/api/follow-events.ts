import { isEnded, type RunEvent } from '@lathe/contract'

/** Opens the event stream of a run after a sequence number. */
export type OpenEvents = (after: number, signal: AbortSignal) => Promise<AsyncIterable<RunEvent>>

/**
 * Freshness of the view: `lost` since a time in milliseconds, `closed` when no more events can
 * come.
 */
export type StreamStatus =
  | { state: 'connecting' | 'live' | 'closed' }
  | { state: 'lost'; since: number }
  | { state: 'failed'; error: unknown }

type FollowOptions = {
  open: OpenEvents
  /** Receives the events since the last frame. */
  receive: (events: readonly RunEvent[]) => void
  setStreamStatus: (link: StreamStatus) => void
  /** The receiver's position: the last event it has, and whether more can follow. */
  position: () => { after: number; hasEnded: boolean }
  signal: AbortSignal
}

/** A dead connection looks like an idle run, so reconnect after this time. */
const SILENCE_MS = 20_000
const MIN_RETRY_MS = 500
const MAX_RETRY_MS = 8_000
const FATAL_CODES = new Set(['NO_SUCH_RUN', 'UNAUTHENTICATED', 'FORBIDDEN', 'INVALID_INPUT'])

/**
 * Delivers events until the run ends, reconnecting after the last event. Returns when the run ended
 * or the signal aborted.
 */
export async function followEvents(options: FollowOptions): Promise<void> {
  const { open, receive, position, signal } = options
  const batch = createFrameBatch(receive)
  signal.addEventListener('abort', batch.drop)
  let retryMs = MIN_RETRY_MS
  let isLost = false
  const setStreamStatus = (link: StreamStatus) => {
    isLost = link.state === 'lost'
    options.setStreamStatus(link)
  }

  setStreamStatus({ state: 'connecting' })
  while (!signal.aborted) {
    const silence = watchSilence(signal)
    try {
      const events = await open(position().after, silence.signal)
      if (signal.aborted) return
      setStreamStatus({ state: 'live' })
      for await (const event of events) {
        if (signal.aborted) return
        silence.reset()
        retryMs = MIN_RETRY_MS
        batch.add(event)
      }
      batch.flush()
    } catch (error) {
      batch.flush()
      if (signal.aborted) return
      if (isFatal(error)) return setStreamStatus({ state: 'failed', error })
      if (!silence.isSilent() && !isLost) setStreamStatus({ state: 'lost', since: Date.now() })
    } finally {
      silence.stop()
    }
    if (position().hasEnded) return setStreamStatus({ state: 'closed' })
    await delay(retryMs, signal)
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  }
}

export const endsRun = ({ body }: RunEvent): boolean =>
  body.type === 'status' && isEnded(body.status)

/** Aborts with the outer signal, or when it was not touched for too long. */
function watchSilence(outer: AbortSignal) {
  const silence = new AbortController()
  const start = () => setTimeout(() => silence.abort(), SILENCE_MS)
  let timer = start()
  return {
    signal: AbortSignal.any([outer, silence.signal]),
    isSilent: () => silence.signal.aborted,
    reset: () => {
      clearTimeout(timer)
      timer = start()
    },
    stop: () => clearTimeout(timer),
  }
}

const isFatal = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  FATAL_CODES.has(error.code)

/** Ends early when the network comes back. */
function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      window.removeEventListener('online', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    signal.addEventListener('abort', finish)
    window.addEventListener('online', finish)
  })
}

const HIDDEN_TAB_MS = 200

/**
 * Collects items and delivers them once per frame. Uses a timer in hidden tabs, which have no
 * frames.
 */
function createFrameBatch<T>(deliver: (items: readonly T[]) => void) {
  let pending: T[] = []
  let cancel: (() => void) | undefined

  const flush = () => {
    cancel?.()
    cancel = undefined
    if (pending.length === 0) return
    const items = pending
    pending = []
    deliver(items)
  }

  const schedule = (): (() => void) => {
    if (document.visibilityState === 'hidden') {
      const timer = setTimeout(flush, HIDDEN_TAB_MS)
      return () => clearTimeout(timer)
    }
    const frame = requestAnimationFrame(flush)
    return () => cancelAnimationFrame(frame)
  }

  return {
    add: (item: T) => {
      pending.push(item)
      cancel ??= schedule()
    },
    flush,
    drop: () => {
      cancel?.()
      cancel = undefined
      pending = []
    },
  }
}
