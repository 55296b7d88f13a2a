import { PRODUCTION } from '@lathe/contract'
import type { Selectable } from 'kysely'
import { fromJson, toJson } from '../../platform/db/json.ts'
import { now } from '../../platform/time.ts'
import type { TracesTable } from '../../platform/db/tables/traces.ts'
import type { SpanRow } from './span-row.ts'
import { addSpending, noSpending, spanSpending } from '../metrics/spending.ts'
import type { TraceContext } from './trace-context.ts'

export type TraceRow = Selectable<TracesTable>

/** Returns the trace after one of its spans changed from `before` to `after`. */
export function foldTrace(
  stored: TraceRow | undefined,
  before: SpanRow | undefined,
  after: SpanRow,
  context: TraceContext,
): TraceRow {
  const trace = stored ?? emptyTrace(after)
  const totals = addSpending(addSpending(trace, spanSpending(after)), spanSpending(before), -1)
  const isRoot = after.parent_id === null && (trace.root_id ?? after.id) === after.id
  return {
    ...totals,
    run_id: context.runId ?? trace.run_id,
    agent_id: context.agentId ?? trace.agent_id,
    version: context.version ?? trace.version,
    thread_id: context.threadId ?? trace.thread_id,
    // The integration that delivered the trace first.
    source: stored ? stored.source : (context.source ?? null),
    project_id: context.projectId ?? trace.project_id,
    environment: context.environment ?? trace.environment,
    waited_micros: context.waitedMicros ?? trace.waited_micros,
    // The first token is stored by the execution that received it, so every wait was before it.
    waited_before_token_micros:
      trace.first_token_at === null && after.first_token_at !== null
        ? (context.waitedMicros ?? 0)
        : trace.waited_before_token_micros,
    span_count: trace.span_count + (before ? 0 : 1),
    bytes: trace.bytes + after.payload_bytes - (before?.payload_bytes ?? 0),
    heard_at: Math.max(trace.heard_at, lastActivity(after)),
    first_token_at: earliest(trace.first_token_at, after.first_token_at),
    ...(isRoot ? rootColumns(after) : provisionalColumns(trace, after)),
    title: context.title ?? (trace.title || (isRoot ? after.name : '')),
    own_tags: mergeTags(trace.own_tags, context.ownTags ?? []),
  }
}

/** Whether the title is only the root's name. */
export const isUntitled = ({ title, name }: TraceRow): boolean => title === '' || title === name

const mergeTags = (ownTags: TraceRow['own_tags'], newTags: readonly string[]) =>
  newTags.length === 0 ? ownTags : toJson([...new Set([...fromJson(ownTags), ...newTags])])

const rootColumns = (root: SpanRow) => ({
  root_id: root.id,
  name: root.name,
  status: root.status,
  started_at: root.started_at,
  ended_at: root.ended_at,
  error: root.error,
  tags: root.tags,
})

const provisionalColumns = (trace: TraceRow, span: SpanRow) =>
  trace.root_id === null
    ? { started_at: Math.min(trace.started_at, span.started_at), name: trace.name || span.name }
    : {}

const emptyTrace = (span: SpanRow): TraceRow => ({
  workspace_id: span.workspace_id,
  id: span.trace_id,
  root_id: null,
  run_id: null,
  agent_id: null,
  version: null,
  thread_id: null,
  source: null,
  project_id: null,
  environment: PRODUCTION,
  waited_micros: 0,
  waited_before_token_micros: 0,
  title: '',
  name: '',
  status: 'running',
  started_at: span.started_at,
  ended_at: null,
  heard_at: span.started_at,
  first_token_at: null,
  span_count: 0,
  ...noSpending,
  error: null,
  tags: toJson([]),
  own_tags: toJson([]),
  bytes: 0,
  payload_blocks: 0,
  stored_at: now(),
})

const lastActivity = ({ started_at, first_token_at, ended_at }: SpanRow): number =>
  Math.max(started_at, first_token_at ?? 0, ended_at ?? 0)

const earliest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)
