import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { bucketOf, type RawSpan } from '../lib/raw-spans.ts'
import { CHART, HOUR, NEWEST, type RawStore, SCHEMA } from './raw-store.ts'

export async function openRawSqlite(): Promise<RawStore> {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-bench-'))
  const db = new DatabaseSync(join(folder, 'raw.db'))
  db.exec('pragma page_size = 8192; pragma journal_mode = wal; pragma synchronous = normal')
  db.exec(SCHEMA)
  db.exec(`create virtual table texts using fts5 (text, content = '')`)
  const trace = db.prepare('insert into traces values (?, ?, ?, ?, ?, ?)')
  const span = db.prepare('insert into spans values (?, ?, ?, ?, ?, ?, ?, ?)')
  const payload = db.prepare('insert into payloads values (?, ?, ?, ?)')
  const rollup = db.prepare(
    'insert into rollups values (?, ?, ?, 1) on conflict do update set count = count + 1',
  )
  const add = (one: RawSpan) => {
    const { id, name, model, status, startedAt, endedAt } = one
    if (one.parent === null) trace.run(id, name, status, one.tag, startedAt, endedAt)
    span.run(one.trace, id, one.parent, name, model, status, startedAt, endedAt)
    payload.run(one.trace, id, one.input, one.output)
    const hour = startedAt - (startedAt % HOUR)
    rollup.run(hour, model ?? '', bucketOf(endedAt - startedAt))
  }
  let indexed = 0
  return {
    insert: async (spans) => {
      db.exec('begin')
      for (const one of spans) add(one)
      db.exec('commit')
    },
    indexTexts: async () => {
      db.exec(`insert into texts (rowid, text)
        select rowid, input || ' ' || output from payloads where rowid > ${indexed}`)
      indexed = Number(db.prepare('select max(rowid) as last from payloads').get()?.['last'])
    },
    newestErrors: async () => db.prepare(NEWEST('status', 'error')).all(),
    newestTagged: async (tag) => db.prepare(NEWEST('tag', tag)).all(),
    chart: async (since) => db.prepare(CHART(since)).all(),
    search: async (word) =>
      db
        .prepare(
          `select distinct p.trace from texts join payloads p on p.rowid = texts.rowid
           where texts match ? order by texts.rowid desc limit 50`,
        )
        .all(word),
    bytes: async () => {
      db.exec('pragma wal_checkpoint(truncate)')
      return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    },
    close: async () => {
      db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
