import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../platform/db/open.ts'
import { createDatabase, engines, type Engine } from '../testing/databases.ts'
import { startServer } from '../testing/server-process.ts'
import { createTestApp } from '../testing/test-app.ts'

async function serve(engine: Engine) {
  const { config, remove } = await createDatabase(engine)
  const db = await openDatabase(config)
  const life = { isDraining: false, startedMs: 0 }
  const app = createTestApp(db, { context: { life } })
  const { url, close } = await app.serve()
  onTestFinished(async () => {
    await close()
    await db.close().catch(() => {})
    await remove().catch(() => {})
  })
  const health = async () => {
    const answer = await fetch(`${url}/healthz`)
    return [answer.status, await answer.json()]
  }
  return { ...app, db, remove, life, health }
}

test.each(engines)('reports a lost %s database as unhealthy', async (engine) => {
  const { db, remove, health, log } = await serve(engine)
  expect(await health()).toEqual([200, { status: 'ok' }])

  // Postgres: drops the database. SQLite: closes it, because its file is locked.
  if (engine === 'postgres') await remove()
  else await db.close()

  expect(await health()).toEqual([503, { status: 'store unreachable' }])
  expect(log).toContainEqual(expect.stringContaining('the database does not respond'))
})

test('rejects requests while shutting down', async () => {
  const { life, health } = await serve('sqlite')
  life.isDraining = true

  expect(await health()).toEqual([503, { status: 'draining' }])
})

test('reports a failing disk as unhealthy', async () => {
  const home = await mkdtemp(join(tmpdir(), 'lathe-health-'))
  const preload = new URL('../platform/http/failing-disk.fixture.ts', import.meta.url).href
  const server = await startServer({ LATHE_HOME: home, NODE_OPTIONS: `--import=${preload}` })
  onTestFinished(async () => {
    await server.stop()
    await rm(home, { recursive: true, force: true })
  })
  const health = async () => {
    const answer = await server.call('GET', '/healthz')
    return [answer.status, await answer.json()]
  }
  expect(await health()).toEqual([200, { status: 'ok' }])

  await writeFile(join(home, 'disk-fails'), '')
  const refused = await server.call('POST', '/api/saved-views', { name: 'Mine', filter: '' })

  expect(refused.status).toBeGreaterThanOrEqual(500)
  expect(await health()).toEqual([503, { status: 'the database accepts no writes' }])
})
