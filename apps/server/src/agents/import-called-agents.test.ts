import type { CalledAgents, GraphDocument } from '@lathe/contract'
import { listCalledAgents, hashDocument } from '@lathe/graph'
import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { answering, delegating } from '../testing/runnable-documents.ts'
import { createTestApp } from '../testing/test-app.ts'

const calledAgent = (agent: string, document: GraphDocument, version = 1) => ({
  agent,
  name: agent,
  version,
  hash: hashDocument(document),
  document,
})
const toned = (tone: string): GraphDocument => ({
  ...answering(),
  state: { ...answering().state, tone: { type: 'string', default: tone } },
})
/** A graph that calls the published helper and two of its versions. */
const thrice = (): GraphDocument => {
  const { nodes, ...document } = delegating()
  const call = nodes['delegate']
  if (call?.kind !== 'agent-call') throw new Error('It calls nobody')
  const pinned = { second: { ...call, version: 2 }, fifth: { ...call, version: 5 } }
  const ids = ['start', 'delegate', 'second', 'fifth', 'end']
  const edges = ids.slice(1).map((to, index) => ({ from: ids[index] ?? '', to }))
  return { ...document, nodes: { ...nodes, ...pinned }, edges }
}

describeDatabases('importing a document with its called agents', (db) => {
  const setUp = async () => {
    const { client } = createTestApp(db())
    await client.models.createConnection({ name: 'demo', baseUrl: 'http://127.0.0.1:9/v1' })
    const create = async (document: GraphDocument, calledAgents: CalledAgents, slug?: string) => {
      const agent = await client.agents.create({
        name: 'Caller',
        document,
        calledAgents,
        slug,
      })
      return { agent, draft: (await client.agents.draft({ agent: agent.slug })).document }
    }
    const problems = async (agent: string) => {
      const { document } = await client.agents.draft({ agent })
      return (await client.agents.check({ document, agent })).map(({ code }) => code)
    }
    return { client, create, problems }
  }

  test('creates and publishes missing agents', async () => {
    const { client, create, problems } = await setUp()

    const { agent, draft } = await create(delegating(), {
      helper: calledAgent('helper', answering()),
    })

    expect(draft).toEqual(delegating())
    expect(await problems(agent.slug)).toEqual([])
    expect(await client.agents.get({ agent: 'helper' })).toMatchObject({ publishedVersion: 1 })
  })

  test('creates every called version and calls it by its local number', async () => {
    const { client, create, problems } = await setUp()
    const calledAgents = {
      helper: calledAgent('helper', toned('new'), 7),
      'helper@2': calledAgent('helper', toned('old'), 2),
      'helper@5': calledAgent('helper', toned('mid'), 5),
    }

    const { agent, draft } = await create(thrice(), calledAgents)

    expect(await problems(agent.slug)).toEqual([])
    const refs = listCalledAgents(draft)
    const now = await client.agents.calledAgents({ refs })
    expect(Object.values(now).map(({ document }) => document.state['tone']?.default)).toEqual([
      'new',
      'old',
      'mid',
    ])
    expect(refs.map(({ version }) => version)).toEqual([undefined, 2, 3])
  })

  test('uses a local agent with the same graph', async () => {
    const { client, create } = await setUp()
    await client.agents.create({ name: 'Helper', document: answering() })
    await client.agents.saveVersion({ agent: 'helper', revision: 1, publish: true })

    const { draft } = await create(delegating(), { helper: calledAgent('helper', answering()) })

    expect(listCalledAgents(draft)).toEqual([{ agent: 'helper' }])
    expect(await client.agents.list({})).toHaveLength(2)
  })

  test('keeps a local agent with another graph, also for agents called indirectly', async () => {
    const { client, create, problems } = await setUp()
    await client.agents.create({ name: 'Helper', document: toned('mine') })
    await client.agents.saveVersion({ agent: 'helper', revision: 1, publish: true })
    const call = delegating().nodes['delegate']
    if (call?.kind !== 'agent-call') throw new Error('It calls nobody')
    const outer = { ...delegating(), nodes: { delegate: { ...call, agent: 'middle' } } }

    const { agent, draft } = await create(outer, {
      helper: calledAgent('helper', answering()),
      middle: calledAgent('middle', delegating()),
    })

    expect(listCalledAgents(draft)).toEqual([{ agent: 'middle' }])
    const middle = await client.agents.draft({ agent: 'middle' })
    expect(listCalledAgents(middle.document)).toEqual([{ agent: 'helper-2' }])
    expect(await client.agents.draft({ agent: 'helper' })).toMatchObject({
      document: toned('mine'),
    })
    expect(await problems(agent.slug)).toEqual([])
  })

  test('leaves an agent that cannot run here as a draft, which the check reports', async () => {
    const { client, create, problems } = await setUp()
    const away = JSON.parse(JSON.stringify(answering()).replaceAll('demo', 'elsewhere'))

    const { agent } = await create(delegating(), { helper: calledAgent('helper', away) })

    expect(await client.agents.get({ agent: 'helper' })).toMatchObject({ latestVersion: 0 })
    expect(await problems(agent.slug)).toEqual(['UNKNOWN_VERSION'])
  })

  test('uses a requested slug, or creates nothing if the slug is taken by an agent', async () => {
    const { client, create } = await setUp()
    const calledAgents = { helper: calledAgent('helper', answering()) }

    const { agent, draft } = await create(delegating(), calledAgents, 'helper')

    expect(agent.slug).toBe('helper')
    expect(listCalledAgents(draft)).toEqual([{ agent: 'helper-2' }])
    await expect(
      client.agents.create({
        name: 'X',
        slug: 'helper',
        document: delegating(),
        calledAgents,
      }),
    ).rejects.toMatchObject({ code: 'SLUG_TAKEN' })
    expect(await client.agents.list({})).toHaveLength(2)
  })
})
