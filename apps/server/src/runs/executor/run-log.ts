import type { RunEvent, RunEventBody } from '@lathe/contract'

/** Sequence numbers reserved at a time. A new block is requested when half of one is left. */
export const EVENT_BLOCK = 10_000

/** Stored events kept in memory for late readers, unless they exceed the bytes. */
const KEPT_EVENTS = 500
const KEPT_BYTES = 1024 * 1024

/** The events of one execution of a run, in this process. */
export type RunLog = {
  readonly runId: string
  append(body: RunEventBody, timestamp: number): RunEvent
  /**
   * Returns the visible events after a number, or null if they are not in memory. Started work is
   * visible at once, finished work only after it is stored: a crash must not revoke it.
   */
  eventsAfter(seq: number): readonly RunEvent[] | null
  /** Resolves with the next visible event or when the log closes. */
  waitForChange(): Promise<void>
  readonly isClosed: boolean
  /** Closes the log: the run ended, was interrupted or moved elsewhere. */
  close(): void
  readonly lastSeq: number
  /** The beginning of the partial message. */
  readonly partialText: string
  /** Marks all events up to a number as stored. */
  markStored(seq: number): void
  /** Returns the events that are not stored yet. */
  takeUnsaved(): readonly RunEvent[]
  /** Estimated bytes of the events that were not handed over. */
  readonly unsavedBytes: number
  /** Estimated bytes of all events in memory. */
  readonly heldBytes: number
  /** The upper bound to reserve next, so that a crash cannot reuse a number. */
  readonly wantedReserve: number | null
  markReserved(bound: number): void
}

function reportsCompletion(body: RunEventBody): boolean {
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
const MAX_PARTIAL_TEXT = 2_000

const appendText = (
  before: { messageId: string; text: string },
  { messageId, text }: { messageId: string; text: string },
) => {
  const knownText = before.messageId === messageId ? before.text : ''
  return { messageId, text: knownText.length < MAX_PARTIAL_TEXT ? knownText + text : knownText }
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
  onRequested: () => void = () => {},
): RunLog {
  let firstSeq = reservedUpTo - EVENT_BLOCK + 1
  let reserve = reservedUpTo
  let nextSeq = firstSeq
  let events: RunEvent[] = []
  let savedCount = 0
  /** Estimated bytes of each entry of `events`. */
  let sizes: number[] = []
  let unsavedBytes = 0
  let heldBytes = 0
  /** The first event that is hidden until it is stored. */
  let firstHiddenSeq: number | null = null
  let isClosed = false
  let partialText = { messageId: '', text: '' }
  let waitingReaders: (() => void)[] = []

  const wake = () => {
    const readers = waitingReaders
    waitingReaders = []
    for (const resolve of readers) resolve()
  }
  const forgetOld = () => {
    const hasManyEvents = events.length >= 2 * KEPT_EVENTS
    if (!hasManyEvents && heldBytes < KEPT_BYTES) return
    const excess = hasManyEvents ? Math.min(savedCount, events.length - KEPT_EVENTS) : savedCount
    for (const size of sizes.slice(0, excess)) heldBytes -= size
    events = events.slice(excess)
    sizes = sizes.slice(excess)
    firstSeq += excess
    savedCount -= excess
  }

  return {
    runId,
    append(body, timestamp) {
      const event = { seq: nextSeq++, at: timestamp, body }
      events.push(event)
      const size = roughBytes(body)
      sizes.push(size)
      unsavedBytes += size
      heldBytes += size
      if (body.type === 'token' && body.channel === 'text')
        partialText = appendText(partialText, body)
      if (firstHiddenSeq === null && reportsCompletion(body)) firstHiddenSeq = event.seq
      if (waitingReaders.length > 0) {
        if (firstHiddenSeq === null) wake()
        else onRequested()
      }
      return event
    },
    eventsAfter(seq) {
      if (seq < firstSeq - 1) return null
      const last = firstHiddenSeq === null ? reserve : Math.min(reserve, firstHiddenSeq - 1)
      return events.slice(seq + 1 - firstSeq, Math.max(0, last + 1 - firstSeq))
    },
    waitForChange() {
      if (isClosed) return Promise.resolve()
      if (firstHiddenSeq !== null) onRequested()
      return new Promise((resolve) => {
        waitingReaders.push(resolve)
      })
    },
    get isClosed() {
      return isClosed
    },
    close() {
      isClosed = true
      wake()
    },
    get partialText() {
      return partialText.text
    },
    get lastSeq() {
      return nextSeq - 1
    },
    markStored(seq) {
      if (firstHiddenSeq === null || firstHiddenSeq > seq) return
      const laterEvents = events.slice(seq + 1 - firstSeq)
      firstHiddenSeq = laterEvents.find(({ body }) => reportsCompletion(body))?.seq ?? null
      wake()
    },
    takeUnsaved() {
      // The events of the previous call are stored by now.
      forgetOld()
      const unsaved = events.slice(savedCount)
      savedCount = events.length
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
    markReserved(bound) {
      reserve = Math.max(reserve, bound)
      wake()
    },
  }
}
