import type { RunEvent, RunEventBody } from '@lathe/contract'

/** Sequence numbers reserved at a time. A new block is requested when half of one is left. */
export const EVENT_BLOCK = 10_000

/** Stored events kept in memory for late readers, unless they exceed the bytes. */
const KEPT = 500
const KEPT_BYTES = 1024 * 1024

/** The events of one execution of a run, in this process. */
export type RunLog = {
  readonly runId: string
  append(body: RunEventBody, at: number): RunEvent
  /**
   * Returns the visible events after a number, or null if they are not in memory. Started work is
   * visible at once, finished work only after it is stored: a crash must not revoke it.
   */
  after(seq: number): readonly RunEvent[] | null
  /** Resolves with the next visible event or when the log closes. */
  changed(): Promise<void>
  readonly isClosed: boolean
  /** Closes the log: the run ended, was interrupted or moved elsewhere. */
  close(): void
  readonly lastSeq: number
  /** The beginning of the partial message. */
  readonly said: string
  /** Marks all events up to a number as stored. */
  stored(seq: number): void
  /** Returns the events that are not stored yet. */
  takeUnsaved(): readonly RunEvent[]
  /** Estimated bytes of the events that were not handed over. */
  readonly unsavedBytes: number
  /** Estimated bytes of all events in memory. */
  readonly heldBytes: number
  /** The upper bound to reserve next, so that a crash cannot reuse a number. */
  readonly wantedReserve: number | null
  reserved(bound: number): void
}

function saysDone(body: RunEventBody): boolean {
  switch (body.type) {
    case 'token':
    case 'node-start':
    case 'retry':
      return false
    case 'status':
      return body.status !== 'running'
    case 'span':
      return body.span.endedAt !== null
    case 'tool-call':
      return body.phase !== 'start'
    case 'state':
      // The first state is the input, which is stored with the run.
      return body.superstep > 0
    default:
      return true
  }
}

/** Characters of a partial message that are shown without following the events. */
const SAID = 2_000

const saidWith = (
  before: { messageId: string; text: string },
  { messageId, text }: { messageId: string; text: string },
) => {
  const known = before.messageId === messageId ? before.text : ''
  return { messageId, text: known.length < SAID ? known + text : known }
}

/** Estimates the memory of a value from its strings, without serializing it. */
function roughBytes(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let bytes = 16
  for (const item of Object.values(value)) bytes += roughBytes(item)
  return bytes
}

/** Creates the log. `onWanted` is called when a reader waits for an event that is not stored. */
export function createRunLog(
  runId: string,
  reservedUpTo: number,
  onWanted: () => void = () => {},
): RunLog {
  let firstSeq = reservedUpTo - EVENT_BLOCK + 1
  let reserve = reservedUpTo
  let nextSeq = firstSeq
  let events: RunEvent[] = []
  let saved = 0
  /** Estimated bytes of each entry of `events`. */
  let sizes: number[] = []
  let unsavedBytes = 0
  let heldBytes = 0
  /** The first event that is hidden until it is stored. */
  let held: number | null = null
  let isClosed = false
  let said = { messageId: '', text: '' }
  let waiting: (() => void)[] = []

  const wake = () => {
    const woken = waiting
    waiting = []
    for (const resolve of woken) resolve()
  }
  const forgetOld = () => {
    const isMany = events.length >= 2 * KEPT
    if (!isMany && heldBytes < KEPT_BYTES) return
    const excess = isMany ? Math.min(saved, events.length - KEPT) : saved
    for (const size of sizes.slice(0, excess)) heldBytes -= size
    events = events.slice(excess)
    sizes = sizes.slice(excess)
    firstSeq += excess
    saved -= excess
  }

  return {
    runId,
    append(body, at) {
      const event = { seq: nextSeq++, at, body }
      events.push(event)
      const size = roughBytes(body)
      sizes.push(size)
      unsavedBytes += size
      heldBytes += size
      if (body.type === 'token' && body.channel === 'text') said = saidWith(said, body)
      if (held === null && saysDone(body)) held = event.seq
      if (waiting.length > 0) {
        if (held === null) wake()
        else onWanted()
      }
      return event
    },
    after(seq) {
      if (seq < firstSeq - 1) return null
      const last = held === null ? reserve : Math.min(reserve, held - 1)
      return events.slice(seq + 1 - firstSeq, Math.max(0, last + 1 - firstSeq))
    },
    changed() {
      if (isClosed) return Promise.resolve()
      if (held !== null) onWanted()
      return new Promise((resolve) => {
        waiting.push(resolve)
      })
    },
    get isClosed() {
      return isClosed
    },
    close() {
      isClosed = true
      wake()
    },
    get said() {
      return said.text
    },
    get lastSeq() {
      return nextSeq - 1
    },
    stored(seq) {
      if (held === null || held > seq) return
      const later = events.slice(seq + 1 - firstSeq)
      held = later.find(({ body }) => saysDone(body))?.seq ?? null
      wake()
    },
    takeUnsaved() {
      // The events of the previous call are stored by now.
      forgetOld()
      const unsaved = events.slice(saved)
      saved = events.length
      unsavedBytes = 0
      return unsaved
    },
    get unsavedBytes() {
      return unsavedBytes
    },
    get heldBytes() {
      return heldBytes
    },
    get wantedReserve() {
      return nextSeq + EVENT_BLOCK / 2 > reserve ? nextSeq + EVENT_BLOCK : null
    },
    reserved(bound) {
      reserve = Math.max(reserve, bound)
      wake()
    },
  }
}
