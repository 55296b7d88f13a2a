import { Client } from 'pg'
import { bucketOf, type RawSpan } from '../lib/raw-spans.ts'
import { CHART, HOUR, NEWEST, type RawStore, SCHEMA } from './raw-store.ts'

/** In a schema of its own, in the database that Lathe uses. */
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
      await many(
        'traces',
        spans
          .filter(({ parent }) => parent === null)
          .map((one) => [one.id, one.name, one.status, one.tag, one.startedAt, one.endedAt]),
      )
      await many(
        'spans',
        spans.map((one) => [
          one.trace,
          one.id,
          one.parent,
          one.name,
          one.model,
          one.status,
          one.startedAt,
          one.endedAt,
        ]),
      )
      await many(
        'payloads',
        spans.map((one) => [one.trace, one.id, one.input, one.output]),
      )
      await many(
        'rollups',
        counted(spans),
        `on conflict (hour, model, bucket) do update set count = rollups.count + excluded.count`,
      )
      await client.query('commit')
    },
    indexTexts: async () => {
      await client.query(`drop table if exists texts; create table texts as
        select trace, to_tsvector('simple', input || ' ' || output) as words from payloads`)
      await client.query('create index on texts using gin (words)')
      await client.query('analyze')
    },
    newestErrors: () => rows(NEWEST('status', 'error')),
    newestTagged: (tag) => rows(NEWEST('tag', tag)),
    chart: (since) => rows(CHART(since)),
    search: (word) =>
      rows(`select distinct trace from texts where words @@ to_tsquery('simple', $1) limit 50`, [
        word,
      ]),
    bytes: () => bytesOf('raw'),
    bytesOf,
    close: async () => {
      await client.query('drop schema raw cascade')
      await client.end()
    },
  }
  return store
}

function counted(spans: RawSpan[]) {
  const counts = new Map<string, [number, string, number, number]>()
  for (const { startedAt, endedAt, model } of spans) {
    const key: [number, string, number] = [
      startedAt - (startedAt % HOUR),
      model ?? '',
      bucketOf(endedAt - startedAt),
    ]
    counts.set(key.join(), [...key, (counts.get(key.join())?.[3] ?? 0) + 1])
  }
  return [...counts.values()]
}
