import type { OutlinePart, Trace } from '@lathe/contract'
import { createOutlineWriter } from '@lathe/traces'
import { type TraceAddress, readOutline } from '../query/read-outline.ts'
import { findAwaitedTrace } from './awaited-trace.store.ts'

type OutlineParts = AsyncGenerator<OutlinePart, void>

/** Yields the parts of a trace, or undefined if it does not exist. */
export async function openOutline(address: TraceAddress): Promise<OutlineParts | undefined> {
  const outline = await startReading(address)
  if (outline) return outline
  const awaited = await findAwaitedTrace(address.db, address.workspaceId, address.id)
  // The run may have ended since the first query.
  return awaited ? emptyOutline(awaited) : await startReading(address)
}

async function startReading(address: TraceAddress): Promise<OutlineParts | undefined> {
  const parts = readOutline(address)
  const first = await parts.next()
  return first.done ? undefined : prepend(first.value, parts)
}

async function* prepend(first: OutlinePart, remaining: OutlineParts): OutlineParts {
  yield first
  yield* remaining
}

async function* emptyOutline(trace: Trace): OutlineParts {
  yield { type: 'trace', trace }
  yield { type: 'spans', spans: createOutlineWriter(trace.startedAt)([]) }
}
