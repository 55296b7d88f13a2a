import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../../apps/server/src/testing/postgres-server.ts'
import { type Lathe, startLathe } from '../../lib/lathe.ts'
import type { Row } from '../../lib/report.ts'
import { openRawPostgres } from '../../peers/raw-postgres.ts'
import { openRawSqlite } from '../../peers/raw-sqlite.ts'
import type { RawStore } from '../../peers/raw-store.ts'

const CHOSEN = (process.env['BENCH_ENGINES'] ?? 'sqlite,postgres').split(',')

/** A server with an empty database, and the same database without a server. */
export type Engine = {
  name: string
  lathe: Lathe
  raw: RawStore
  /** Bytes on disk of Lathe's tables. */
  bytes: () => Promise<number>
}

/** `BENCH_ENGINES=sqlite` skips Postgres. */
export async function onEachEngine(measure: (engine: Engine) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  if (CHOSEN.includes('sqlite')) rows.push(...(await onSqlite(measure)))
  if (CHOSEN.includes('postgres')) rows.push(...(await onPostgres(measure)))
  return rows
}

async function onSqlite(measure: (engine: Engine) => Promise<Row[]>): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'lathe-bench-'))
  const bytes = async () =>
    readdirSync(home).reduce((sum, name) => sum + statSync(join(home, name)).size, 0)
  try {
    const raw = await openRawSqlite()
    return await closing({ name: 'SQLite', lathe: await startLathe(home), raw, bytes }, measure)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function onPostgres(measure: (engine: Engine) => Promise<Row[]>): Promise<Row[]> {
  const postgres = await startPostgres()
  try {
    const raw = await openRawPostgres(postgres.url)
    const lathe = await startLathe(undefined, { DATABASE_URL: postgres.url })
    const bytes = () => raw.bytesOf('public')
    return await closing({ name: 'Postgres', lathe, raw, bytes }, measure)
  } finally {
    await postgres.stop()
  }
}

async function closing(
  engine: Engine,
  measure: (engine: Engine) => Promise<Row[]>,
): Promise<Row[]> {
  try {
    return await measure(engine)
  } finally {
    await engine.lathe.stop()
    await engine.raw.close()
  }
}
