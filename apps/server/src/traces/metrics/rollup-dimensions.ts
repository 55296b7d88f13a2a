import type { RollupsTable } from '../../platform/db/tables/traces.ts'

/** What a rollup row counts apart: the key of its table. */
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
