import type { StartRun } from '@lathe/contract'
import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { document, draft, input, startRunOptionsServer } from './run-options.fixture.ts'

describeDatabases('run options', (db) => {
  let stop: (() => Promise<void>) | undefined
  afterEach(() => stop?.())

  const setUp = async () => {
    const steered = await startRunOptionsServer(db())
    stop = steered.stop
    return steered
  }

  test('stops at breakpoints and continues on resume', async () => {
    const { client, resume } = await setUp()
    const options = { interruptBefore: ['b'], interruptAfter: ['choose'] }

    const first = await client.runs.wait({ ...draft, input, ...options })
    const second = await resume(first)
    const rest = await resume(second)

    expect([first, second].map(({ status, interrupts }) => [status, interrupts])).toMatchObject([
      ['interrupted', [{ kind: 'breakpoint', nodes: ['b'], when: 'before' }]],
      ['interrupted', [{ kind: 'breakpoint', nodes: ['choose'], when: 'after' }]],
    ])
    expect(rest).toMatchObject({
      status: 'success',
      options,
      output: { seen: ['a', 'b of tides', 'c'] },
    })
  })

  test('accepts new breakpoints when it resumes', async () => {
    const { client, resume } = await setUp()
    const first = await client.runs.wait({ ...draft, input, interruptBefore: ['a', 'c'] })

    const stepped = await resume(first, { interruptBefore: ['a', 'b', 'choose', 'c'] })
    const rest = await resume(stepped, { interruptBefore: [] })

    expect(stepped.interrupts).toMatchObject([{ nodes: ['b'] }])
    expect(rest).toMatchObject({ status: 'success', options: {} })
  })

  test('returns the state at a breakpoint', async () => {
    const { client } = await setUp()
    const { threadId } = await client.runs.wait({ ...draft, input, interruptAfter: ['a'] })

    const state = await client.threads.state({ id: threadId })

    expect(state).toMatchObject({
      values: { seen: ['a'] },
      next: ['b'],
      interrupts: [{ kind: 'breakpoint', node: 'a', when: 'after' }],
    })
  })

  test('continues from any checkpoint as a branch of the thread', async () => {
    const { client, checkpointBefore } = await setUp()
    const { threadId } = await client.runs.wait({ ...draft, input })
    const id = await checkpointBefore(threadId, 'choose')
    const before = await client.threads.history({ id: threadId })

    const fork = await client.runs.wait({
      ...draft,
      threadId,
      checkpoint: { id, values: { n: 9, seen: ['edited'] } },
    })

    expect(fork).toMatchObject({ status: 'success', input: null, output: { seen: ['edited'] } })
    const after = await client.threads.history({ id: threadId })
    expect(after.items.slice(-before.items.length)).toEqual(before.items)
    expect(after.items.find(({ runId }) => runId === fork.id)?.next).toEqual([])
    const branch = after.items.filter(({ runId }) => runId === fork.id)
    expect(branch.at(-1)).toMatchObject({ parentId: id, source: 'update' })
  })

  test('forks with the original graph unless another is requested', async () => {
    const { client, checkpointBefore } = await setUp()
    const { threadId, graphHash } = await client.runs.wait({ ...draft, input })
    const id = await checkpointBefore(threadId, 'b')
    const { revision } = await client.agents.draft({ agent: 'steered' })
    const b = { kind: 'set' as const, values: { seen: { value: ['changed'] } } }
    await client.agents.saveDraft({
      agent: 'steered',
      revision,
      document: { ...document, nodes: { ...document.nodes, b } },
    })

    const same = await client.runs.wait({ agent: 'steered', threadId, checkpoint: { id } })
    const changed = await client.runs.wait({ ...draft, threadId, checkpoint: { id } })

    expect(same).toMatchObject({ graphHash, output: { seen: ['a', 'b of tides', 'c'] } })
    expect(changed).toMatchObject({ output: { seen: ['a', 'changed', 'c'] } })
  })

  test('skips pinned nodes and reports it', async () => {
    const { client, eventsOf } = await setUp()

    const run = await client.runs.wait({
      ...draft,
      input,
      source: 'user',
      pinned: { b: { writes: { seen: ['pinned'] } }, choose: { writes: {}, port: 'high' } },
    })

    expect(run).toMatchObject({ status: 'success', output: { seen: ['a', 'pinned'] } })
    const ended = (await eventsOf(run.id)).filter(({ type }) => type === 'node-end')
    expect(ended).toMatchObject([
      { node: 'a' },
      { node: 'b', pinned: true },
      { node: 'choose', pinned: true },
    ])
    expect(ended[0]).not.toHaveProperty('pinned')
    const { spans } = await client.traces.get({ id: run.id })
    const span = spans.find(({ node }) => node === 'b')
    expect(await client.traces.span({ traceId: run.id, spanId: span?.id ?? '' })).toMatchObject({
      metadata: { pinned: true },
    })
  })

  test('runs a single node without a thread or an entry in the run list', async () => {
    const { client } = await setUp()

    const run = await client.runs.wait({ ...draft, input: { topic: 'ebb' }, only: 'b' })

    expect(run).toMatchObject({
      status: 'success',
      only: 'b',
      title: 'b alone',
      output: { seen: 'b of ebb' },
    })
    expect((await client.threads.list({})).items).toEqual([])
    expect((await client.runs.list({})).items).toEqual([])
    expect((await client.runs.list({ only: 'b' })).items).toMatchObject([{ id: run.id }])
    const rows = await db().selectFrom('checkpoints').select('checkpoint_id').execute()
    expect(rows).toEqual([])
    expect(await client.agents.get({ agent: 'steered' })).toMatchObject({ lastRunAt: null })
  })

  test('runs a single node of an unfinished graph', async () => {
    const { client } = await setUp()
    const lonely = { kind: 'set' as const, values: { seen: { template: '{{n}}' } } }
    const { revision } = await client.agents.draft({ agent: 'steered' })
    await client.agents.saveDraft({
      agent: 'steered',
      revision,
      document: { ...document, nodes: { ...document.nodes, lonely } },
    })

    const run = await client.runs.wait({ ...draft, input: { n: 4 }, only: 'lonely' })

    expect(run).toMatchObject({ status: 'success', output: { seen: '4' } })
    await expect(client.runs.start({ ...draft, input })).rejects.toMatchObject({
      code: 'GRAPH_INVALID',
    })
  })

  test('replays a recorded execution of a single node', async () => {
    const { client } = await setUp()
    const chance = {
      kind: 'code' as const,
      code: 'return { seen: [Math.random(), Date.now()] }',
      writes: ['seen'],
    }
    const { revision } = await client.agents.draft({ agent: 'steered' })
    await client.agents.saveDraft({
      agent: 'steered',
      revision,
      document: { ...document, nodes: { ...document.nodes, b: chance } },
    })
    const run = await client.runs.wait({ ...draft, input })
    const { spans } = await client.traces.get({ id: run.id })
    const spanId = spans.find(({ node }) => node === 'b')?.id ?? ''
    const alone = { ...draft, input: {}, only: 'b' } as const
    const [, ...then] = (run.output as { seen: unknown[] }).seen

    const live = await client.runs.wait(alone)
    const taped = await client.runs.wait({ ...alone, recording: { runId: run.id, spanId } })

    expect(taped).toMatchObject({ status: 'success', output: { seen: then.slice(0, 2) } })
    expect(live.output).not.toEqual(taped.output)
    await expect(
      client.runs.start({ ...alone, recording: { runId: run.id, spanId: run.id } }),
    ).rejects.toMatchObject({ data: { issues: [{ path: 'recording.spanId' }] } })
    await expect(
      client.runs.start({ ...alone, recording: { runId: spanId, spanId } }),
    ).rejects.toMatchObject({ data: { issues: [{ path: 'recording.runId' }] } })
  })

  test.each<[string, Partial<StartRun>, string]>([
    ['a breakpoint at no node', { interruptBefore: ['a', 'nowhere'] }, 'interruptBefore.1'],
    ['a breakpoint after no node', { interruptAfter: ['constructor'] }, 'interruptAfter.0'],
    ['a pin of no node', { pinned: { nowhere: { writes: {} } } }, 'pinned.nowhere'],
    ['a pin that writes no channel', { pinned: { a: { writes: { x: 1 } } } }, 'pinned.a.writes.x'],
    ['a pin without its port', { pinned: { choose: { writes: {} } } }, 'pinned.choose.port'],
    ['a pin with a port too many', { pinned: { a: { writes: {}, port: 'x' } } }, 'pinned.a.port'],
    ['a pin of the API', { source: 'api', pinned: { a: { writes: {} } } }, 'pinned'],
    ['no node alone', { only: 'nowhere' }, 'only'],
    ['a state of no channel', { only: 'b', input: { x: 1 } }, 'input.x'],
    ['a state that does not fit', { only: 'b', input: { topic: 1 } }, 'input.topic'],
    ['breakpoints of a node alone', { only: 'b', interruptBefore: ['b'] }, 'interruptBefore'],
    ['a checkpoint of no thread', { checkpoint: { id: 'x' } }, 'threadId'],
  ])('rejects %s and names the field', async (_, fields, path) => {
    const { client } = await setUp()

    const start = client.runs.start({ ...draft, input, source: 'user', ...fields })

    await expect(start).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { issues: [{ path }] },
    })
    expect((await client.runs.list({})).items).toEqual([])
  })

  test.each<[string, object, string]>([
    ['a checkpoint that is not there', { id: 'nowhere' }, 'checkpoint.id'],
    ['a value that does not fit', { values: { n: 'x' } }, 'checkpoint.values.n'],
    ['a value of no channel', { values: { x: 1 } }, 'checkpoint.values.x'],
    ['a value that is not kept', { values: { scratch: 'x' } }, 'checkpoint.values.scratch'],
    ['writing as no node', { values: { n: 1 }, asNode: 'x' }, 'checkpoint.asNode'],
    ['writing as a choice', { values: { n: 1 }, asNode: 'choose' }, 'checkpoint.asNode'],
    ['writing nothing as a node', { asNode: 'a' }, 'checkpoint.values'],
  ])('rejects a fork with %s', async (_, checkpoint, path) => {
    const { client, checkpointBefore } = await setUp()
    const { threadId } = await client.runs.wait({ ...draft, input })
    const id = await checkpointBefore(threadId, 'b')

    const start = client.runs.start({ ...draft, threadId, checkpoint: { id, ...checkpoint } })

    await expect(start).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { issues: [{ path }] },
    })
  })

  test('rejects a fork of a finished state without changes', async () => {
    const { client } = await setUp()
    const { threadId } = await client.runs.wait({ ...draft, input })
    const { checkpointId } = await client.threads.state({ id: threadId })

    const start = client.runs.start({ ...draft, threadId, checkpoint: { id: checkpointId ?? '' } })

    await expect(start).rejects.toMatchObject({ code: 'NOTHING_TO_CONTINUE' })
  })

  test('rejects breakpoints at unknown nodes', async () => {
    const { client } = await setUp()
    const run = await client.runs.wait({ ...draft, input, interruptBefore: ['b'] })
    const answers = { [run.interrupts[0]?.id ?? '']: { kind: 'breakpoint' as const } }

    const resume = client.runs.resume({ id: run.id, answers, interruptBefore: ['x'] })

    await expect(resume).rejects.toMatchObject({
      data: { issues: [{ path: 'interruptBefore.0' }] },
    })
    expect(await client.runs.get({ id: run.id })).toMatchObject({ status: 'interrupted' })
  })
})
