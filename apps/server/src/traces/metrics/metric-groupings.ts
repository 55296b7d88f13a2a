import { type MetricsGroup, LATHE_SOURCE } from '@lathe/contract'
import { formatTerm } from '@lathe/traces'
import type { RollupKind } from '../../platform/db/tables/traces.ts'
import { RUN_READING } from './metric-points.ts'
import type { Reading, RollupSum } from './rollup-sums.ts'

/** Names of agents, comparisons and projects by id. */
export type Names = ReadonlyMap<string, string>

type Grouping = {
  kinds: RollupKind[]
  reading: Reading
  /** The columns that distinguish its groups, in addition to the status. */
  columns: ('agent_id' | 'version' | 'project_id' | 'environment' | 'node' | 'subject')[]
  key: (row: RollupSum) => string
  label: (row: RollupSum, names: Names) => string
  /** Returns the filter that finds the group's traces. */
  filter: (row: RollupSum, names: Names) => string[]
}

const agentLabel = (row: RollupSum, names: Names) =>
  names.get(row.agent_id) ?? (row.agent_id || 'other programs')

const versionLabel = ({ agent_id: agentId, version }: RollupSum) => {
  if (agentId === '') return ''
  return version === 0 ? 'draft' : `v${version}`
}

const agentFilter = ({ agent_id: id }: RollupSum, names: Names): string[] =>
  id === '' ? [`-source:${LATHE_SOURCE}`] : [formatTerm('agent', names.get(id) ?? id)]

const ALL_KINDS: RollupKind[] = ['run', 'model', 'tool']

/**
 * A deleted project's label. Its name may belong to another project now, and ids of the same minute
 * start alike.
 */
export const deletedProjectLabel = (id: string): string => `deleted project ${id.slice(-8)}`

export const groupings: Record<MetricsGroup, Grouping> = {
  agent: {
    kinds: ALL_KINDS,
    reading: RUN_READING,
    columns: ['agent_id'],
    key: (row) => row.agent_id,
    label: agentLabel,
    filter: agentFilter,
  },
  version: {
    kinds: ALL_KINDS,
    reading: RUN_READING,
    columns: ['agent_id', 'version'],
    key: (row) => `${row.agent_id}/${row.version}`,
    label: (row, names) => [agentLabel(row, names), versionLabel(row)].join(' ').trimEnd(),
    filter: (row, names) => [
      ...agentFilter(row, names),
      ...(row.version > 0 ? [`version:${row.version}`] : []),
    ],
  },
  project: {
    kinds: ALL_KINDS,
    reading: RUN_READING,
    columns: ['project_id'],
    key: (row) => row.project_id,
    label: ({ project_id: id }, names) =>
      names.get(id) ?? (id === '' ? 'no project' : deletedProjectLabel(id)),
    filter: ({ project_id: id }, names) =>
      id === '' ? ['-project:*'] : [formatTerm('project', names.get(id) ?? id)],
  },
  environment: {
    kinds: ALL_KINDS,
    reading: RUN_READING,
    columns: ['environment'],
    key: (row) => row.environment,
    label: (row) => row.environment,
    filter: ({ environment }) => [formatTerm('environment', environment)],
  },
  node: {
    kinds: ['node', 'model', 'tool'],
    reading: { runs: 'node', spending: 'model', firstToken: 'model' },
    columns: ['agent_id', 'node'],
    key: (row) => `${row.agent_id}/${row.node}`,
    label: (row, names) => `${agentLabel(row, names)} · ${row.node || 'no node'}`,
    filter: (row, names) => [
      ...agentFilter(row, names),
      ...(row.node === '' ? [] : [formatTerm('node', row.node)]),
    ],
  },
  model: {
    kinds: ['model'],
    reading: { runs: 'model', spending: 'model', firstToken: 'model' },
    columns: ['subject'],
    key: (row) => row.subject,
    label: (row) => row.subject || 'unknown',
    filter: ({ subject }) => (subject === '' ? [] : [formatTerm('model', subject)]),
  },
  tool: {
    kinds: ['tool'],
    reading: { runs: 'tool', spending: 'tool', firstToken: 'tool' },
    columns: ['subject'],
    key: (row) => row.subject,
    label: (row) => row.subject || 'unknown',
    filter: ({ subject }) => (subject === '' ? [] : [formatTerm('tool', subject)]),
  },
  /** By run status, so a run's usage counts for the run. */
  status: {
    kinds: ['run'],
    reading: { runs: 'run', spending: 'run', firstToken: 'run' },
    columns: [],
    key: (row) => row.status,
    label: (row) => row.status,
    filter: ({ status }) => [`status:${status}`],
  },
}
