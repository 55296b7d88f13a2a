import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
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

export async function openRawSqlite(): Promise<RawStore> {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-bench-'))
  const db = new DatabaseSync(join(folder, 'raw.db'))
  db.exec('pragma page_size = 8192; pragma journal_mode = wal; pragma synchronous = full')
  db.exec(SCHEMA)
  db.exec(`create virtual table texts using fts5 (text, content = '')`)
  const inserts = Object.entries(tables).map(([table, { rows, conflict }]) => {
    const width = Number(
      db.prepare(`select count(*) as n from pragma_table_info(?)`).get(table)?.['n'],
    )
    const places = Array.from({ length: width }, () => '?').join()
    return { rows, insert: db.prepare(`insert into ${table} values (${places}) ${conflict}`) }
  })
  let indexed = 0
  return {
    insert: async (spans) => {
      db.exec('begin')
      for (const { rows, insert } of inserts) for (const row of rows(spans)) insert.run(...row)
      db.exec('commit')
    },
    indexTexts: async () => {
      db.exec(`insert into texts (rowid, text)
        select rowid, input || ' ' || output from payloads where rowid > ${indexed}`)
      indexed = Number(db.prepare('select max(rowid) as last from payloads').get()?.['last'])
    },
    newest: async (filter) => {
      const traces = db.prepare(NEWEST_BY[filter] ?? '').all()
      const ids = JSON.stringify(traces.map(({ id }) => id))
      const isAmong = 'in (select value from json_each(?))'
      const labels = db.prepare(LABELS_OF(isAmong)).all(ids)
      return told(traces, labels, db.prepare(FEEDBACK_OF(isAmong)).all(ids))
    },
    chart: async (since) => db.prepare(CHART(since)).all(),
    search: async (word) =>
      db
        .prepare(
          `select ${SHOWN} from (
             select distinct s.trace from (
               select rowid from texts where texts match ? order by rowid desc limit ${MOST_SPANS}
             ) hit join spans s on s.rowid = hit.rowid
           ) found join traces t on t.id = found.trace ${ROOT} ${NEWEST}`,
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
