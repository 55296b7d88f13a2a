import {
  addUsage,
  noUsage,
  type Span,
  type SpanKind,
  type Usage,
  type Spending,
} from '@lathe/contract'
import { addSpending, isCountedCall, noSpending, spendingOf } from '../spending.ts'
import { type SpanNode, walkTree } from '../tree.ts'
import { lengthOf, type PathPart } from './critical-path.ts'
import { selfTime } from './self-time.ts'

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
  /** Of the critical path. */
  path: number
  usage: Usage
  /** Where to look: its slowest span. */
  slowestId: string
}

type Options = {
  by: StatisticsBy
  parts: ReadonlyMap<string, readonly PathPart[]>
  now: number
}

/**
 * What the spans of a trace took and cost, by what they are. A span inside another of its group is part of it
 * and not counted again; tokens, cost and time of what has no group of its own belong to the group around it.
 */
export function statisticsOf(
  roots: readonly SpanNode[],
  { by, parts, now }: Options,
): StatisticsRow[] {
  const groups = new Map<string, Group>()
  const groupOf = new Map<string, string>()
  for (const node of walkTree(roots)) {
    const { span } = node
    const around = span.parentId === null ? undefined : groupOf.get(span.parentId)
    const own = keyOf(span, by)
    const key = own ?? (by === 'model' ? undefined : around)
    if (key === undefined) continue
    groupOf.set(span.id, key)
    const group = groups.get(key) ?? newGroup(span)
    groups.set(key, group)
    const isCounted = own !== undefined && (own !== around || by === 'name' || by === 'model')
    if (isCounted) countIn(group, span, now)
    group.self += selfTime(node, now)
    group.path += lengthOf(parts.get(span.id))
    if (!isCountedCall(span)) continue
    group.usage = addUsage(group.usage, span.usage ?? noUsage)
    Object.assign(group, addSpending(group, spendingOf(span)))
  }
  return [...groups]
    .map(([key, group]) => toRow(key, group))
    .sort((a, b) => b.path - a.path || b.total - a.total)
}

function keyOf(span: Span, by: StatisticsBy): string | undefined {
  const { kind, node, model, name } = span
  if (by === 'node') return node ?? undefined
  if (by === 'model') return isCountedCall(span) ? (model ?? name) : undefined
  if (by === 'tool') return kind === 'tool' || kind === 'retriever' ? name : undefined
  return name
}

type Sums = Pick<StatisticsRow, 'errors' | 'self' | 'path' | 'usage'>

type Group = Sums &
  Spending & {
    kind: SpanKind
    /** Of those that have ended. */
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
  usage: noUsage,
  ...noSpending,
  slowest: { id, length: -1 },
})

function countIn(group: Group, { id, status, startedAt, endedAt }: Span, now: number) {
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

/** The smallest value that at least this share of them does not exceed. */
function nearestRank(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}
