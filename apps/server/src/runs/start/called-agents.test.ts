import type { GraphDocument } from '@lathe/contract'
import { expect, test } from 'vitest'
import { fromJson } from '../../platform/db/json.ts'
import { toRunRequest } from '../executor/run-request.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { answering, delegating } from '../../testing/runnable-documents.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { RunRow } from '../api/run-row.ts'

const input = { question: 'Why?' }

const reworded = (document: GraphDocument, mood = 'calm'): GraphDocument => ({
  ...document,
  state: { ...document.state, mood: { type: 'string', default: mood } },
})

describeDatabases('runs that call agents', (db) => {
  const setUp = async () => {
    const app = createTestApp(db())
    const { agents, models } = app.client
    await models.createConnection({ name: 'demo', baseUrl: 'http://127.0.0.1:9/v1' })
    await agents.create({ name: 'Helper', document: answering() })
    await agents.saveVersion({ agent: 'helper', revision: 1, publish: true })
    await agents.create({ name: 'Caller', document: delegating() })
    await agents.saveVersion({ agent: 'caller', revision: 1, publish: true })
    return app
  }
  const publishSecond = async ({ client: { agents } }: Awaited<ReturnType<typeof setUp>>) => {
    const document = reworded(answering())
    const { revision } = await agents.saveDraft({ agent: 'helper', revision: 1, document })
    await agents.saveVersion({ agent: 'helper', revision, publish: true })
  }
  const rowOf = (id: string): Promise<RunRow> =>
    db().selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('runs that call agents keep the agent versions of their start after a publish or delete', async () => {
    const app = await setUp()
    const { client, context } = app

    const { id } = await client.runs.start({ agent: 'caller', input })
    await publishSecond(app)
    await client.agents.delete({ agent: 'helper' })
    const row = await rowOf(id)
    const request = await toRunRequest(db(), row, context.limits)

    expect(fromJson(row.called_agents)).toMatchObject({ helper: { name: 'Helper', version: 1 } })
    expect(request.calledAgents['helper']?.document).toEqual(answering())
  })

  test('runs that call agents use the newly published version in the next run', async () => {
    const app = await setUp()
    await publishSecond(app)

    const { id } = await app.client.runs.start({ agent: 'caller', input })

    expect(fromJson((await rowOf(id)).called_agents)).toMatchObject({ helper: { version: 2 } })
  })

  test('runs that call agents call drafts of other agents on request', async () => {
    const app = await setUp()
    const { agents, runs } = app.client
    const drawn = reworded(answering(), 'drawn')
    await agents.saveDraft({ agent: 'helper', revision: 1, document: drawn })
    await agents.create({ name: 'Fresh', document: reworded(answering(), 'fresh') })
    await agents.create({ name: 'Asking', document: delegating('fresh') })
    const started = { version: 'draft', input, calls: 'drafts' } as const

    const known = await runs.start({ agent: 'caller', ...started })
    const unpublished = await runs.start({ agent: 'asking', ...started })

    const request = await toRunRequest(db(), await rowOf(known.id), app.context.limits)
    expect(request.calledAgents).toMatchObject({ helper: { version: null, document: drawn } })
    expect(fromJson((await rowOf(unpublished.id)).called_agents)).toMatchObject({
      fresh: { name: 'Fresh', version: null },
    })
    await expect(runs.start({ agent: 'asking', version: 'draft', input })).rejects.toMatchObject({
      code: 'GRAPH_INVALID',
      data: { problems: [{ message: expect.stringContaining('is not published') }] },
    })
  })

  test('rejects a run whose called agent is missing or has errors', async () => {
    const { client } = await setUp()
    await client.agents.delete({ agent: 'helper' })

    await expect(client.runs.start({ agent: 'caller', input })).rejects.toMatchObject({
      code: 'GRAPH_INVALID',
      data: { problems: [{ path: 'nodes.delegate.agent', message: 'There is no agent `helper`' }] },
    })

    // A document that was just found valid is not checked again.
    const lost = reworded(answering(), 'lost')
    await client.agents.create({ name: 'Helper', document: lost })
    await client.agents.saveVersion({ agent: 'helper', revision: 1, publish: true })
    await db().deleteFrom('connections').execute()
    await expect(client.runs.start({ agent: 'caller', input })).rejects.toMatchObject({
      code: 'GRAPH_INVALID',
      data: { problems: [{ message: '`helper`: There is no connection `demo`' }] },
    })
  })

  test('runs that call agents list the agents they call, directly and indirectly', async () => {
    const { client } = await setUp()
    await client.agents.create({ name: 'Top', document: delegating() })

    const calledAgents = await client.agents.calledAgents({
      refs: [{ agent: 'caller' }, { agent: 'ghost' }],
    })

    expect(Object.keys(calledAgents)).toEqual(['caller', 'helper'])
    expect(calledAgents['helper']).toMatchObject({ version: 1, document: answering() })
  })

  test('lists the callers of an agent and reports them on delete', async () => {
    const { client } = await setUp()
    const caller = {
      slug: 'caller',
      name: 'Caller',
      draft: ['delegate'],
      published: ['delegate'],
    }

    expect(await client.agents.callers({ agent: 'helper' })).toMatchObject([caller])
    expect(await client.agents.callers({ agent: 'caller' })).toEqual([])
    const { calledBy } = await client.agents.delete({ agent: 'helper' })
    expect(calledBy).toMatchObject([caller])
  })

  test('rejects a version that would call itself', async () => {
    const { client } = await setUp()
    await client.agents.saveDraft({ agent: 'helper', revision: 1, document: delegating() })

    await expect(
      client.agents.saveVersion({ agent: 'helper', revision: 2, publish: true }),
    ).rejects.toMatchObject({
      code: 'GRAPH_INVALID',
      data: { problems: [expect.objectContaining({ code: 'CALL_CIRCLE' })] },
    })
  })
})
