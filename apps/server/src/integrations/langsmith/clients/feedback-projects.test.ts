import type { Client, Feedback } from 'langsmith'
import { RunTree } from 'langsmith/run_trees'
import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../../platform/db/schema.ts'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { describeDatabases } from '../../../testing/databases.ts'
import { useLangsmithServer } from '../../../testing/langsmith-harness.ts'
import { span } from '../../../testing/span-factory.ts'

describeDatabases('the project of feedback', (db) => {
  const start = useLangsmithServer(db)

  function startTrace(client: Client, names: { root: string; call: string }) {
    const root = new RunTree({ name: 'agent', client, project_name: names.root })
    const call = root.createChild({ name: 'ask' })
    call.project_name = names.call
    return { root, call }
  }

  const post = async (client: Client, ...runs: RunTree[]) => {
    for (const run of runs) await run.postRun()
    await client.awaitPendingTraceBatches()
  }

  function connect(server: Awaited<ReturnType<typeof start>>) {
    const client = server.sdk()
    const saidIn = async (projectName: string, besides = '') => {
      const { id } = await client.readProject({ projectName })
      const answer = await fetch(`${server.apiUrl}/feedback?session=${id}${besides}`)
      const feedback = (await answer.json()) as Feedback[]
      return feedback.map(({ key }) => key)
    }
    return { client, saidIn }
  }

  test('feedback gets the project of its trace in any order of arrival', async () => {
    const server = await start()
    const { client, saidIn } = connect(server)
    const { root, call } = startTrace(client, { root: 'shop', call: 'shop' })
    await client.createFeedback(call.id, 'early', { score: 1 })
    await post(client, root, call)
    await client.createFeedback(root.id, 'late', { score: 1 })
    const place = { traceId: root.id, spanId: root.id }
    await server.client.traces.addFeedback({ ...place, key: 'thumbs', score: true })

    expect(await saidIn('shop')).toEqual(['thumbs', 'late', 'early'])
    const project = await client.readProject({ projectName: 'shop', includeStats: true })
    expect(Object.keys(project.feedback_stats ?? {}).sort()).toEqual(['early', 'late', 'thumbs'])
  })

  test('feedback that precedes the run of a local agent gets the project of its trace', async () => {
    const { client } = connect(await start())
    const agentSpan = span({ kind: 'agent' })
    await client.createFeedback(agentSpan.id, 'early', { score: 1 })

    await appendSpans(db(), DEFAULT_WORKSPACE, [agentSpan])

    const feedback = await db().selectFrom('feedback').select('trace_id').execute()
    expect(feedback).toEqual([{ trace_id: agentSpan.traceId }])
  })

  test('feedback that precedes its trace gets the project of the trace', async () => {
    const server = await start()
    const { client, saidIn } = connect(server)
    const { root, call } = startTrace(client, { root: 'shop', call: 'shop' })
    const feedback = { run_id: call.id, trace_id: root.id, key: 'early', score: 1 }
    expect((await server.post('/feedback', feedback)).status).toBe(200)

    await post(client, root, call)

    expect(await saidIn('shop')).toEqual(['early'])
  })

  test('feedback is filtered by source regardless of other source fields', async () => {
    const server = await start()
    const { client, saidIn } = connect(server)
    const { root } = startTrace(client, { root: 'shop', call: 'shop' })
    await post(client, root)
    const metadata = { odd: 'a\0b', half: '\uD800' }
    const feedback_source = { type: 'model', metadata }
    const feedback = { run_id: root.id, key: 'odd', score: 1, feedback_source }
    expect((await server.post('/feedback', feedback)).status).toBe(200)

    expect(await saidIn('shop', '&source=model')).toEqual(['odd'])
  })

  test('feedback moves with its trace when the root names another project', async () => {
    const { client, saidIn } = connect(await start())
    const { root, call } = startTrace(client, { root: 'right', call: 'wrong' })
    await post(client, call)
    await client.createFeedback(call.id, 'helpful', { score: 1 })
    expect(await saidIn('wrong')).toEqual(['helpful'])

    await post(client, root)

    expect(await saidIn('right')).toEqual(['helpful'])
    expect(await saidIn('wrong')).toEqual([])
  })

  test('feedback of a project is filtered by source and paginated', async () => {
    const { client, saidIn } = connect(await start())
    const { root } = startTrace(client, { root: 'shop', call: 'shop' })
    await post(client, root)
    for (const key of ['a', 'b', 'c'])
      await client.createFeedback(root.id, key, {
        score: 1,
        feedbackSourceType: key === 'b' ? 'model' : 'api',
        // The client ignores `type` in `sourceInfo`.
        sourceInfo: { type: 'model' },
      })

    expect(await saidIn('shop', '&limit=2')).toEqual(['c', 'b'])
    expect(await saidIn('shop', '&limit=2&offset=2')).toEqual(['a'])
    expect(await saidIn('shop', '&source=model')).toEqual(['b'])
    expect(await saidIn('shop', '&source=api&offset=1')).toEqual(['a'])
    expect(await saidIn('shop', '&source=app')).toEqual([])
  })
})
