import { v4 } from 'uuid'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { useLangsmithServer } from '../../../testing/langsmith-harness.ts'

const START = Date.UTC(2026, 10, 21, 9)

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

describeDatabases('threads of the official client', (db) => {
  const start = useLangsmithServer(db)

  const talk = async () => {
    const server = await start()
    const turns = [
      { thread: 'a', at: 0, seconds: 1, said: 'hello' },
      { thread: 'b', at: 10, seconds: 4, said: 'and you?' },
      { thread: 'a', at: 20, seconds: 3, said: 'again', error: 'ValueError: no' },
    ]
    const post = turns.map(({ thread, at, seconds, said, error }) => {
      const id = v4()
      return {
        id,
        trace_id: id,
        name: 'turn',
        run_type: 'llm',
        session_name: 'talks',
        start_time: START + at * 1_000,
        end_time: START + (at + seconds) * 1_000,
        inputs: { said },
        outputs: { answer: `to ${said}`, usage_metadata: { input_tokens: 5, output_tokens: 2 } },
        extra: { metadata: { thread_id: thread, ls_model_name: 'nobody-knows' } },
        ...(error && { error }),
      }
    })
    expect((await server.post('/runs/batch', { post })).status).toBe(202)
    const client = server.sdk()
    const project = await client.readProject({ projectName: 'talks' })
    await client.createFeedback(post[0]?.id ?? '', 'helpful', { score: 1 })
    return { client, server, project, ids: post.map(({ id }) => id) }
  }

  test('lists threads with their totals, paginated, latest first', async () => {
    const { client, project } = await talk()

    const threads = await all(
      client.listGroupRuns({ projectId: project.id, groupBy: 'conversation', limit: 1 }),
    )

    expect(threads).toMatchObject([
      {
        thread_id: 'a',
        filter: 'eq(thread_id, "a")',
        count: 2,
        total_tokens: 14,
        total_cost: null,
        latency_p50: 1,
        latency_p99: 3,
        first_inputs: '{"said":"hello"}',
        last_outputs: expect.stringContaining('to again'),
        last_error: expect.stringContaining('no'),
        feedback_stats: { helpful: { n: 1, avg: 1 } },
      },
      { thread_id: 'b', count: 1, total_tokens: 7, last_error: null },
    ])
    const filtered = await all(
      client.listGroupRuns({
        projectName: 'talks',
        groupBy: 'conversation',
        filter: 'eq(status, "error")',
      }),
    )
    expect(filtered).toMatchObject([{ thread_id: 'a', count: 1 }])
    await expect(
      all(client.listGroupRuns({ projectId: project.id, groupBy: 'colour' })),
    ).rejects.toThrow(/Grouping by colour is not supported/)
  })

  test('reads threads and their traces through API v2', async () => {
    const { client, project, ids } = await talk()
    const of = { project_id: project.id }

    const threads = await all(client.threads.query({ ...of, page_size: 1 }))
    const turns = await all(client.threads.listTraces('a', { ...of, selects: ['LATENCY'] }))
    const stats = await client.threads.stats('a', { session_id: project.id, selects: ['TURNS'] })
    const traces = await all(client.traces.query({ ...of, selects: ['NAME', 'TOTAL_TOKENS'] }))
    const runs = await client.traces.listRuns(ids[1] ?? '', { ...of, selects: ['INPUTS'] })

    expect(threads).toMatchObject([
      { thread_id: 'a', count: 2, num_errored_turns: 1, first_trace_id: ids[0], trace_id: ids[2] },
      { thread_id: 'b', count: 1 },
    ])
    expect(turns).toEqual([
      { trace_id: ids[2], thread_id: 'a', latency: 3 },
      { trace_id: ids[0], thread_id: 'a', latency: 1 },
    ])
    expect(stats).toMatchObject({ turns: 2, total_tokens: 14, latency_p99_seconds: 3 })
    expect(traces.map(({ root_run: root }) => root?.id)).toEqual(ids.toReversed())
    expect(traces[0]).toMatchObject({
      root_run: { name: 'turn' },
      trace_aggregates: { total_tokens: 7, total_cost: null },
    })
    expect(runs.items).toEqual([{ id: ids[1], inputs: { said: 'and you?' } }])
  })

  test('returns null instead of 0 for an unknown cost', async () => {
    const { client, project } = await talk()

    const read = await client.readProject({ projectId: project.id, includeStats: true })
    const stats = await client.getRunStats({ projectIds: [project.id] })

    expect(read).toMatchObject({ total_cost: null })
    expect(stats).toMatchObject({ total_cost: null })
  })
})
