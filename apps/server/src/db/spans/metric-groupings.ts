import type { MetricsGroup } from '@lathe/contract'
import { formatTerm } from '@lathe/traces'
import type { RollupKind } from '../tables/traces.ts'
import { ofRuns, type Reading, type RollupRow } from './metric-points.ts'

/** Slugs of agents and names of projects by id. */
export type Names = ReadonlyMap<string, string>

type Grouping = {
  kinds: RollupKind[]
  reading: Reading
  key: (row: RollupRow) => string
  label: (row: RollupRow, names: Names) => string
  /** Finds its traces, in the language of the list. */
  filter: (row: RollupRow, names: Names) => string[]
}

const slugOf = (row: RollupRow, names: Names) =>
  names.get(row.agent_id) ?? (row.agent_id || 'other programs')

const versionOf = ({ agent_id: agentId, version }: RollupRow) => {
  if (agentId === '') return ''
  return version === 0 ? 'draft' : `v${version}`
}

const ofAgent = ({ agent_id: id }: RollupRow, names: Names): string[] =>
  id === '' ? ['source:langsmith,otlp'] : [formatTerm('agent', names.get(id) ?? id)]

const all: RollupKind[] = ['run', 'model', 'tool']

export const groupings: Record<MetricsGroup, Grouping> = {
  agent: {
    kinds: all,
    reading: ofRuns,
    key: (row) => row.agent_id,
    label: slugOf,
    filter: ofAgent,
  },
  version: {
    kinds: all,
    reading: ofRuns,
    key: (row) => `${row.agent_id}/${row.version}`,
    label: (row, names) => [slugOf(row, names), versionOf(row)].join(' ').trimEnd(),
    filter: (row, names) => [
      ...ofAgent(row, names),
      ...(row.version > 0 ? [`version:${row.version}`] : []),
    ],
  },
  project: {
    kinds: all,
    reading: ofRuns,
    key: (row) => row.project_id,
    label: ({ project_id: id }, names) => names.get(id) ?? (id || 'no project'),
    filter: ({ project_id: id }, names) =>
      id === '' ? ['-project:*'] : [formatTerm('project', names.get(id) ?? id)],
  },
  node: {
    kinds: ['node', 'model', 'tool'],
    reading: { runs: 'node', spending: 'model', firstToken: 'model' },
    key: (row) => `${row.agent_id}/${row.node}`,
    label: (row, names) => `${slugOf(row, names)} · ${row.node || 'no node'}`,
    filter: ofAgent,
  },
  model: {
    kinds: ['model'],
    reading: { runs: 'model', spending: 'model', firstToken: 'model' },
    key: (row) => row.subject,
    label: (row) => row.subject || 'unknown',
    filter: ({ subject }) => (subject === '' ? [] : [formatTerm('model', subject)]),
  },
  tool: {
    kinds: ['tool'],
    reading: { runs: 'tool', spending: 'tool', firstToken: 'tool' },
    key: (row) => row.subject,
    label: (row) => row.subject || 'unknown',
    filter: ({ subject }) => (subject === '' ? [] : [formatTerm('tool', subject)]),
  },
  /** By how runs ended, so what a run used counts for the run. */
  status: {
    kinds: ['run'],
    reading: { runs: 'run', spending: 'run', firstToken: 'run' },
    key: (row) => row.status,
    label: (row) => row.status,
    filter: ({ status }) => [`status:${status}`],
  },
}
