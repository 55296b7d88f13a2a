import type { RollupsTable } from '../../platform/db/tables/traces.ts'

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
