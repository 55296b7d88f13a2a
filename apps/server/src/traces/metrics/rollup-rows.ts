import { BATCH, REPLAY, SERVED } from '@lathe/contract'
import { findBucket, type Histogram, isModelCall } from '@lathe/traces'
import type { Insertable, Selectable } from 'kysely'
import { fromJson, toJson } from '../../platform/db/json.ts'
import type { RollupKind, RollupsTable } from '../../platform/db/tables/traces.ts'
import type { TraceRow } from '../store/fold-trace.ts'
import { labelValue } from '../store/labels.ts'
import type { SpanRow } from '../store/span-row.ts'
import {
  addSpending,
  clampToSafeInteger,
  isDuplicateRow,
  noSpending,
  spanSpending,
  type Spending,
  spendingNames,
} from './spending.ts'
import type { RepricedSpan } from '../store/reprice-traces.ts'

export const HOUR = 3_600_000_000

type Sums = Spending & { count: number; latency: Histogram; firstToken: Histogram }

/** A span that just ended, with its trace. */
export type EndedSpan = { span: SpanRow; trace: TraceRow }

/** Counted spans with their previous and current values. */
export type Corrections = {
  spans: readonly { before: SpanRow; after: SpanRow; trace: TraceRow }[]
  traces: readonly { before: TraceRow; after: TraceRow }[]
}

/** A trace whose dimensions or totals changed after its spans had ended. */
export type RecountedTrace = { spans: readonly SpanRow[]; before: TraceRow; after: TraceRow }

type Countable = {
  endedSpans: readonly EndedSpan[]
  corrections: Corrections
  recountedTraces?: readonly RecountedTrace[]
}

