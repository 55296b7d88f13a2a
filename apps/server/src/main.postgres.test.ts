import type { RunDetail } from '@lathe/contract'
import { templates } from '@lathe/graph/templates'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmptyDatabase } from './testing/databases.ts'
import { type ServerProcess, startServer } from './testing/server-process.ts'

const prompt = templates.find(({ slug }) => slug === 'prompt')

describe('two servers on one Postgres', () => {
  let folder: string
  let remove: () => Promise<void>
  let servers: ServerProcess[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lathe-team-'))
    const database = await createEmptyDatabase('postgres')
    remove = database.remove
    const env = {
      DATABASE_URL: String(database.config.url),
      LATHE_TOKEN: 'a-token-the-team-shares-of-40-characters',
      LATHE_SECRET_KEY: 'a-key-the-servers-share-of-40-characters',
    }
    servers = await Promise.all(
      ['one', 'two'].map((name) => startServer({ ...env, LATHE_HOME: join(folder, name) })),
    )
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await remove()
    await rm(folder, { recursive: true, force: true })
  })
  const at = (index: number) => {
    const server = servers[index]
    if (!server) throw new Error('the servers did not start')
    return server
  }

  test('two servers on one Postgres seed the workspace once', async () => {
    const agents: unknown[] = await (await at(1).call('GET', '/api/agents')).json()

    expect(agents).toHaveLength(templates.length)
  })

  test('two servers on one Postgres stream a run of one server from the other', async () => {
    const body = { agent: 'prompt', input: prompt?.example }
    const started: RunDetail = await (await at(0).call('POST', '/api/runs', body)).json()

    const events = await (await at(1).call('GET', `/api/runs/${started.id}/events`)).text()

    expect(events).toContain('"status":"success"')
    const run: RunDetail = await (await at(1).call('GET', `/api/runs/${started.id}`)).json()
    expect(run).toMatchObject({ status: 'success', output: expect.anything() })
  })

  test('two servers on one Postgres report the database without credentials', async () => {
    const about = await (await at(0).call('GET', '/api/about')).text()

    expect(about).toContain('"store":"postgres"')
    expect(about).not.toMatch(/lathe:|password/)
  })
})
