import { onTestFinished } from 'vitest'
import type { Db } from '../db/db.ts'
import { openDatabase } from '../db/open.ts'
import { DEFAULT_WORKSPACE } from '../db/schema.ts'
import { allOf, readDetails } from '../db/spans/read-details.ts'
import { createDatabase } from '../testing/databases.ts'
import { startLangsmithServer } from '../testing/langsmith-harness.ts'
import type { TestApp } from '../testing/test-app.ts'
import { createForwarder } from './forwarder.ts'

export const KEY = 'lsv2_pt_0123456789abcdef'

/** Another Lathe with a database of its own. */
export async function startReceiver() {
  const { config, remove } = await createDatabase('sqlite')
  const db = await openDatabase(config)
  const server = await startLangsmithServer(db)
  onTestFinished(async () => {
    await server.close()
    await db.close()
    await remove()
  })
  return { db, apiUrl: server.apiUrl, url: server.url }
}

/** The spans that are there of a trace. */
export const arrivedAt = async (db: Db, id: string) =>
  await allOf(readDetails({ db, workspaceId: DEFAULT_WORKSPACE, id }))

export const start = async (app: TestApp, db: Db) => {
  const { vault, log, config, url } = app.context
  const forwarder = createForwarder({ db, vault, log, config, url })
  await forwarder.start()
  onTestFinished(() => forwarder.drain())
  return forwarder
}
