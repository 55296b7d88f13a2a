import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type DatabaseConfig, openDatabase } from '../platform/db/open.ts'
import { createDatabase, engines } from '../testing/databases.ts'
import { createTestApp } from '../testing/test-app.ts'

async function serve(config: DatabaseConfig) {
  const db = await openDatabase(config)
  const life = { isDraining: false, startedMs: 0 }
  const { url, close } = await createTestApp(db, { context: { life } }).serve()
  onTestFinished(async () => {
    await close()
    await db.close()
  })
  const ask = async (path: string) => {
    const answer = await fetch(`${url}${path}`)
    const { status } = (await answer.json()) as { status: string }
    return [answer.status, status, answer.headers.get('retry-after')]
  }
  return { db, life, ask }
}

/** Another program that locks the database. Returns a function that releases it. */
async function hold({ file, url }: DatabaseConfig): Promise<() => Promise<void>> {
  if (file) {
    const other = new DatabaseSync(file)
    other.exec('begin immediate')
    return async () => other.close()
  }
  const other = new Client({ connectionString: url ?? '' })
  await other.connect()
  await other.query('begin; lock table job_leases in access exclusive mode')
  return async () => await other.end()
}

test.each(engines)(
  'a server with a locked %s database is not ready but healthy',
  async (engine) => {
    const { config, remove } = await createDatabase(engine)
    onTestFinished(remove)
    const { ask } = await serve(config)
    await expect.poll(() => ask('/readyz')).toEqual([200, 'ok', null])

    const release = await hold(config)
    await expect
      .poll(() => ask('/readyz'))
      .toEqual([503, expect.stringMatching(/^the database (is locked|accepts no writes)$/), '5'])
    expect(await ask('/healthz')).toEqual([200, 'ok', null])

    await release()
    await expect.poll(() => ask('/readyz')).toEqual([200, 'ok', null])
  },
)

test('a server that is shutting down is not ready and writes nothing', async () => {
  const { config, remove } = await createDatabase('sqlite')
  onTestFinished(remove)
  const { db, life, ask } = await serve(config)
  life.isDraining = true

  expect(await ask('/readyz')).toEqual([503, 'draining', '5'])
  expect(await db.selectFrom('job_leases').selectAll().execute()).toEqual([])
})
