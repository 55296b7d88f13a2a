import {
  type OfflineEnvironment,
  PRODUCTION,
  readEnvironment,
  type RunSource,
} from '@lathe/contract'
import type { Selectable } from 'kysely'
import { fromJson } from '../../platform/db/json.ts'
import type { RunsTable } from '../../platform/db/tables/runs.ts'

const OFFLINE_BY_SOURCE: Partial<Record<RunSource, OfflineEnvironment>> = {
  comparison: 'comparison',
  judge: 'comparison',
  replay: 'replay',
}

/** Returns the environment of a run's trace, by its source or by its metadata. Comparisons of test suites are tests. */
export function runEnvironment({
  source,
  only_node: onlyNode,
  metadata,
}: Pick<Selectable<RunsTable>, 'source' | 'only_node' | 'metadata'>): string {
  const fromMetadata = readEnvironment(fromJson(metadata)['environment'])
  const offline = OFFLINE_BY_SOURCE[source]
  if (offline === 'comparison' && fromMetadata === 'test') return 'test'
  return offline ?? (onlyNode === null ? (fromMetadata ?? PRODUCTION) : 'test')
}
