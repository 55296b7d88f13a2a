import { BATCH, REPLAY, SERVED } from '@lathe/contract'
import { bucketOf, type Histogram, isModelCall } from '@lathe/traces'
import type { Insertable, Selectable } from 'kysely'
import { fromJson, toJson } from '../../platform/db/json.ts'
import type { RollupKind, RollupsTable } from '../../platform/db/tables/traces.ts'
import type { TraceRow } from '../store/fold-trace.ts'
import { labelValue } from '../store/labels.ts'
import type { RollupDimensions } from './rollup-dimensions.ts'
import type { SpanRow } from '../store/span-row.ts'
import {
  clamped,
  isDuplicateRow,
  noSpending,
  type Spending,
  spendingNames,
  spendingOf,
} from './spending.ts'

export const HOUR = 3_600_000_000

type Sums = Spending & { count: number; latency: Histogram; firstToken: Histogram }

/** A span that has just ended, and its trace as it is by then. */
export type EndedSpan = { span: SpanRow; trace: TraceRow }

/** What was counted when it ended, as it was then and as it is known now. */
export type Corrected = {
  spans: readonly { before: SpanRow; after: SpanRow; trace: TraceRow }[]
  traces: readonly { before: TraceRow; after: TraceRow }[]
}

/** A trace whose dimensions or totals changed after its spans had ended. */
export type RecountedTrace = { spans: readonly SpanRow[]; before: TraceRow; after: TraceRow }

type Countable = {
  ended: readonly EndedSpan[]
  corrected: Corrected
  recounted?: readonly RecountedTrace[]
}

/** One row for each combination of dimensions, in an order that is the same for every writer. */
export function rollupRows({
  ended,
  corrected,
  recounted = [],
}: Countable): Insertable<RollupsTable>[] {
  const groups = new Map<string, { dimensions: RollupDimensions; sums: Sums }>()
  const sumsOf = (dimensions: RollupDimensions): Sums => {
    const key = Object.values(dimensions).join('\n')
    const group = groups.get(key) ?? { dimensions, sums: nothing() }
    groups.set(key, group)
    return group.sums
  }
  const count = (kind: RollupKind, { span, trace }: EndedSpan, times: 1 | -1) => {
    const reading = kind === 'run' ? ofRun(trace, span) : ofSpan(kind, span, trace)
    add(sumsOf(dimensionsOf(kind, span, trace)), reading, times)
  }
  for (const one of ended) for (const kind of kindsOf(one.span, one.trace)) count(kind, one, 1)
  for (const { before, after, trace } of corrected.spans)
    for (const [span, times] of [[before, -1] as const, [after, 1] as const])
      for (const kind of kindsOf(span, trace))
        // Of the root its trace tells.
        if (kind !== 'run') count(kind, { span, trace }, times)
  for (const { before, after } of corrected.traces)
    for (const [trace, times] of [[before, -1] as const, [after, 1] as const])
      if (countsAsRun(trace)) add(sumsOf(runDimensionsOf(trace)), ofRun(trace, trace), times)

  for (const { spans, before, after } of recounted)
    for (const [trace, times] of [[before, -1] as const, [after, 1] as const])
      for (const span of spans)
        if (span.ended_at !== null)
          for (const kind of kindsOf(span, trace)) count(kind, { span, trace }, times)

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
  const isReplay = hasTag(trace, REPLAY)
  const kinds: RollupKind[] = []
  // Another span without a parent is no second run.
  if (span.id === trace.root_id && countsAsRun(trace)) kinds.push('run')
  if (isNode(span) && !isReplay) kinds.push('node')
  // A recording answered, so nothing was called.
  return isReplay && hasTag(span, SERVED) ? kinds : [...kinds, ...callsOf(span)]
}

/** Replays of earlier versions, which have no environment of their own, count no runs. */
export const countsAsRun = (trace: TraceRow): boolean =>
  trace.environment === 'replay' || !hasTag(trace, REPLAY)

const hasTag = ({ tags }: SpanRow | TraceRow, tag: string): boolean =>
  tags !== '[]' && fromJson(tags).includes(tag)

const callsOf = (span: SpanRow): RollupKind[] => {
  if (isModelCall(span)) return isDuplicateRow(span) ? [] : ['model']
  return span.kind === 'tool' ? ['tool'] : []
}

