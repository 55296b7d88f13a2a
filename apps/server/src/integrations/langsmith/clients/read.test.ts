import { v4 } from 'uuid'
import { expect, test } from 'vitest'
import { describeLangsmithSdks } from '../../../testing/langsmith-harness.ts'
import { all, sendTrace } from './traced.fixture.ts'

describeLangsmithSdks('traces that the official client reads', (start) => {
  const traced = async () => sendTrace(await start())

  test('returns the name, position, payload, tokens, costs and error that were sent', async () => {
    const { client, root, model, byName } = await traced()
    expect(root).toMatchObject({
      run_type: 'chain',
      status: 'success',
      parent_run_id: null,
      inputs: { input: 'where?' },
      outputs: { said: 'far' },
      tags: ['v7'],
      extra: { metadata: { thread_id: 'talk-9', plan: 'pro' }, runtime: { sdk: 'langsmith-js' } },
    })
    expect(root).not.toHaveProperty('child_runs')
    expect(root).not.toHaveProperty('attachments')
    expect(model).toMatchObject({
      parent_run_id: root.id,
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: 15,
      total_cost: 0.25,
      prompt_token_details: { cache_read: 4, audio: 3 },
      completion_token_details: { audio: 2 },
    })
    const selects = ['PROMPT_TOKEN_DETAILS' as const, 'COMPLETION_TOKEN_DETAILS' as const]
    const selection = { project_ids: [model.session_id ?? ''], selects }
    const { items } = await client.runs.queryV2(selection)
    expect(items?.find(({ id }) => id === model.id)).toEqual({
      id: model.id,
      prompt_token_details: { raw: { cache_read: 4, audio: 3 } },
      completion_token_details: { raw: { audio: 2 } },
    })
    // The client reads the cost from the metadata field in which the sender put it.
    expect(model).toHaveProperty('extra.metadata.usage_metadata.total_cost', 0.25)
    expect(root).toMatchObject({ prompt_tokens: 10, total_tokens: 15, total_cost: 0.25 })
    expect(model.dotted_order).toBe(`${root.dotted_order}.${model.dotted_order?.split('.')[1]}`)
    expect(byName('look up')).toMatchObject({
      status: 'error',
      error: expect.stringContaining('no such place'),
    })
    const tree = await client.readRun(root.id, { loadChildRuns: true })
    expect(tree.child_runs?.map(({ name }) => name)).toEqual(['look up', 'ask'])
  })

  test('filters runs', async () => {
    const { client } = await traced()
    for (const [filter, names] of [
      ['and(eq(run_type, "llm"), gt(total_tokens, 14))', ['ask']],
      ['gt(total_tokens, 15)', []],
      ['eq(status, "error")', ['look up']],
      ['neq(error, null)', ['look up']],
      ['has(tags, "v7")', ['agent']],
      ['and(eq(metadata_key, "plan"), eq(metadata_value, "pro"))', ['agent', 'ask', 'look up']],
      ['and(eq(metadata_key, "plan"), eq(metadata_value, "free"))', []],
      ['has(metadata, \'{"plan":"pro"}\')', ['agent', 'ask', 'look up']],
      ['search("no such place")', ['look up']],
      ['like(name, "a%")', ['agent', 'ask']],
      ['in(name, ["ask", "look up"])', ['ask', 'look up']],
      ['not(eq(is_root, true))', ['ask', 'look up']],
      ['and(eq(thread_id, "talk-9"), lt(latency, "5m"))', ['agent', 'ask', 'look up']],
      ['gt(start_time, "2100-01-01T00:00:00Z")', []],
    ] as const) {
      const found = await all(client.listRuns({ projectName: 'reading', filter }))
      const passing = found.map(({ name }) => name).sort()
      expect({ filter, names: passing }).toEqual({ filter, names })
    }
  })

  test('filters runs by the root and by any run of the tree', async () => {
    const { client } = await traced()
    const list = { projectName: 'reading', filter: 'eq(run_type, "llm")' }
    const byRoot = await all(client.listRuns({ ...list, traceFilter: 'has(tags, "v7")' }))
    expect(byRoot.map(({ name }) => name)).toEqual(['ask'])
    expect(await all(client.listRuns({ ...list, traceFilter: 'has(tags, "v8")' }))).toEqual([])
    const byTree = await all(client.listRuns({ ...list, treeFilter: 'eq(status, "error")' }))
    expect(byTree.map(({ name }) => name)).toEqual(['ask'])
  })

  test('rejects a filter with an unknown name and reports its position', async () => {
    const { server } = await traced()
    for (const [filter, place] of [
      ['eq(colour, "red")', 'character 4'],
      ['near(name, "x")', 'near'],
      ['eq(name, "x"', 'too early'],
      ['and('.repeat(80), 'deeper than 50'],
    ] as const) {
      const response = await server.post('/runs/query', { filter })
      expect(response.status).toBe(400)
      expect(JSON.stringify(await response.json())).toContain(place)
    }
  })

  test('reads all pages of runs', async () => {
    const server = await start()
    const client = server.sdk()
    const runs = Array.from({ length: 250 }, (_, index) => {
      const id = v4()
      const stamp = 1_795_191_254_000 + index
      return { id, trace_id: id, name: `run ${index}`, run_type: 'chain', start_time: stamp }
    })
    expect((await server.post('/runs/batch', { post: runs })).status).toBe(202)
    const [project] = await collectIds(client.listProjects())
    const found = await all(client.listRuns({ projectId: project ?? '' }))
    expect(found.map(({ name }) => name)).toEqual(runs.map(({ name }) => name).toReversed())
    const filtered = await all(
      client.listRuns({ projectId: project ?? '', filter: 'like(name, "%7")', limit: 12 }),
    )
    expect(filtered).toHaveLength(12)
  })

  test('reads run statistics, projects and the run page', async () => {
    const { server, client, root } = await traced()
    const project = await client.readProject({ projectName: 'reading', includeStats: true })
    expect(project).toMatchObject({ run_count: 1, total_tokens: 15, total_cost: 0.25 })
    expect(await client.getRunStats({ projectNames: ['reading'] })).toMatchObject({
      run_count: 3,
      total_tokens: 15,
      prompt_token_details: { cache_read: 4, audio: 3 },
      completion_token_details: { audio: 2 },
      error_rate: 1 / 3,
    })
    expect(await client.hasProject({ projectName: 'nowhere' })).toBe(false)
    await client.createProject({ projectName: 'told', metadata: { team: 'tides' } })
    const projects = []
    for await (const item of client.listProjects({ metadata: { team: 'tides' } }))
      projects.push(item)
    expect(projects).toMatchObject([{ name: 'told' }])
    await expect(client.createProject({ projectName: 'reading' })).rejects.toThrow(/already/)
    const url = new URL(await client.getRunUrl({ runId: root.id }))
    const page = await fetch(`${server.url}${url.pathname}`, { redirect: 'manual' })
    expect(page.headers.get('location')).toBe(`/traces/${root.id}?span=${root.id}`)
  })

  test('shares a run and its descendants by a token', async () => {
    const { server, client, root, model } = await traced()
    const link = await client.shareRun(root.id)
    const token = link.split('/').at(-2) ?? ''
    expect(await client.readRunSharedLink(root.id)).toBe(link)
    const shared = await fetch(`${server.apiUrl}/public/${token}/run/${model.id}`)
    expect(await shared.json()).toMatchObject({ name: 'ask' })
    const selection = { selects: ['ID' as const, 'NAME' as const, 'START_TIME' as const] }
    const { items = [] } = await client.public.runs.query(token, selection)
    const found = items.find(({ id }) => id === model.id)
    expect(found).toMatchObject({ name: 'ask' })
    const again = { share_token: token, ...selection, start_time: String(found?.start_time) }
    expect(await client.public.runs.retrieve(model.id, again)).toEqual(found)
    await client.unshareRun(root.id)
    expect(await client.readRunSharedLink(root.id)).toBeUndefined()
    expect((await fetch(`${server.apiUrl}/public/${token}/run`)).status).toBe(404)
  })

  test('shares a whole trace through API v2 until the share is revoked', async () => {
    const { server, client, root, model } = await traced()
    const place = { trace_id: root.id, session_id: root.id }

    const { share_token: token = '' } = await client.runs.share.create(model.id, place)

    const shared = () => fetch(`${server.apiUrl}/public/${token}/run`)
    expect(await (await shared()).json()).toMatchObject({ id: root.id })
    expect(await client.runs.share.create(root.id, place)).toEqual({ share_token: token })
    await client.runs.share.delete(root.id, { session_id: root.id })
    expect((await shared()).status).toBe(404)
  })

  test('shares through API v2 a root that arrives later', async () => {
    const { server, client } = await traced()
    const { RunTree } = server.langsmith
    const root = new RunTree({ name: 'late', run_type: 'chain', client, project_name: 'reading' })
    const child = root.createChild({ name: 'first', run_type: 'llm', inputs: { q: 'Now?' } })
    await child.postRun()
    await client.awaitPendingTraceBatches()

    const place = { trace_id: root.id, session_id: root.id }
    const { share_token: token = '' } = await client.runs.share.create(child.id, place)

    const shared = async () => {
      const answer = await fetch(`${server.apiUrl}/public/${token}/run`)
      return (await answer.json()) as unknown
    }
    expect(await shared()).toMatchObject({ name: 'first' })
    await root.postRun()
    await client.awaitPendingTraceBatches()
    expect(await shared()).toMatchObject({ id: root.id, name: 'late' })
    expect(await client.runs.share.create(root.id, place)).toEqual({ share_token: token })
    const trace = await fetch(`${server.url}/public/${token}/trace`)
    expect(await trace.text()).toContain('first')
  })

  test('creates feedback, also before its run, and lists, changes and deletes it', async () => {
    const { client, root } = await traced()
    const { id } = await client.createFeedback(root.id, 'helpful', { score: 1, comment: 'yes' })
    await client.createFeedback(v4(), 'helpful', { score: 0 })
    await client.updateFeedback(id, { score: 0.5 })
    expect(await client.readFeedback(id)).toMatchObject({ score: 0.5, comment: 'yes' })
    const listed = []
    for await (const item of client.listFeedback({ runIds: [root.id] })) listed.push(item)
    expect(listed).toMatchObject([{ id, key: 'helpful' }])
    expect(await client.readRun(root.id)).toMatchObject({
      feedback_stats: { helpful: { n: 1, avg: 0.5, values: {} } },
    })
    for (const value of ['billing', 'billing', 'refund'])
      await client.createFeedback(root.id, 'topic', { value })
    await client.createFeedback(root.id, 'topic', { value: { of: 'no label' } })
    expect(await client.readRun(root.id)).toMatchObject({
      feedback_stats: { topic: { n: 4, avg: null, values: { billing: 2, refund: 1 } } },
    })
    await client.deleteFeedback(id)
    await expect(client.readFeedback(id)).rejects.toThrow(/404/)
  })

  test('summarizes feedback in the format of the clients', async () => {
    const { server, client, root } = await traced()
    const source = { feedbackSourceType: 'model' } as const
    await client.createFeedback(root.id, 'helpful', { score: 0.2, comment: 'Too short' })
    for (const score of [0.4, 0.9])
      await client.createFeedback(root.id, 'helpful', { score, ...source })
    // Python evaluators report failures in either form.
    for (const failed of [{ extra: { error: true } }, { error: true }])
      await server.post('/feedback', { run_id: root.id, key: 'helpful', ...failed })

    const { feedback_stats: stats } = await client.readRun(root.id)

    expect(stats?.['helpful']).toEqual({
      n: 5,
      avg: expect.closeTo(0.5, 10),
      stdev: expect.closeTo(Math.sqrt(0.13), 10),
      min: 0.2,
      max: 0.9,
      values: {},
      errors: 2,
      comments: ['Too short'],
      sources: expect.arrayContaining(['api', 'model']),
      contains_thread_feedback: false,
    })
    const project = await client.readProject({ projectName: 'reading', includeStats: true })
    expect(project.feedback_stats).toEqual(stats)
  })

  test('reads runs through API v2', async () => {
    const { client, root } = await traced()
    const project = await client.readProject({ projectName: 'reading' })
    const items = []
    for await (const run of client.runs.query({
      project_ids: [project.id],
      is_root: true,
      selects: ['NAME', 'STATUS', 'TOTAL_TOKENS'],
    }))
      items.push(run)
    expect(items).toEqual([{ id: root.id, name: 'agent', status: 'SUCCESS', total_tokens: 15 }])
  })
})

async function collectIds(projects: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of projects) ids.push(id)
  return ids
}
