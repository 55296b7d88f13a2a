import type { MetricsGroup } from '@lathe/contract'

/** The dimensions of the dashboard. */
export const dashboardDimensions = [
  { value: 'agent', label: 'Agent' },
  { value: 'version', label: 'Version' },
  { value: 'project', label: 'Project' },
  { value: 'environment', label: 'Environment' },
  { value: 'node', label: 'Node' },
  { value: 'model', label: 'Model' },
  { value: 'tool', label: 'Tool' },
] as const satisfies { value: MetricsGroup; label: string }[]

export const dimensionIds = [
  'agent',
  'version',
  'project',
  'environment',
  'node',
  'model',
  'tool',
] as const

export type Dimension = (typeof dimensionIds)[number]

export const measureIds = [
  'runs',
  'errors',
  'p50',
  'p95',
  'p99',
  'ttft',
  'input',
  'cached',
  'output',
  'reasoning',
  'audio',
  'cost',
  'tools',
] as const
