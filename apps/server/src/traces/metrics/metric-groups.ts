import type { MetricsGroup, MetricsPoint } from '@lathe/contract'
import type { Db } from '../../platform/db/db.ts'
import { groupings, type Names } from './metric-groupings.ts'
import { tallyOf, toPoint } from './metric-points.ts'
import { bucketsOf, type MetricsRange } from './metrics-range.ts'
import { type RollupSum, sumRollups } from './rollup-sums.ts'

type Group = {
  key: string
  label: string
  filter: string
  total: MetricsPoint
  points: MetricsPoint[]
}

type Asked = { by: MetricsGroup; bucket?: 'hour' | 'day' | undefined }

/** Maximum lines per chart. Further groups have only a total. */
const CHARTED = 8

/** Returns totals of the period by one dimension, most runs first. */
export async function metricsGroups(
  db: Db,
  workspaceId: string,
  range: MetricsRange,
  { by, bucket }: Asked,
): Promise<Group[]> {
  const { kinds, reading, of, key, label, filter } = groupings[by]
  const [sums, names] = await Promise.all([
    sumRollups(db, workspaceId, range, { kinds, reading, by: bucket ? [...of, 'hour'] : of }),
    readNames(db, workspaceId),
  ])
  const groupPoint = (at: number, rows: readonly RollupSum[]): MetricsPoint => {
    const point = toPoint(at, tallyOf(rows, reading))
    // Costs of tools are not recorded.
    return reading.spending === 'tool' ? { ...point, cost: null } : point
  }
  const groups = [...Map.groupBy(sums, key)].map(([key, rows]) => ({
    key,
    rows,
    total: groupPoint(range.from, rows),
    ...describe(rows, (row) => ({
      label: label(row, names),
      filter: filter(row, names).join(' '),
    })),
  }))
  groups.sort((a, b) => b.total.runs - a.total.runs || (a.label < b.label ? -1 : 1))
  const buckets = bucket && bucketsOf(range, bucket)
  return groups.map(({ rows, ...group }, index) => {
    if (!buckets || index >= CHARTED) return { ...group, points: [] }
    const byStart = Map.groupBy(rows, (row) => buckets.floor(row.hour))
    return {
      ...group,
      points: buckets.starts.map((at) => groupPoint(at, byStart.get(at) ?? [])),
    }
  })
}

type Said = { label: string; filter: string }

/** All rows of a group have the same label and filter. */
const describe = ([first]: readonly RollupSum[], say: (row: RollupSum) => Said): Said =>
  first ? say(first) : { label: '', filter: '' }

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