/** One row per combination of dimensions, sorted equally for every writer to avoid deadlocks. */
export function rollupRows({
  endedSpans,
  corrections,
  recountedTraces = [],
}: Countable): Insertable<RollupsTable>[] {
  const groups = new Map<string, { dimensions: RollupDimensions; sums: Sums }>()
  const findSums = (dimensions: RollupDimensions): Sums => {
    const key = Object.values(dimensions).join('\n')
    const group = groups.get(key) ?? { dimensions, sums: emptySums() }
    groups.set(key, group)
    return group.sums
  }
  const count = (kind: RollupKind, { span, trace }: EndedSpan, sign: 1 | -1) => {
    const measurement = kind === 'run' ? measureRun(trace, span) : measureSpan(kind, span, trace)
    addMeasurement(findSums(spanDimensions(kind, span, trace)), measurement, sign)
  }
  for (const endedSpan of endedSpans)
    for (const kind of rollupKinds(endedSpan.span, endedSpan.trace)) count(kind, endedSpan, 1)
  for (const { before, after, trace } of corrections.spans)
    for (const [span, sign] of [[before, -1] as const, [after, 1] as const])
      for (const kind of rollupKinds(span, trace))
        // A root is read from its trace.
        if (kind !== 'run') count(kind, { span, trace }, sign)
  for (const { before, after } of corrections.traces)
    for (const [trace, sign] of [[before, -1] as const, [after, 1] as const])
      if (countsAsRun(trace))
        addMeasurement(findSums(runDimensions(trace)), measureRun(trace, trace), sign)

  for (const { spans, before, after } of recountedTraces)
    for (const [trace, sign] of [[before, -1] as const, [after, 1] as const])
      for (const span of spans)
        if (span.ended_at !== null)
          for (const kind of rollupKinds(span, trace)) count(kind, { span, trace }, sign)

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

/** A root that is a model call counts as a run and as a call. */
function rollupKinds(span: SpanRow, trace: TraceRow): RollupKind[] {
  const isReplay = hasTag(trace, REPLAY)
  const kinds: RollupKind[] = []
  // A second span without a parent is not another run.
  if (span.id === trace.root_id && countsAsRun(trace)) kinds.push('run')
  if (isNode(span) && !isReplay) kinds.push('node')
  // A replayed call is not counted as a call.
  return isReplay && hasTag(span, SERVED) ? kinds : [...kinds, ...callKinds(span)]
}

/** Replays of earlier versions lack an environment and count no runs. */
export const countsAsRun = (trace: TraceRow): boolean =>
  trace.environment === 'replay' || !hasTag(trace, REPLAY)

const hasTag = ({ tags }: SpanRow | TraceRow, tag: string): boolean =>
  tags !== '[]' && fromJson(tags).includes(tag)

const callKinds = (span: SpanRow): RollupKind[] => {
  if (isModelCall(span)) return isDuplicateRow(span) ? [] : ['model']
  return span.kind === 'tool' ? ['tool'] : []
}

/** Whether a span is the node's own execution rather than something within it. */
const isNode = ({ kind, node, name }: SpanRow): boolean =>
  (kind === 'chain' || kind === 'agent') && node !== null && node.split('/').at(-1) === name

export const spanDimensions = (
  kind: RollupKind,
  span: SpanRow,
  trace: TraceRow,
): RollupDimensions => ({
  ...commonDimensions(kind, span, trace),
  // Truncated, because Postgres limits index entries.
  node: kind === 'run' ? '' : labelValue(span.node ?? ''),
  subject: labelValue(spanSubject(kind, span)),
})

/** The dimensions of a run. */
export const runDimensions = (trace: TraceRow): RollupDimensions => ({
  ...commonDimensions('run', trace, trace),
  node: '',
  subject: '',
})

const commonDimensions = (
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

const spanSubject = (kind: RollupKind, span: SpanRow): string => {
  if (kind === 'model') return span.model ?? ''
  return kind === 'tool' ? span.name : ''
}

type RollupMeasurement = {
  spending: Spending
  startedAt: number
  /** Waiting time to exclude from the latency and from the time to first token. */
  waitedMicros: number
  waitedBeforeToken: number
  endedAt: number | null
  firstTokenAt: number | null
}

type Times = Pick<SpanRow, 'started_at' | 'ended_at'>

const measureSpan = (kind: RollupKind, span: SpanRow, trace: TraceRow): RollupMeasurement => ({
  spending: readSpending(kind, span, trace),
  startedAt: span.started_at,
  waitedMicros: 0,
  waitedBeforeToken: 0,
  endedAt: span.ended_at,
  firstTokenAt: span.first_token_at,
  ...(isBatch(trace) && UNTIMED),
})

/** If the trace has no unmetered calls, its rollups have none either. */
function readSpending(kind: RollupKind, span: SpanRow, trace: TraceRow): Spending {
  const spending = spanSpending(kind === 'model' ? span : undefined)
  return spending.unmetered > 0 && trace.unmetered === 0 ? { ...spending, unmetered: 0 } : spending
}

/** The latency of a run is its active time. */
const measureRun = (trace: TraceRow, root: Times): RollupMeasurement => ({
  spending: trace,
  startedAt: root.started_at,
  waitedMicros: trace.waited_micros,
  waitedBeforeToken: trace.waited_before_token_micros,
  endedAt: root.ended_at,
  firstTokenAt: trace.first_token_at,
  ...(isBatch(trace) && UNTIMED),
})

const UNTIMED = { endedAt: null, firstTokenAt: null }

/** Batch answers arrive before their run starts. Matched as text, because every span is checked. */
const isBatch = ({ tags }: TraceRow): boolean => tags.includes(JSON.stringify(BATCH))

/** Adds in place: copying for each span would dominate the cost. */
function addMeasurement(sums: Sums, measurement: RollupMeasurement, sign: 1 | -1) {
  const { spending, startedAt, waitedMicros, waitedBeforeToken, endedAt, firstTokenAt } =
    measurement
  sums.count += sign
  if (spending !== noSpending)
    for (const name of spendingNames)
      sums[name] = clampToSafeInteger(sums[name] + spending[name] * sign)
  addToHistogram(sums.latency, endedAt, startedAt + waitedMicros, sign)
  addToHistogram(sums.firstToken, firstTokenAt, startedAt + waitedBeforeToken, sign)
}

function addToHistogram(
  histogram: Histogram,
  end: number | null,
  start: number,
  sign: 1 | -1,
): void {
  if (end === null) return
  const bucket = findBucket(end - start)
  const count = (histogram[bucket] ?? 0) + sign
  if (count === 0) delete histogram[bucket]
  else histogram[bucket] = count
}

/** Returns a row that subtracts another. */
export const negateRollup = (row: Selectable<RollupsTable>): Insertable<RollupsTable> => ({
  ...row,
  count: -row.count,
  ...Object.fromEntries(spendingNames.map((name) => [name, -row[name]])),
  latency: toJson(negateHistogram(fromJson(row.latency))),
  first_token: toJson(negateHistogram(fromJson(row.first_token))),
})

const negateHistogram = (histogram: Histogram): Histogram =>
  Object.fromEntries(Object.entries(histogram).map(([bucket, count]) => [bucket, -count]))

const emptySums = (): Sums => ({ ...noSpending, count: 0, latency: {}, firstToken: {} })

export type RepricedTrace = { trace: TraceRow; spans: readonly RepricedSpan[] }

/** Returns what to add to the rollups after repricing. Counts stay. */
export function rollupChanges(traces: readonly RepricedTrace[]): Insertable<RollupsTable>[] {
  const changes = new Map<string, Insertable<RollupsTable>>()
  const add = (dimensions: ReturnType<typeof spanDimensions>, spans: readonly RepricedSpan[]) => {
    const key = Object.values(dimensions).join('\n')
    const change = changes.get(key) ?? { ...dimensions, ...noChange }
    changes.set(key, spans.reduce(addRepricing, change))
  }
  for (const { trace, spans } of traces) {
    for (const span of spans) add(spanDimensions('model', span.after, trace), [span])
    if (trace.ended_at !== null && countsAsRun(trace)) add(runDimensions(trace), spans)
  }
  return [...changes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

const addRepricing = (row: Insertable<RollupsTable>, { before, after }: RepricedSpan) =>
  addSpending(addSpending(row, spanSpending(after)), spanSpending(before), -1)

const noChange = { ...noSpending, count: 0, latency: toJson({}), first_token: toJson({}) }

/** The dimensions of a rollup row: the key of its table. */
export const rollupDimensions = [
  'workspace_id',
  'kind',
  'hour',
  'agent_id',
  'version',
  'project_id',
  'node',
  'subject',
  'status',
  'environment',
] as const satisfies (keyof RollupsTable)[]

export type RollupDimensions = Pick<RollupsTable, (typeof rollupDimensions)[number]>
