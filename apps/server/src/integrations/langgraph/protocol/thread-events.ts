import type { Context } from '../../../api/context.ts'
import { loadRunFacts } from '../runs/follow-run.ts'
import { followThread } from '../threads/follow-thread.ts'
import { findNewestRun, type ThreadRun } from '../threads/thread-runs.store.ts'
import type { ProtocolEvent } from './protocol-event.ts'
import { translateProtocol } from './translate.ts'

/** Sequence number ranges for the events of a run, and for the translations of one event. */
const PER_RUN = 2 ** 34
const PER_EVENT = 64

/** Yields all events of a thread, run after run, while the client listens. */
export async function* threadEvents(
  context: Context,
  threadId: string,
  signal: AbortSignal,
): AsyncGenerator<ProtocolEvent> {
  for await (const run of followThread(context, threadId, signal)) {
    yield* runEvents(context, run, signal)
  }
}

async function* runEvents(
  context: Context,
  run: ThreadRun,
  signal: AbortSignal,
): AsyncGenerator<ProtocolEvent> {
  const translate = translateProtocol(await loadRunFacts(context, run))
  const events = context.executor.events(run.id, { after: 0, until: 'ended', signal })
  for await (const event of events) {
    for (const [index, { method, ...params }] of translate(event).entries()) {
      yield {
        type: 'event',
        event_id: `${run.id}:${event.seq}:${index}`,
        seq: run.ordinal * PER_RUN + event.seq * PER_EVENT + Math.min(index, PER_EVENT - 1),
        method,
        params: { ...params, timestamp: Math.round(event.at / 1_000) },
      }
    }
  }
}

/** Returns the sequence number of the last stored event of a thread. */
export async function findLastSeq({ db, workspaceId }: Context, threadId: string): Promise<number> {
  const newest = await findNewestRun(db, workspaceId, threadId)
  return newest ? newest.ordinal * PER_RUN + newest.lastSeq * PER_EVENT : 0
}
