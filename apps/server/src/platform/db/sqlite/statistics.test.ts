import { parseFilter } from '@lathe/traces'
import { sql } from 'kysely'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createDatabase, openedFor } from '../../../testing/databases.ts'
import type { Db } from '../db.ts'
import { openDatabase } from '../open.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { selectIds } from '../../../traces/query/list/list-ids.ts'
import { resolveFilter } from '../../../traces/query/list/trace-filter.ts'
import { STATISTICS } from './statistics.ts'

const db = openedFor('sqlite')

async function explainQuery(database: Db, filter: string) {
  const { terms } = parseFilter(filter)
  const selectedIds = selectIds(await resolveFilter(database, DEFAULT_WORKSPACE, { terms }), {
    limit: 50,
  })
  const { rows } = await sql<{ detail: string }>`explain query plan ${selectedIds}`.execute(
    database,
  )
  return rows.map(({ detail }) => detail).join('\n')
}

test.each(Object.keys(STATISTICS))(
  'statistics of %s list every index with its columns',
  async (table) => {
    const { rows } = await sql<{ name: string; columns: number }>`
    select case when list.origin = 'pk' and made.wr then ${table} else list.name end as name,
      (select count(*) from pragma_index_info(list.name)) as columns
    from pragma_index_list(${table}) as list
    join pragma_table_list(${table}) as made`.execute(db())

    const statRows = Object.entries(STATISTICS[table] ?? {})
    const countColumns = (stat: string) => stat.split(' ').length - 1

    expect(Object.fromEntries(statRows.map(([name, stat]) => [name, countColumns(stat)]))).toEqual(
      Object.fromEntries(rows.map(({ name, columns }) => [name, columns])),
    )
  },
)

test('queries are not planned with statistics of a small database', async () => {
  const { config, remove } = await createDatabase('sqlite')
  await (await openDatabase(config)).close()
  const file = new DatabaseSync('file' in config ? config.file : '')
  file.exec("update sqlite_stat1 set stat = '3 1 1 1 1' where tbl = 'feedback'")
  file.exec("update sqlite_stat1 set stat = '0 0 0 0 0' where tbl = 'traces'")
  file.close()

  const opened = await openDatabase(config)
  // Planning a query does not reload the schema, so execute one.
  await opened.selectFrom('traces').select('id').execute()

  expect(await explainQuery(opened, 'feedback.thumbs:1')).toContain(
    'USING INDEX sqlite_autoindex_traces_1',
  )
  await opened.close()
  await remove()
})