/** The execution of a node itself, not of something within: its name ends its own path. */
const isNode = ({ kind, node, name }: SpanRow): boolean =>
  (kind === 'chain' || kind === 'agent') && node !== null && node.split('/').at(-1) === name

export const dimensionsOf = (
  kind: RollupKind,
  span: SpanRow,
  trace: TraceRow,
): RollupDimensions => ({
  ...placeOf(kind, span, trace),
  // Keys that no index of Postgres holds at any length.
  node: kind === 'run' ? '' : labelValue(span.node ?? ''),
  subject: labelValue(subjectOf(kind, span)),
})

/** Those of the root, without it. */
export const runDimensionsOf = (trace: TraceRow): RollupDimensions => ({
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
  environment: trace.environment,
})

const subjectOf = (kind: RollupKind, span: SpanRow): string => {
  if (kind === 'model') return span.model ?? ''
  return kind === 'tool' ? span.name : ''
}

type Reading = {
  spent: Spending
  startedAt: number
  /** The parts of the time until the end, and until the first token, that do not count. */
  waited: number
  waitedBeforeToken: number
  endedAt: number | null
  firstTokenAt: number | null
}

type Times = Pick<SpanRow, 'started_at' | 'ended_at'>

const ofSpan = (kind: RollupKind, span: SpanRow, trace: TraceRow): Reading => ({
  spent: readSpending(kind, span, trace),
  startedAt: span.started_at,
  waited: 0,
  waitedBeforeToken: 0,
  endedAt: span.ended_at,
  firstTokenAt: span.first_token_at,
  ...(isBatch(trace) && untimed),
})

/** A trace without calls that lack token counts has none counted in the rollups of its calls either. */
function readSpending(kind: RollupKind, span: SpanRow, trace: TraceRow): Spending {
  const spent = spendingOf(kind === 'model' ? span : undefined)
  return spent.unmetered > 0 && trace.unmetered === 0 ? { ...spent, unmetered: 0 } : spent
}

/** The latency of a run is its active time. */
const ofRun = (trace: TraceRow, root: Times): Reading => ({
  spent: trace,
  startedAt: root.started_at,
  waited: trace.waited_micros,
  waitedBeforeToken: trace.waited_before_token_micros,
  endedAt: root.ended_at,
  firstTokenAt: trace.first_token_at,
  ...(isBatch(trace) && untimed),
})

const untimed = { endedAt: null, firstTokenAt: null }

/** What a batch brought was answered before its run began. Read as text: it is asked of every span. */
const isBatch = ({ tags }: TraceRow): boolean => tags.includes(JSON.stringify(BATCH))

/** Into the sums themselves: copying them for each span would cost more than all the rest. */
function add(sums: Sums, reading: Reading, times: 1 | -1) {
  const { spent, startedAt, waited, waitedBeforeToken, endedAt, firstTokenAt } = reading
  sums.count += times
  if (spent !== noSpending)
    for (const name of spendingNames) sums[name] = clamped(sums[name] + spent[name] * times)
  addTo(sums.latency, endedAt, startedAt + waited, times)
  addTo(sums.firstToken, firstTokenAt, startedAt + waitedBeforeToken, times)
}

function addTo(histogram: Histogram, at: number | null, since: number, times: 1 | -1): void {
  if (at === null) return
  const bucket = bucketOf(at - since)
  const count = (histogram[bucket] ?? 0) + times
  if (count === 0) delete histogram[bucket]
  else histogram[bucket] = count
}

/** The row that subtracts another one. */
export const negateRollup = (row: Selectable<RollupsTable>): Insertable<RollupsTable> => ({
  ...row,
  count: -row.count,
  ...Object.fromEntries(spendingNames.map((name) => [name, -row[name]])),
  latency: toJson(negateHistogram(fromJson(row.latency))),
  first_token: toJson(negateHistogram(fromJson(row.first_token))),
})

const negateHistogram = (histogram: Histogram): Histogram =>
  Object.fromEntries(Object.entries(histogram).map(([bucket, count]) => [bucket, -count]))

const nothing = (): Sums => ({ ...noSpending, count: 0, latency: {}, firstToken: {} })
