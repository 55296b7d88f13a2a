import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../platform/db/open.ts'
import { createOnServer, dropFromServer } from './postgres-database.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** Databases migrated once for all tests: a folder for SQLite, a database name for Postgres. */
    migrated: { folder: string; database: string }
  }
}

/**
 * Vitest's global setup: starts one Postgres server for all tests unless `TEST_DATABASE_URL` is
 * set.
 */
export async function setup(project: TestProject) {
  const given = process.env['TEST_DATABASE_URL']
  const server = given ? { url: given, stop: async () => {} } : await startPostgres()

  const folder = await mkdtemp(join(tmpdir(), 'lathe-migrated-'))
  const { name, url } = await createOnServer(server.url)
  for (const config of [{ file: join(folder, 'lathe.db') }, { url }]) {
    const db = await openDatabase(config)
    await db.close()
  }

  project.provide('postgresUrl', server.url)
  project.provide('migrated', { folder, database: name })
  return async () => {
    await dropFromServer(server.url, name)
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
