import type { Context } from '../../../api/context.ts'
import { type Framing, sendEvents } from '../../../platform/http/event-stream.ts'
import { type Call, disconnectSignal } from '../../call.ts'
import type { Frame } from '../stream/frames.ts'
import { translateRun } from '../stream/translate-run.ts'
import { followThread } from '../threads/follow-thread.ts'
import { getThread } from '../threads/get-thread.ts'
import { loadRunFacts } from './follow-run.ts'

const MODES = ['values', 'updates', 'messages-tuple', 'custom'] as const

type NumberedFrame = Frame & { id: string }

/** Streams the runs of a thread one after the other while the client listens. */
export async function joinThread(call: Call) {
  const { id } = await getThread(call)
  const after = call.req.get('last-event-id') ?? ''
  const framing: Framing<NumberedFrame> = {
    frame: ({ id, event, data }) =>
      isLater(id, after) ? `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n` : '',
    ending: '',
    failure: () => '',
  }
  await sendEvents(call.res, threadFrames(call.context, id, disconnectSignal(call.res)), framing)
}

async function* threadFrames(
  context: Context,
  threadId: string,
  signal: AbortSignal,
): AsyncGenerator<NumberedFrame> {
  for await (const run of followThread(context, threadId, signal)) {
    const translation = translateRun(await loadRunFacts(context, run), {
      modes: MODES,
      subgraphs: true,
    })
    const events = context.executor.events(run.id, { after: 0, until: 'ended', signal })
    for await (const event of events) {
      const id = `${run.id}:${event.seq}`
      for (const frame of translation.frames(event)) yield { id, ...frame }
    }
  }
}

/** Run ids sort by time, event numbers within a run. */
function isLater(id: string, after: string): boolean {
  const [run = '', seq = ''] = id.split(':')
  const [lastRun = '', lastSeq = '0'] = after.split(':')
  return run > lastRun || (run === lastRun && Number(seq) > Number(lastSeq))
}
