import type { BaseCheckpointSaver, CheckpointTuple } from '@langchain/langgraph-checkpoint'
import { describe, expect, test } from 'vitest'
import { breakpointOf, inARow } from '../../testing/counting.ts'
import { graph, modelNode } from '../../testing/documents.ts'
import { eventsOf, type Recorded, runRequest, startHarness } from '../../testing/run-harness.ts'
import type { RunRequest } from '../request.ts'

const nodesOf = (recorded: Recorded) =>
  eventsOf(recorded, 'node-start').map(({ node, superstep }) => `${superstep} ${node}`)

/** The checkpoint before this node. */
const checkpointBefore = (recorded: Recorded, node: string): string => {
  const state = eventsOf(recorded, 'state').find(({ next }) => next.includes(node))
  if (!state?.checkpointId) throw new Error(`Nothing came before ${node}`)
  return state.checkpointId
}

const forking = (
  from: RunRequest,
  checkpoint: RunRequest['runOptions']['checkpoint'],
  fields: Partial<RunRequest> = {},
) =>
  runRequest(
    from.document,
    {},
    {
      threadId: from.threadId,
      input: null,
      ...fields,
      runOptions: { ...(checkpoint && { checkpoint }), ...fields.runOptions },
    },
  )

async function listAll(saver: BaseCheckpointSaver, threadId: string) {
  const tuples: CheckpointTuple[] = []
  for await (const tuple of saver.list({ configurable: { thread_id: threadId } }))
    tuples.push(tuple)
  return tuples
}

describe('a run from an earlier checkpoint', () => {
  test('continues from there as a new branch and leaves the old one unchanged', async () => {
    const { run, saver } = await startHarness()
    const request = runRequest(inARow('a', 'b', 'c'), { topic: 'x' })
    const first = await run(request)
    const id = checkpointBefore(first, 'b')
    const before = await listAll(saver, request.threadId)

    const fork = await run(forking(request, { id }))

    expect(nodesOf(fork)).toEqual(['1 b', '2 c'])
    expect(fork.outcome).toMatchObject({ type: 'success', output: { seen: ['a', 'b', 'c'] } })
    const after = await listAll(saver, request.threadId)
    expect(after.slice(-before.length)).toEqual(before)
    expect(after.at(-before.length - 1)?.parentConfig?.configurable?.['checkpoint_id']).toBe(id)
  })

  test('reports the whole state it starts from', async () => {
    const { run } = await startHarness()
    const request = runRequest(inARow('a', 'b', 'c'), { topic: 'x' })
    const id = checkpointBefore(await run(request), 'c')

    const fork = await run(forking(request, { id }))

    expect(eventsOf(fork, 'state')[0]).toMatchObject({
      superstep: 0,
      channels: { topic: 'x', seen: ['a', 'b'] },
      next: ['c'],
    })
  })

  test('starts from exactly the edited values, without the reducers', async () => {
    const { run } = await startHarness()
    const request = runRequest(inARow('a', 'b', 'c'), { topic: 'x' })
    const id = checkpointBefore(await run(request), 'c')

    const fork = await run(forking(request, { id, values: { seen: ['edited'] } }))

    expect(nodesOf(fork)).toEqual(['1 c'])
    expect(fork.outcome).toMatchObject({ output: { seen: ['edited', 'c'] } })
  })

  test('starts from an edited conversation', async () => {
    const { run, mockProvider } = await startHarness({ script: [{ reply: 'Said.' }] })
    const document = graph({
      state: { messages: { type: 'messages' }, text: { type: 'string' } },
      nodes: { write: modelNode('{{messages}}', {}) },
      edges: ['start > write', 'write > end'],
    })
    const request = runRequest(document, { messages: 'First' })
    const id = checkpointBefore(await run(request), 'write')
    const values = { messages: [{ role: 'user', content: 'Second' }] }

    await run(forking(request, { id, values }))

    const [first, second] = mockProvider.requests.map(({ body }) => JSON.stringify(body))
    expect(first).toContain('First')
    expect(second).toContain('Second')
    expect(second).not.toContain('First')
  })

  test('writes values as a node through the reducers and continues after that node', async () => {
    const { run } = await startHarness()
    const request = runRequest(inARow('a', 'b', 'c'), { topic: 'x' })
    const id = checkpointBefore(await run(request), 'b')

    const fork = await run(forking(request, { id, values: { seen: ['mine'] }, asNode: 'b' }))

    expect(nodesOf(fork).map((step) => step.slice(2))).toEqual(['c'])
    expect(fork.outcome).toMatchObject({ output: { seen: ['a', 'mine', 'c'] } })
  })

  test('sends the copies if the values are written as a node that fans out', async () => {
    const { run } = await startHarness()
    const document = graph({
      state: {
        items: { type: 'array', default: [] },
        seen: { type: 'array', reducer: 'append', default: [] },
      },
      nodes: {
        list: { kind: 'set', values: { items: { value: [1] } } },
        each: { kind: 'set', values: { seen: { expression: '[item]' } } },
      },
      edges: [
        'start > list',
        { from: 'list', to: 'each', each: { of: 'items', as: 'item', max: 5 } },
        'each > end',
      ],
    })
    const request = runRequest(document, {})
    const id = checkpointBefore(await run(request), 'list')

    const fork = await run(forking(request, { id, values: { items: [7, 8] }, asNode: 'list' }))

    expect(fork.outcome).toMatchObject({ type: 'success', output: { seen: [7, 8] } })
  })

  test('accepts new input on an old state', async () => {
    const { run } = await startHarness()
    const request = runRequest(inARow('a', 'b'), { topic: 'x' })
    const id = checkpointBefore(await run(request), 'b')

    const fork = await run(forking(request, { id }, { input: { topic: 'y' } }))

    expect(nodesOf(fork)).toEqual(['1 a', '2 b'])
    expect(fork.outcome).toMatchObject({ output: { seen: ['a', 'a', 'b'] } })
  })

  test('forks a run once, however often its process dies', async () => {
    const { run } = await startHarness()
    const request = runRequest(inARow('a', 'b', 'c', 'd'), { topic: 'x' })
    const id = checkpointBefore(await run(request), 'b')
    const options = { interruptBefore: ['c'] }
    const forked = forking(request, { id, values: { seen: ['edited'] } }, { runOptions: options })
    const stopped = await run(forked)

    const again = await run({ ...forked, start: { type: 'continue' }, attempt: 2 })

    expect(breakpointOf(stopped).node).toBe('c')
    expect(breakpointOf(again).id).toBe(breakpointOf(stopped).id)
    expect(nodesOf(again)).toEqual([])
  })

  test('continues with another graph that has the nodes', async () => {
    const { run } = await startHarness()
    const request = runRequest(inARow('a', 'b'), { topic: 'x' })
    const id = checkpointBefore(await run(request), 'b')
    const document = graph({
      ...inARow('a', 'b'),
      nodes: {
        ...inARow('a', 'b').nodes,
        b: { kind: 'set', values: { seen: { value: ['new'] } } },
      },
    })

    const { hash } = runRequest(document)
    const fork = await run(forking(request, { id }, { document, hash }))

    expect(fork.outcome).toMatchObject({ output: { seen: ['a', 'new'] } })
  })
})
