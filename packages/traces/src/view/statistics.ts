import {
  addUsage,
  ZERO_USAGE,
  type Span,
  type SpanKind,
  type Spending,
  type Usage,
} from '@lathe/contract'
import { addSpending, isCountedCall, noSpending, callSpending } from '../spending.ts'
import { type SpanNode, walkTree } from '../tree.ts'
import { totalLength, type PathPart } from './critical-path.ts'

/** Returns the microseconds in which a span was open and none of its children was. */
export function selfTime({ span, children }: SpanNode, now: number): number {
  const end = span.endedAt ?? now
  let coveredMicros = 0
  let coveredUntil = span.startedAt
  // Children are sorted by start.
  for (const child of children) {
    const from = Math.max(child.span.startedAt, coveredUntil)
    const to = Math.min(child.span.endedAt ?? now, end)
    if (to <= from) continue
    coveredMicros += to - from
    coveredUntil = to
  }
  return Math.max(0, end - span.startedAt - coveredMicros)
}

/** Totals of the spans below a span. */
export type DescendantCounts = Spending & {
  spans: number
  models: number
  tools: number
  failures: number
  usage: Usage
}

const emptyCounts: DescendantCounts = {
  spans: 0,
  models: 0,
  tools: 0,
  failures: 0,
  usage: ZERO_USAGE,
  ...noSpending,
}

/** Returns the totals below each span, without the span itself. */
export function countDescendants(
  roots: readonly SpanNode[],
): ReadonlyMap<SpanNode, DescendantCounts> {
  const descendants = new Map<SpanNode, DescendantCounts>()
  const order = [...walkTree(roots)]
  for (let index = order.length - 1; index >= 0; index--) {
    const node = order[index]
    if (!node) continue
    const children = node.children.map((child) =>
      countSelf(child, descendants.get(child) ?? emptyCounts),
    )
    descendants.set(node, children.length === 0 ? emptyCounts : children.reduce(sum))
  }
  return descendants
}

const countSelf = ({ span }: SpanNode, counts: DescendantCounts): DescendantCounts => {
  const isModel = isCountedCall(span)
  return {
    spans: counts.spans + 1,
    models: counts.models + (isModel ? 1 : 0),
    tools: counts.tools + (span.kind === 'tool' || span.kind === 'retriever' ? 1 : 0),
    failures: counts.failures + (span.status === 'error' ? 1 : 0),
    usage: isModel && span.usage ? addUsage(counts.usage, span.usage) : counts.usage,
    ...addSpending(counts, isModel ? callSpending(span) : noSpending),
  }
}

const sum = (a: DescendantCounts, b: DescendantCounts): DescendantCounts => ({
  spans: a.spans + b.spans,
  models: a.models + b.models,
  tools: a.tools + b.tools,
  failures: a.failures + b.failures,
  usage: addUsage(a.usage, b.usage),
  ...addSpending(a, b),
})

export type StatisticsBy = 'node' | 'model' | 'tool' | 'name'

/** Times in microseconds. */
export type StatisticsRow = Spending & {
  key: string
  kind: SpanKind
  count: number
  errors: number
  p50: number | null
  p95: number | null
  total: number
  self: number
  /** Time on the critical path. */
  path: number
  usage: Usage
  /** The slowest span. */
  slowestId: string
}

type Options = {
  groupBy: StatisticsBy
  parts: ReadonlyMap<string, readonly PathPart[]>
  now: number
}

/**
 * Groups spans by node, model, tool or name and sums their time and cost. A span inside another one
 * of its group is not counted again. Ungrouped spans count for the group around them.
 */
export function computeStatistics(
  roots: readonly SpanNode[],
  { groupBy, parts, now }: Options,
): StatisticsRow[] {
  const groups = new Map<string, Group>()
  const groupBySpan = new Map<string, string>()
  for (const node of walkTree(roots)) {
    const { span } = node
    const parentGroup = span.parentId === null ? undefined : groupBySpan.get(span.parentId)
    const ownKey = groupKey(span, groupBy)
    const key = ownKey ?? (groupBy === 'model' ? undefined : parentGroup)
    if (key === undefined) continue
    groupBySpan.set(span.id, key)
    const group = groups.get(key) ?? newGroup(span)
    groups.set(key, group)
    const isCounted =
      ownKey !== undefined && (ownKey !== parentGroup || groupBy === 'name' || groupBy === 'model')
    if (isCounted) addToGroup(group, span, now)
    group.self += selfTime(node, now)
    group.path += totalLength(parts.get(span.id))
    if (!isCountedCall(span)) continue
    group.usage = addUsage(group.usage, span.usage ?? ZERO_USAGE)
    Object.assign(group, addSpending(group, callSpending(span)))
  }
  return [...groups]
    .map(([key, group]) => toRow(key, group))
    .sort((a, b) => b.path - a.path || b.total - a.total)
}

function groupKey(span: Span, groupBy: StatisticsBy): string | undefined {
  const { kind, node, model, name } = span
  if (groupBy === 'node') return node ?? undefined
  if (groupBy === 'model') return isCountedCall(span) ? (model ?? name) : undefined
  if (groupBy === 'tool') return kind === 'tool' || kind === 'retriever' ? name : undefined
  return name
}

type Sums = Pick<StatisticsRow, 'errors' | 'self' | 'path' | 'usage'>

type Group = Sums &
  Spending & {
    kind: SpanKind
    /** Durations of finished spans. */
    durations: number[]
    count: number
    total: number
    slowest: { id: string; length: number }
  }

const newGroup = ({ kind, id }: Span): Group => ({
  kind,
  count: 0,
  errors: 0,
  durations: [],
  total: 0,
  self: 0,
  path: 0,
  usage: ZERO_USAGE,
  ...noSpending,
  slowest: { id, length: -1 },
})

function addToGroup(group: Group, { id, status, startedAt, endedAt }: Span, now: number) {
  const length = Math.max(0, (endedAt ?? now) - startedAt)
  group.count += 1
  group.total += length
  if (status === 'error') group.errors += 1
  if (endedAt !== null) group.durations.push(length)
  if (length > group.slowest.length) group.slowest = { id, length }
}

function toRow(key: string, { durations, slowest, ...group }: Group): StatisticsRow {
  durations.sort((a, b) => a - b)
  return {
    key,
    ...group,
    p50: nearestRank(durations, 0.5),
    p95: nearestRank(durations, 0.95),
    slowestId: slowest.id,
  }
}

/** Returns the smallest value that is at least as large as this share of the values. */
function nearestRank(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}
