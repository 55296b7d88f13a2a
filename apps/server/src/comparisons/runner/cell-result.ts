import {
  ModelOutputs,
  REFUSED,
  type RunDetail,
  type RunError,
  type SpanEvent,
} from '@lathe/contract'
import type { Db, Queries } from '../../platform/db/db.ts'
import { fromJson } from '../../platform/db/json.ts'
import { toPayload } from '../../platform/db/payloads/payloads.ts'
import { readPayloads } from '../../platform/db/payloads/read-payloads.ts'
import { prepared, type Slots } from '../../platform/db/prepared.ts'
import { findSpan } from '../../traces/query/read-details.ts'
import type { CellResult } from '../../platform/db/tables/comparisons.ts'
import { findRecordingUse } from './case-recordings.ts'

/** Comparisons cannot answer interrupts. */
const INTERRUPTED: RunError = {
  code: 'INVALID_INPUT',
  message: 'The run waits for human input, which a comparison cannot give',
  hint: 'Compare a version without questions and approvals.',
  retryable: false,
}

/** Returns what evaluators need from a run that ended or was interrupted. */
export async function cellResult(
  db: Db,
  workspaceId: string,
  run: RunDetail,
  { calls, waits }: { calls: CellResult['calls']; waits: readonly CallWait[] },
): Promise<CellResult> {
  const { startedAt, endedAt, firstTokenAt } = run
  // Latency is meaningless for batches, which wait at the provider, and for runs that started
  // twice.
  const isTimed = run.metadata['batch'] === undefined && run.attempt === 1
  const [recordingUse, isRefused] = await Promise.all([
    findRecordingUse(db, workspaceId, run),
    isRunRefused(db, workspaceId, run.id),
  ])
  const msUntil = (time: number | null) =>
    !isTimed || time === null || startedAt === null
      ? null
      : (time - startedAt - sumWaits(waits, startedAt, time)) / 1_000
  return {
    output: run.output,
    error: run.status === 'interrupted' ? INTERRUPTED : run.error,
    latencyMs: msUntil(endedAt),
    firstTokenMs: msUntil(firstTokenAt),
    usage: run.usage,
    cost: run.cost,
    pricedCost: run.pricedCost,
    unpriced: run.unpriced,
    calls,
    ...(isRefused && { isRefused }),
    ...(recordingUse && { recording: recordingUse }),
  }
}

/** Returns the tool calls in order. */
export async function readToolCalls(
  db: Db,
  workspaceId: string,
  traceId: string,
): Promise<CellResult['calls']> {
  const spans = await toolSpans.all(db, { workspaceId, traceId })
  return await Promise.all(
    spans.map(async ({ id, name }) => {
      const inputs = (await findSpan(db, workspaceId, traceId, id))?.inputs
      const isObject = typeof inputs === 'object' && inputs !== null && !Array.isArray(inputs)
      return { tool: name, arguments: isObject ? inputs : {} }
    }),
  )
}

/** Returns the tool calls of the last model answer, executed or not. */
export async function readRequestedCalls(
  db: Db,
  workspaceId: string,
  traceId: string,
): Promise<CellResult['calls']> {
  const last = await db
    .selectFrom('spans')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
    .where('kind', '=', 'model')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const span = last && (await findSpan(db, workspaceId, traceId, last.id))
  const answer = ModelOutputs.safeParse(span?.outputs).data
  return (answer?.message?.toolCalls ?? []).map(({ name, args }) => ({
    tool: name,
    arguments: args,
  }))
}

const toolSpans = prepared((db, slot: Slots<{ workspaceId: string; traceId: string }>) =>
  db
    .selectFrom('spans')
    .select(['id', 'name'])
    .where('workspace_id', '=', slot('workspaceId'))
    .where('trace_id', '=', slot('traceId'))
    .where('kind', '=', 'tool')
    .orderBy('started_at')
    .orderBy('id'),
)

async function isRunRefused(db: Db, workspaceId: string, traceId: string): Promise<boolean> {
  const [trace] = await traceTags.all(db, { workspaceId, traceId })
  return trace !== undefined && fromJson(trace.tags).includes(REFUSED)
}

const traceTags = prepared((db, slot: Slots<{ workspaceId: string; traceId: string }>) =>
  db
    .selectFrom('traces')
    .select('tags')
    .where('workspace_id', '=', slot('workspaceId'))
    .where('id', '=', slot('traceId')),
)

/** A wait of a run's model call before it was sent, in microseconds since the epoch. */
export type CallWait = { from: number; to: number }

/** Whether any connection of the workspace has a limit that makes calls wait for each other. */
export async function hasLimitedConnections(db: Queries, workspaceId: string): Promise<boolean> {
  const limited = await db
    .selectFrom('connections')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where((eb) =>
      eb.or([
        eb('concurrency', 'is not', null),
        eb('requests_per_minute', 'is not', null),
        eb('tokens_per_minute', 'is not', null),
      ]),
    )
    .executeTakeFirst()
  return limited !== undefined
}

export async function listCallWaits(
  db: Queries,
  workspaceId: string,
  traceId: string,
): Promise<CallWait[]> {
  const waits: CallWait[] = []
  for await (const payloads of readPayloads({ db, workspaceId, id: traceId }))
    for (const payload of payloads) waits.push(...parseWaits(toPayload(payload).events))
  return waits
}

const parseWaits = (events: readonly SpanEvent[]): CallWait[] =>
  events.flatMap(({ at: time, name, attributes }) => {
    const ms = attributes['waitMs']
    if (name !== 'wait' || typeof ms !== 'number') return []
    // Concurrency waits are recorded when they end, other waits when they begin.
    const from = attributes['for'] === 'concurrency' ? time - ms * 1_000 : time
    return [{ from, to: from + ms * 1_000 }]
  })

/** Returns how much of a period passed while at least one call waited. */
export function sumWaits(waits: readonly CallWait[], begin: number, end: number): number {
  let total = 0
  let position = begin
  for (const { from, to } of waits.toSorted((a, b) => a.from - b.from)) {
    const [start, stop] = [Math.max(from, position), Math.min(to, end)]
    if (stop > start) total += stop - start
    position = Math.max(position, stop)
  }
  return total
}
