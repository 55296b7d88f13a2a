import type { OutlinePart, Trace } from '@lathe/contract'
import { createOutlineWriter } from '@lathe/traces'
import { type TraceAddress, readOutline } from '../query/read-skeleton.ts'
import { findAwaitedTrace } from './awaited-trace.store.ts'

type Parts = AsyncGenerator<OutlinePart, void>

/** Yields the parts of a trace, or undefined if it does not exist. */
export async function openSkeleton(place: TraceAddress): Promise<Parts | undefined> {
  const begun = await beginReading(place)
  if (begun) return begun
  const awaited = await findAwaitedTrace(place.db, place.workspaceId, place.id)
  // The run may have ended since the first query.
  return awaited ? headOf(awaited) : await beginReading(place)
}

async function beginReading(place: TraceAddress): Promise<Parts | undefined> {
  const parts = readOutline(place)
  const first = await parts.next()
  return first.done ? undefined : resumed(first.value, parts)
}

async function* resumed(first: OutlinePart, rest: Parts): Parts {
  yield first
  yield* rest
}

async function* headOf(trace: Trace): Parts {
  yield { type: 'trace', trace }
  yield { type: 'spans', spans: createOutlineWriter(trace.startedAt)([]) }
}
