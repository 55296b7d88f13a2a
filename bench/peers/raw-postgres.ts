import { Client } from 'pg'
import {
  CHART,
  FEEDBACK_OF,
  LABELS_OF,
  MOST_SPANS,
  NEWEST,
  NEWEST_BY,
  type RawStore,
  ROOT,
  SCHEMA,
  SHOWN,
  tables,
  told,
} from './raw-store.ts'

/** In its own schema of the database that Lathe uses. */
export async function openRawPostgres(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('drop schema if exists raw cascade; create schema raw; set search_path = raw')
  await client.query(SCHEMA)
  const rows = async (text: string, values: unknown[] = []) =>
    (await client.query<Record<string, unknown>>(text, values)).rows
  const many = async (table: string, values: (string | number | null)[][], end = '') => {
    const width = values[0]?.length ?? 0
    const places = values.map(
      (_, row) =>
        `(${Array.from({ length: width }, (__, at) => `$${row * width + at + 1}`).join()})`,
    )
    await client.query(`insert into ${table} values ${places.join()} ${end}`, values.flat())
  }
  const bytesOf = async (schema: string) => {
    const [row] = await rows(
      `select sum(pg_total_relation_size(c.oid)) as bytes from pg_class c
       join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relkind = 'r'`,
      [schema],
    )
    return Number(row?.['bytes'])
  }
  const store: RawStore & { bytesOf: typeof bytesOf } = {
    insert: async (spans) => {
      await client.query('begin')
      for (const [table, { rows: rowsOf, conflict }] of Object.entries(tables))
        await many(table, rowsOf(spans), conflict)
      await client.query('commit')
    },
    indexTexts: async () => {
      await client.query(`drop table if exists texts; create table texts as
        select row_number() over () as id, trace,
          to_tsvector('simple', input || ' ' || output) as words from payloads`)
      await client.query('create index on texts using gin (words)')
      await client.query('create unique index on texts (id)')
      await client.query('analyze')
    },
    newest: async (filter) => {
      const traces = await rows(NEWEST_BY[filter] ?? '')
      const ids = [traces.map(({ id }) => id)]
      const labels = await rows(LABELS_OF('= any($1)'), ids)
      return told(traces, labels, await rows(FEEDBACK_OF('= any($1)'), ids))
    },
    chart: (since) => rows(CHART(since)),
    search: (word) =>
      rows(
        `select ${SHOWN} from (
           select distinct trace from (
             select trace from texts where words @@ to_tsquery('simple', $1)
             order by id desc limit ${MOST_SPANS}
           ) hit
         ) found join traces t on t.id = found.trace ${ROOT} ${NEWEST}`,
        [word.replace('*', ':*')],
      ),
    bytes: () => bytesOf('raw'),
    bytesOf,
    close: async () => {
      await client.query('drop schema raw cascade')
      await client.end()
    },
  }
  return store
}
