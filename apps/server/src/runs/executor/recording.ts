import type { Exchange, RunEvent, RunEventBody, SpanDetail } from '@lathe/contract'
import type { RunSink } from '@lathe/engine'
import type { Batch } from '../../platform/db/atomic.ts'
import { type Block, BlockBuffer } from '../../platform/db/value-blocks/block-buffer.ts'
import type { RunHold } from '../../platform/db/run-hold.ts'
import { MAX_BATCH_SPANS } from '../../traces/store/append-spans.ts'
import type { TraceContext } from '../../traces/store/trace-context.ts'
import type { BatchSink } from '../../platform/db/batch-sink.ts'
import { now } from '../../platform/time.ts'
import type { RunLog } from './run-log.ts'

/** Above this, the next node waits until the recorded data is stored. */
const MAX_UNSAVED_BYTES = 512 * 1024

/** Recorded data that is not stored yet. */
export type Unsaved = {
  events: readonly RunEvent[]
  /** The newest version of each span. */
  spans: SpanDetail[]
  exchanges: Exchange[]
  /**
   * Batches to store in the same transaction once they are ready. `stored` settles their callers.
   */
  batches: readonly Promise<Batch>[]
  stored: PromiseWithResolvers<void>
  reserve: number | null
  /** Estimated size of all of these. */
  bytes: number
  /** Large values of all of these. Null until they are collected. */
  blocks: readonly Block[] | null
}

/** When the row of a run is stored. Everything else of the run is stored after it or together with it. */
export type RowGate = {
  /** Whether the insert was not sent. */
  isPending(): boolean
  /** Resolves when the row is stored. Does not send the insert. */
  readonly stored: Promise<void>
  /** Sends the insert and waits until the row is stored. */
  store(): Promise<void>
  /**
   * Stores the row in the transaction of `write`, with the whole outcome of the run. Only while the
   * insert was not sent.
   */
  storeWithOutcome<T>(write: (rowInserts: Batch) => Promise<T>): Promise<T>
}

/** For a run whose row exists. */
export const STORED_ROW: RowGate = {
  isPending: () => false,
  stored: Promise.resolve(),
  store: () => STORED_ROW.stored,
  storeWithOutcome: (write) => write([]),
}

export type Recording = {
  readonly workspaceId: string
  readonly threadId: string
  readonly context: TraceContext
  /** The hold under which data is stored. Once it is lost, nothing is stored. */
  readonly hold: RunHold
  readonly log: RunLog
  readonly sink: RunSink & BatchSink
  readonly row: RowGate
  /** Collects large values until they are stored. */
  readonly blocks: BlockBuffer
  event(body: RunEventBody): RunEvent
  take(): Unsaved
  /** Whether the unsaved data fits into one transaction. */
  readonly isSmall: boolean
  /** Estimated bytes that are not saved. */
  readonly unsavedBytes: number
  /** Rejects further batches, because an earlier one is missing. */
  refuse(error: unknown): void
  /** Drops everything recorded here, because another process has the run. */
  forget(): void
  readonly isForgotten: boolean
}

export type RecordedRun = Pick<Recording, 'workspaceId' | 'threadId' | 'context' | 'hold'>

export type RecordingPorts = {
  /** Called when there is something to store. */
  onChanged: (recording: Recording) => void
  requestStore: (recording: Recording, atOnce: boolean) => Promise<void>
}

export function createRecording(
  { workspaceId, threadId, context, hold }: RecordedRun,
  log: RunLog,
  { onChanged, requestStore }: RecordingPorts,
  row: RowGate = STORED_ROW,
): Recording {
  let spans = new Map<string, SpanDetail>()
  let exchanges: Exchange[] = []
  let batches: Promise<Batch>[] = []
  let stored = promiseToStore()
  let isRefused = false
  let isForgotten = false
  const blocks = new BlockBuffer()
  const onChange = () => {
    if (!isForgotten) onChanged(recording)
  }

  const recording: Recording = {
    workspaceId,
    threadId,
    context,
    hold,
    log,
    row,
    blocks,
    event(body) {
      const event = log.append(body, now())
      onChange()
      return event
    },
    take() {
      const bytes = recording.unsavedBytes
      const snapshot = {
        bytes,
        events: log.takeUnsaved(),
        spans: [...spans.values()],
        exchanges,
        batches,
        stored,
        reserve: log.wantedReserve,
        blocks: null,
      }
      spans = new Map()
      exchanges = []
      batches = []
      if (!isRefused) stored = promiseToStore()
      return isForgotten ? nothingUnsaved() : snapshot
    },
    get isSmall() {
      return spans.size <= MAX_BATCH_SPANS
    },
    get unsavedBytes() {
      return log.unsavedBytes + blocks.pendingBytes
    },
    refuse(error) {
      batches = []
      stored.reject(error)
      isRefused = true
    },
    forget() {
      isForgotten = true
      recording.refuse(new Error('Another process has the run'))
    },
    get isForgotten() {
      return isForgotten
    },
    sink: {
      blocks,
      stored: () => row.store(),
      waitForRoom: () =>
        recording.unsavedBytes < MAX_UNSAVED_BYTES ? undefined : requestStore(recording, true),
      event: (body) => void recording.event(body),
      span(span) {
        spans.set(span.id, span)
        onChange()
      },
      exchange(exchange) {
        exchanges.push(exchange)
        onChange()
      },
      flushed: (atOnce) => requestStore(recording, atOnce),
      async storeBatch(batch) {
        // A batch that cannot be prepared fails alone: the rest is stored without it.
        if (!isRefused) batches.push(batch.catch(() => []))
        onChange()
        await Promise.all([batch, stored.promise])
      },
    },
  }
  return recording
}

/** A promise that may reject without a handler. */
function promiseToStore(): PromiseWithResolvers<void> {
  const stored = Promise.withResolvers<void>()
  stored.promise.catch(() => undefined)
  return stored
}

const nothingUnsaved = (): Unsaved => ({
  events: [],
  spans: [],
  exchanges: [],
  batches: [],
  stored: promiseToStore(),
  reserve: null,
  bytes: 0,
  blocks: [],
})
