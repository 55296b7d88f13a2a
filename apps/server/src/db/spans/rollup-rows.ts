import { BATCH, REPLAY, SERVED } from '@lathe/contract'
import { bucketOf, type Histogram, isModelCall } from '@lathe/traces'
import type { Insertable } from 'kysely'
import { fromJson, toJson } from '../json.ts'
import type { RollupKind, RollupsTable } from '../tables/traces.ts'
import type { TraceRow } from './fold-trace.ts'
import type { SpanRow } from './span-row.ts'
import { noSpending, type Spending, spendingNames, spendingOf } from './spending.ts'

export const HOUR = 3_600_000_000

type Dimensions = Pick<
  RollupsTable,
  | 'workspace_id'
  | 'kind'
  | 'hour'
  | 'agent_id'
  | 'version'
  | 'project_id'
  | 'node'
  | 'subject'
  | 'status'
>
type Sums = Spending & { count: number; latency: Histogram; firstToken: Histogram }

/** A span that has just ended, and its trace as it is by then. */
export type EndedSpan = { span: SpanRow; trace: TraceRow }

/** One row for each combination of dimensions, in an order that is the same for every writer. */
export function rollupRows(ended: readonly EndedSpan[]): Insertable<RollupsTable>[] {
  const groups = new Map<string, { dimensions: Dimensions; sums: Sums }>()
  for (const { span, trace } of ended)
    for (const kind of kindsOf(span, trace)) {
      const dimensions = dimensionsOf(kind, span, trace)
      const key = Object.values(dimensions).join('\n')
      const group = groups.get(key) ?? { dimensions, sums: nothing() }
      groups.set(key, group)
      count(kind, group.sums, span, trace)
    }

  return [...groups.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { dimensions, sums }]) => {
      const { latency, firstToken, ...numbers } = sums
      return {
        ...dimensions,
        ...numbers,
        latency: toJson(latency),
        first_token: toJson(firstToken),
      }
    })
}

/** A root that is itself a model call counts as a run and as a call. */
function kindsOf(span: SpanRow, trace: TraceRow): RollupKind[] {
  // Of a replay only what it really asked the world counts.
  if (hasTag(trace, REPLAY)) return hasTag(span, SERVED) ? [] : callsOf(span)
  const kinds: RollupKind[] = []
  if (span.parent_id === null) kinds.push('run')
  if (isNode(span)) kinds.push('node')
  return [...kinds, ...callsOf(span)]
}

const hasTag = ({ tags }: SpanRow | TraceRow, tag: string): boolean =>
  tags !== '[]' && fromJson(tags).includes(tag)

const callsOf = (span: SpanRow): RollupKind[] => {
  if (isModelCall(span)) return ['model']
  return span.kind === 'tool' ? ['tool'] : []
}

/** The execution of a node itself, not of something within: its name ends its own path. */
const isNode = ({ kind, node, name }: SpanRow): boolean =>
  (kind === 'chain' || kind === 'agent') && node !== null && node.split('/').at(-1) === name

export const dimensionsOf = (kind: RollupKind, span: SpanRow, trace: TraceRow): Dimensions => ({
  ...placeOf(kind, span, trace),
  node: kind === 'run' ? '' : (span.node ?? ''),
  subject: subjectOf(kind, span),
})

/** Those of the root, without it. */
export const runDimensionsOf = (trace: TraceRow): Dimensions => ({
  ...placeOf('run', trace, trace),
  node: '',
  subject: '',
})

const placeOf = (
  kind: RollupKind,
  { workspace_id, started_at, status }: SpanRow | TraceRow,
  trace: TraceRow,
) => ({
  workspace_id,
  kind,
  hour: Math.floor(started_at / HOUR) * HOUR,
  agent_id: trace.agent_id ?? '',
  version: trace.version ?? 0,
  project_id: trace.project_id ?? '',
  status,
})

const subjectOf = (kind: RollupKind, span: SpanRow): string => {
  if (kind === 'model') return span.model ?? ''
  return kind === 'tool' ? span.name : ''
}

/** Into the sums themselves: copying them for each span would cost more than all the rest. */
function count(kind: RollupKind, sums: Sums, span: SpanRow, trace: TraceRow): void {
  const spent = kind === 'run' ? trace : spendingOf(kind === 'model' ? span : undefined)
  for (const name of spendingNames) sums[name] += spent[name]
  sums.count += 1
  // What a batch brought was answered before its run began. Read as text: it is asked of every span.
  if (trace.tags.includes(JSON.stringify(BATCH))) return
  countIn(sums.latency, span.ended_at, span.started_at)
  const firstTokenAt = kind === 'run' ? trace.first_token_at : span.first_token_at
  countIn(sums.firstToken, firstTokenAt, span.started_at)
}

function countIn(histogram: Histogram, at: number | null, since: number): void {
  if (at === null) return
  const bucket = bucketOf(at - since)
  histogram[bucket] = (histogram[bucket] ?? 0) + 1
}

const nothing = (): Sums => ({ ...noSpending, count: 0, latency: {}, firstToken: {} })
