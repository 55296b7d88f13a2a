import type { MetricsGroup, MetricsPoint } from '@lathe/contract'
import type { Db } from '../../platform/db/db.ts'
import { groupings, type Names } from './metric-groupings.ts'
import { tallyRollups, toPoint } from './metric-points.ts'
import { createBuckets, type MetricsRange } from './metrics-range.ts'
import { type RollupSum, sumRollups } from './rollup-sums.ts'

type Group = {
  key: string
  label: string
  filter: string
  total: MetricsPoint
  points: MetricsPoint[]
}

type GroupOptions = { by: MetricsGroup; bucket?: 'hour' | 'day' | undefined }

/** Maximum lines per chart. Further groups have only a total. */
const MAX_CHARTED = 8

/** Returns totals of the period by one dimension, most runs first. */
export async function metricsGroups(
  db: Db,
  workspaceId: string,
  range: MetricsRange,
  { by, bucket }: GroupOptions,
): Promise<Group[]> {
  const { kinds, reading, columns, key, label, filter } = groupings[by]
  const [sums, names] = await Promise.all([
    sumRollups(db, workspaceId, range, {
      kinds,
      reading,
      columns: bucket ? [...columns, 'hour'] : columns,
    }),
    readNames(db, workspaceId),
  ])
  const groupPoint = (start: number, rows: readonly RollupSum[]): MetricsPoint => {
    const point = toPoint(start, tallyRollups(rows, reading))
    // Costs of tools are not recorded.
    return reading.spending === 'tool' ? { ...point, cost: null } : point
  }
  const groups = [...Map.groupBy(sums, key)].map(([key, rows]) => ({
    key,
    rows,
    total: groupPoint(range.from, rows),
    ...describeFirst(rows, (row) => ({
      label: label(row, names),
      filter: filter(row, names).join(' '),
    })),
  }))
  groups.sort((a, b) => b.total.runs - a.total.runs || (a.label < b.label ? -1 : 1))
  const buckets = bucket && createBuckets(range, bucket)
  return groups.map(({ rows, ...group }, index) => {
    if (!buckets || index >= MAX_CHARTED) return { ...group, points: [] }
    const rowsByStart = Map.groupBy(rows, (row) => buckets.floor(row.hour))
    return {
      ...group,
      points: buckets.starts.map((start) => groupPoint(start, rowsByStart.get(start) ?? [])),
    }
  })
}

type GroupText = { label: string; filter: string }

/** All rows of a group have the same label and filter. */
const describeFirst = (
  [first]: readonly RollupSum[],
  describeRow: (row: RollupSum) => GroupText,
): GroupText => (first ? describeRow(first) : { label: '', filter: '' })

async function readNames(db: Db, workspaceId: string): Promise<Names> {
  const [agents, comparisons, projects] = await Promise.all([
    db.analytics
      .selectFrom('agents')
      .select(['id', 'slug as name'])
      .where('workspace_id', '=', workspaceId)
      .execute(),
    db.analytics
      .selectFrom('comparisons')
      .select(['id', 'name'])
      .where('workspace_id', '=', workspaceId)
      .execute(),
    db.analytics
      .selectFrom('projects')
      .select(['id', 'name'])
      .where('workspace_id', '=', workspaceId)
      .execute(),
  ])
  return new Map([...agents, ...comparisons, ...projects].map(({ id, name }) => [id, name]))
}
