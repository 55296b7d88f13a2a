import { GraphDocument } from '@lathe/contract'
import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { startRunningApp } from '../testing/running-app.ts'

const answering = (text: string) =>
  GraphDocument.parse({
    format: 1,
    state: { topic: { type: 'string' }, text: { type: 'string' } },
    input: ['topic'],
    output: ['text'],
    nodes: { say: { kind: 'set', values: { text: { template: `${text} {{topic}}` } } } },
    edges: [
      { from: 'start', to: 'say' },
      { from: 'say', to: 'end' },
    ],
  })

const asking = (tool: string) =>
  GraphDocument.parse({
    format: 1,
    state: { topic: { type: 'string' }, text: { type: 'string' } },
    input: ['topic'],
    output: ['text'],
    nodes: {
      ask: { kind: 'tool', tool, args: { topic: { expression: 'topic' } }, writes: 'text' },
    },
    edges: [
      { from: 'start', to: 'ask' },
      { from: 'ask', to: 'end' },
    ],
  })

describeDatabases('agents as tools', (db) => {
  test("lists published agents as tools, pins their version at the run's start, and replays with it", async () => {
    const app = await startRunningApp(db())
    try {
      const { client } = app
      const writer = await client.agents.create({ name: 'Writer', document: answering('First:') })
      expect((await client.tools.list()).map(({ name }) => name)).not.toContain('agent__writer')
      await client.agents.saveVersion({ agent: writer.id, revision: 1, publish: true })
      const lead = await client.agents.create({ name: 'Lead', document: asking('agent__writer') })
      const run = await client.runs.wait({
        agent: lead.id,
        version: 'draft',
        input: { topic: 'tides' },
      })
      await client.agents.saveDraft({
        agent: writer.id,
        revision: 1,
        document: answering('Second:'),
      })
      await client.agents.saveVersion({ agent: writer.id, revision: 2, publish: true })

      expect(run).toMatchObject({ status: 'success', output: { text: 'First: tides' } })
      expect(await client.replays.wait({ traceId: run.id })).toMatchObject({ verdict: 'identical' })
      const later = await client.runs.wait({
        agent: lead.id,
        version: 'draft',
        input: { topic: 'tides' },
      })
      expect(later).toMatchObject({ output: { text: 'Second: tides' } })
      const pinned = await client.agents.create({
        name: 'Pinned',
        document: asking('agent__writer__v1'),
      })
      expect(
        await client.runs.wait({ agent: pinned.id, version: 'draft', input: { topic: 'x' } }),
      ).toMatchObject({ output: { text: 'First: x' } })

      expect(await client.tools.get({ name: 'agent__writer' })).toMatchObject({
        id: null,
        kind: 'agent',
        effect: 'read',
        usedBy: [{ id: lead.id, draft: ['ask'] }],
      })
      const callers = await client.agents.callers({ agent: writer.id })
      expect(callers.map(({ slug }) => slug).toSorted()).toEqual(['lead', 'pinned'])
    } finally {
      await app.stop()
    }
  })

  test('rejects a missing or recursive agent tool', async () => {
    const app = await startRunningApp(db())
    try {
      const { client } = app
      const codes = async (agent: string, document: GraphDocument) =>
        (await client.agents.check({ agent, document })).map(({ code }) => code)
      const loop = await client.agents.create({ name: 'Loop', document: answering('x') })
      await client.agents.saveVersion({ agent: loop.id, revision: 1, publish: true })

      expect(await codes(loop.slug, asking('agent__nobody'))).toContain('UNKNOWN_TOOL')
      expect(await codes(loop.slug, asking('agent__loop'))).toContain('CALL_CIRCLE')
      expect(await codes(loop.slug, asking('agent__loop__v9'))).toContain('UNKNOWN_TOOL')
      const taken = client.tools.create({
        name: 'agent__mine',
        description: 'Mine',
        schema: { type: 'object' },
        effect: 'pure',
        config: { kind: 'code', code: '1' },
      })
      await expect(taken).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    } finally {
      await app.stop()
    }
  })
})
