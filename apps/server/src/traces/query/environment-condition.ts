import { ANY_ENVIRONMENT, OFFLINE_ENVIRONMENTS } from '@lathe/contract'
import { type SqlBool, sql } from 'kysely'
import type { Condition } from './list/conditions.ts'

/** Names of environments, or `*`. Undefined means all online ones. */
export type Environments = readonly string[] | undefined

/** Builds the condition on the `environment` of a table. */
export function environmentCondition(
  table: 'traces' | 'rollups',
  environments: Environments,
): Condition {
  const column = sql.ref(`${table}.environment`)
  if (environments?.includes(ANY_ENVIRONMENT)) return sql<SqlBool>`1 = 1`
  return environments
    ? sql<SqlBool>`${column} in (${sql.join(environments)})`
    : sql<SqlBool>`${column} not in (${sql.join(OFFLINE_ENVIRONMENTS.map((name) => sql.lit(name)))})`
}
