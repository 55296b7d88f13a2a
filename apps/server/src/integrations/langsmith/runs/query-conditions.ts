import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { conditionsOf } from '../filter/filter-conditions.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import type { RunQuery } from './run-query.ts'

/** Characters of a filter that SQL is given: it has limits of its own, and the filter is tested on each run all the same. */
const LONGEST = 4_000

/** What every run meets that passes the filters of a query. */
export const queryConditions = ({ filter, traceFilter, treeFilter, runType }: RunQuery) => [
  ...(runType ? ofType(runType) : []),
  ...ofFilter(filter, 'spans'),
  ...ofTrace(ofFilter(traceFilter, 'member'), sql`and member.parent_id is null`),
  ...ofTrace(ofFilter(treeFilter, 'member'), sql``),
]

const ofType = (runType: string) =>
  conditionsOf({ op: 'eq', field: 'run_type', value: runType.toLowerCase() })

const ofFilter = (filter: string | undefined, run: string): RawBuilder<SqlBool>[] =>
  filter === undefined || filter.length > LONGEST ? [] : conditionsOf(parseFilter(filter), run)

/** Met by one of the trace's runs. */
const ofTrace = (
  conditions: readonly RawBuilder<SqlBool>[],
  which: RawBuilder<unknown>,
): RawBuilder<SqlBool>[] =>
  conditions.length === 0
    ? []
    : [
        sql`exists (select 1 from spans as member
          where member.workspace_id = spans.workspace_id and member.trace_id = spans.trace_id
            ${which} and ${sql.join(conditions, sql` and `)})`,
      ]
