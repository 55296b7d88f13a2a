import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { rowInserter } from '../../platform/db/insert-rows.ts'
import { rollupDimensions } from '../metrics/rollup-rows.ts'
import { spendingNames } from '../metrics/spending.ts'

export const upsertTraces = rowInserter('traces', (insert, columns) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['workspace_id', 'id'])
      .doUpdateSet(replaceColumns(columns, ['workspace_id', 'id'])),
  ),
)

export const upsertSpans = rowInserter('spans', (insert, columns) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['workspace_id', 'trace_id', 'id'])
      .doUpdateSet(replaceColumns(columns, ['workspace_id', 'trace_id', 'id'])),
  ),
)

export const insertBlocks = rowInserter('payload_blocks')

export const addRollups = rowInserter<'rollups', Db>('rollups', (insert, _, { portable }) =>
  insert.onConflict((conflict) =>
    conflict.columns([...rollupDimensions]).doUpdateSet((eb) => {
      const sums = (['count', ...spendingNames] as const).map((name) => {
        const [current, increment] = [eb.ref(`rollups.${name}`), eb.ref(`excluded.${name}`)]
        const maximum = eb.lit(Number.MAX_SAFE_INTEGER)
        const overflows = eb(current, '>', eb(maximum, '-', increment))
        return [
          name,
          eb
            .case()
            .when(overflows)
            .then(maximum)
            .else(eb(current, '+', increment))
            .end(),
        ]
      })
      return {
        ...Object.fromEntries(sums),
        latency: portable.addHistograms(eb.ref('rollups.latency'), eb.ref('excluded.latency')),
        first_token: portable.addHistograms(
          eb.ref('rollups.first_token'),
          eb.ref('excluded.first_token'),
        ),
      }
    }),
  ),
)

/** Replaces all columns except the key by the inserted values. */
const replaceColumns = (columns: string[], key: string[]): Record<string, RawBuilder<unknown>> =>
  Object.fromEntries(
    columns
      .filter((name) => !key.includes(name))
      .map((name) => [name, sql.ref(`excluded.${name}`)]),
  )
