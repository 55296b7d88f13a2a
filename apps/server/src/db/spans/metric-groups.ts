import type { MetricsGroup, MetricsPoint } from '@lathe/contract'
import type { Db } from '../db.ts'
import type { RollupKind } from '../tables/traces.ts'
import { ofRuns, type Reading, type RollupRow, toPoint } from './metric-points.ts'
import { listRollups, type MetricsRange } from './metrics.ts'

type Grouping = {
  kinds: RollupKind[]
  reading: Reading
  key: (row: RollupRow) => string
  label: (row: RollupRow, slugs: ReadonlyMap<string, string>) => string
}

const slugOf = (row: RollupRow, slugs: ReadonlyMap<string, string>) =>
  slugs.get(row.agent_id) ?? (row.agent_id || 'other programs')

const versionOf = ({ agent_id: agentId, version }: RollupRow) => {
  if (agentId === '') return ''
  return version === 0 ? 'draft' : `v${version}`
}

const all: RollupKind[] = ['run', 'model', 'tool']

const groupings: Record<MetricsGroup, Grouping> = {
  agent: {
    kinds: all,
    reading: ofRuns,
    key: (row) => row.agent_id,
    label: slugOf,
  },
  version: {
    kinds: all,
    reading: ofRuns,
    key: (row) => `${row.agent_id}/${row.version}`,
    label: (row, slugs) => [slugOf(row, slugs), versionOf(row)].join(' ').trimEnd(),
  },
  node: {
    kinds: ['node', 'model', 'tool'],
    reading: { runs: 'node', spending: 'model', firstToken: 'model' },
    key: (row) => `${row.agent_id}/${row.node}`,
    label: (row, slugs) => `${slugOf(row, slugs)} · ${row.node || 'no node'}`,
  },
  model: {
    kinds: ['model'],
    reading: { runs: 'model', spending: 'model', firstToken: 'model' },
    key: (row) => row.subject,
    label: (row) => row.subject || 'unknown',
  },
  /** By how runs ended, so what a run used counts for the run. */
  status: {
    kinds: ['run'],
    reading: { runs: 'run', spending: 'run', firstToken: 'run' },
    key: (row) => row.status,
    label: (row) => row.status,
  },
}

/** The whole range by one dimension, most runs first. */
export async function metricsGroups(
  db: Db,
  workspaceId: string,
  range: MetricsRange,
  by: MetricsGroup,
): Promise<{ key: string; label: string; total: MetricsPoint }[]> {
  const { kinds, reading, key, label } = groupings[by]
  const [rows, agents] = await Promise.all([
    listRollups(db, workspaceId, range, kinds),
    db.analytics
      .selectFrom('agents')
      .select(['id', 'slug'])
      .where('workspace_id', '=', workspaceId)
      .execute(),
  ])
  const slugs = new Map(agents.map(({ id, slug }) => [id, slug]))
  return [...Map.groupBy(rows, key)]
    .map(([key, [first, ...rest]]) => ({
      key,
      label: first ? label(first, slugs) : key,
      total: toPoint(range.from, first ? [first, ...rest] : [], reading),
    }))
    .sort((a, b) => b.total.runs - a.total.runs || (a.label < b.label ? -1 : 1))
}
