import { isEnded, type RunEvent } from '@lathe/contract'
import { createFrameBatch } from './frame-batch.ts'

/** Opens the event stream of a run after a sequence number. */
export type OpenEvents = (after: number, signal: AbortSignal) => Promise<AsyncIterable<RunEvent>>

/**
 * Freshness of the view: `lost` since a time in milliseconds, `closed` when no more events can
 * come.
 */
export type EventLink =
  | { state: 'connecting' | 'live' | 'closed' }
  | { state: 'lost'; since: number }
  | { state: 'failed'; error: unknown }

type Follow = {
  open: OpenEvents
  /** Receives the events since the last frame. */
  receive: (events: readonly RunEvent[]) => void
  setLink: (link: EventLink) => void
  /** The receiver's position: the last event it has, and whether more can follow. */
  position: () => { after: number; isOver: boolean }
  signal: AbortSignal
}

/** A dead connection looks like an idle run, so reconnect after this time. */
const SILENCE_MS = 20_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000
const REFUSED = new Set(['NO_SUCH_RUN', 'UNAUTHENTICATED', 'FORBIDDEN', 'INVALID_INPUT'])

/**
 * Delivers events until the run ends, reconnecting after the last event. Returns when the run ended
 * or the signal aborted.
 */
export async function followEvents(follow: Follow): Promise<void> {
  const { open, receive, position, signal } = follow
  const batch = createFrameBatch(receive)
  signal.addEventListener('abort', batch.drop)
  let wait = FIRST_WAIT_MS
  let isLost = false
  const setLink = (link: EventLink) => {
    isLost = link.state === 'lost'
    follow.setLink(link)
  }

  setLink({ state: 'connecting' })
  while (!signal.aborted) {
    const watch = watchSilence(signal)
    try {
      const events = await open(position().after, watch.signal)
      if (signal.aborted) return
      setLink({ state: 'live' })
      for await (const event of events) {
        if (signal.aborted) return
        watch.touch()
        wait = FIRST_WAIT_MS
        batch.add(event)
      }
      batch.flush()
    } catch (error) {
      batch.flush()
      if (signal.aborted) return
      if (isRefusal(error)) return setLink({ state: 'failed', error })
      if (!watch.isSilent() && !isLost) setLink({ state: 'lost', since: Date.now() })
    } finally {
      watch.stop()
    }
    if (position().isOver) return setLink({ state: 'closed' })
    await pause(wait, signal)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
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
    touch: () => {
      clearTimeout(timer)
      timer = start()
    },
    stop: () => clearTimeout(timer),
  }
}

const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  REFUSED.has(error.code)

/** Ends early when the network comes back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
    window.addEventListener('online', done)
  })
}
