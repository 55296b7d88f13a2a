import type { RunEvent } from '@lathe/contract'
import { type Framing, sendEvents } from '../../../platform/http/event-stream.ts'
import { type Call, disconnectSignal } from '../../call.ts'
import type { Frame } from '../stream/frames.ts'
import type { RunFacts } from '../stream/run-view.ts'
import { translateRun } from '../stream/translate-run.ts'
import { cancelOne } from './cancel-run.ts'
import { followRun } from './follow-run.ts'
import type { StreamMode } from './run-body.ts'

export type SendOptions = {
  modes: readonly StreamMode[]
  subgraphs: boolean
  /** Number of the last event that the client received. */
  after: number
  cancelsOnDisconnect: boolean
  /** Path to reconnect to, sent as `location`. */
  path: string
}

/** Streams the events of a run, numbered so that a client can reconnect without a gap. */
export async function sendRun(call: Call, facts: RunFacts, options: SendOptions): Promise<void> {
  const { context, res } = call
  const { runId } = facts
  const translation = translateRun(facts, options)
  const signal = disconnectSignal(res)
  if (options.cancelsOnDisconnect) {
    signal.addEventListener('abort', () => {
      if (!res.writableFinished) void cancelOne(context, runId)
    })
  }
  res.setHeader('location', options.path)
  const first = text({ event: 'metadata', data: { run_id: runId, attempt: 1 } })
  let isFirst = true
  const framing: Framing<RunEvent> = {
    frame(event) {
      const frames = translation.frames(event)
      const head = isFirst ? first : ''
      isFirst = false
      return event.seq > options.after ? head + numberedFrames(frames, event.seq) : head
    },
    ending: '',
    failure: () => text({ event: 'error', data: INTERNAL_ERROR }),
  }
  await sendEvents(res, followRun(context, { runId, after: options.after, signal }), framing)
}

const INTERNAL_ERROR = { error: 'INTERNAL', message: 'Internal error. See the server log' }

const text = ({ event, data }: Frame): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * Only the last frame has the number, so a client that was cut off in between receives all frames
 * again.
 */
const numberedFrames = (frames: Frame[], seq: number): string =>
  frames
    .map((frame, index) => (index === frames.length - 1 ? `id: ${seq}\n` : '') + text(frame))
    .join('')
