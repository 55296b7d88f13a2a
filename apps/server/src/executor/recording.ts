import type { Exchange, RunEvent, RunEventBody, SpanDetail } from '@lathe/contract'
import type { RunSink } from '@lathe/engine'
import type { RunHold } from '../db/run-hold.ts'
import type { TraceContext } from '../db/spans/trace-context.ts'
import { now } from '../time.ts'
import type { RunLog } from './run-log.ts'

/** What one execution has recorded and the database does not have yet. */
export type Unsaved = {
  events: readonly RunEvent[]
  /** The newest version of each. */
  spans: SpanDetail[]
  exchanges: Exchange[]
  reserve: number | null
}

export type Recording = {
  readonly workspaceId: string
  readonly context: TraceContext
  /** Nothing is stored once it is lost. */
  readonly hold: RunHold
  readonly log: RunLog
  readonly sink: RunSink
  /** Resolves when the run's row is stored, without which nothing else of it is. */
  readonly isThere: Promise<void>
  event(body: RunEventBody): RunEvent
  take(): Unsaved
  /** Another process has the run: nothing recorded here counts any more. */
  forget(): void
  readonly isForgotten: boolean
}

export type RecordingPorts = {
  /** Something is there to be saved. */
  changed: (recording: Recording) => void
  ordered: (recording: Recording, atOnce: boolean) => Promise<void>
}

export function createRecording(
  { workspaceId, context, hold }: Pick<Recording, 'workspaceId' | 'context' | 'hold'>,
  log: RunLog,
  { changed, ordered }: RecordingPorts,
  isThere: Promise<void> = Promise.resolve(),
): Recording {
  let spans = new Map<string, SpanDetail>()
  let exchanges: Exchange[] = []
  let isForgotten = false
  const onChange = () => {
    if (!isForgotten) changed(recording)
  }

  const recording: Recording = {
    workspaceId,
    context,
    hold,
    log,
    isThere,
    event(body) {
      const event = log.append(body, now())
      onChange()
      return event
    },
    take() {
      const taken = {
        events: log.takeUnsaved(),
        spans: [...spans.values()],
        exchanges,
        reserve: log.wantedReserve,
      }
      spans = new Map()
      exchanges = []
      return isForgotten ? nothing : taken
    },
    forget() {
      isForgotten = true
    },
    get isForgotten() {
      return isForgotten
    },
    sink: {
      isThere,
      event: (body) => void recording.event(body),
      span(span) {
        spans.set(span.id, span)
        onChange()
      },
      exchange(exchange) {
        exchanges.push(exchange)
        onChange()
      },
      ordered: (atOnce) => ordered(recording, atOnce),
    },
  }
  return recording
}

const nothing: Unsaved = { events: [], spans: [], exchanges: [], reserve: null }
