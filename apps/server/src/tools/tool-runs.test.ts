import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { GraphDocument, HttpToolConfig } from '@lathe/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { startRunningApp } from '../testing/running-app.ts'

const CANARY = 'canary-0123456789-abcdef'

const document = GraphDocument.parse({
  format: 1,
  state: { note: { type: 'string' }, kept: { type: 'object' } },
  input: ['note'],
  output: ['kept'],
  nodes: {
    keep: {
      kind: 'tool',
      tool: 'keep_note',
      args: { note: { template: '{{note}}' } },
      writes: 'kept',
    },
  },
  edges: [
    { from: 'start', to: 'keep' },
    { from: 'keep', to: 'end' },
  ],
})

/** Records requests and the key each one sent. */
const bodies: string[] = []
let server: Server
let url = ''
beforeAll(async () => {
  server = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk: Buffer) => (body += chunk.toString()))
    req.on('end', () => {
      bodies.push(body)
      res.writeHead(200, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ key: req.headers['x-key'], nth: bodies.length }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  url = `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}/notes`
})
afterAll(() => server.close())

describeDatabases('a tool with side effects', (db) => {
  test('leaves its secret nowhere in a run and is not called by a replay', async () => {
    bodies.length = 0
    const app = await startRunningApp(db())
    try {
      const { client } = app
      await client.tools.create({
        name: 'keep_note',
        description: 'Keeps a note',
        schema: { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] },
        effect: 'write',
        config: HttpToolConfig.parse({
          kind: 'http',
          method: 'POST',
          url,
          body: { type: 'rest' },
          secretHeaders: { 'x-key': CANARY },
          allowPrivate: true,
        }),
      })
      const agent = await client.agents.create({ name: 'Keeper', document })
      await client.agents.saveVersion({ agent: agent.id, revision: 1, publish: true })

      const run = await client.runs.wait({ agent: agent.id, input: { note: 'Milk' } })

      expect(run).toMatchObject({
        status: 'success',
        output: { kept: { key: '[secret]', nth: 1 } },
      })
      expect(bodies).toEqual(['{"note":"Milk"}'])
      const left = await Promise.all([
        client.traces.get({ id: run.id }),
        client.traces.exchanges({ id: run.id }),
        db().selectFrom('run_events').selectAll().execute(),
        db().selectFrom('exchanges').selectAll().execute(),
      ])
      expect(JSON.stringify(left)).not.toContain(CANARY)

      const replay = await client.replays.wait({ traceId: run.id })
      expect(replay).toMatchObject({ verdict: 'identical' })
      expect(bodies).toHaveLength(1)
    } finally {
      await app.stop()
    }
  })
})
