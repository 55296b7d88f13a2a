import { setTimeout as sleep } from 'node:timers/promises'
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { Annotation, END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { Checkpointer } from './checkpointer.ts'

const Trail = Annotation.Root({
  trail: Annotation<string[]>({
    reducer: (current, update) => [...current, ...update],
    default: () => [],
  }),
})

const trailGraph = (checkpointer: Checkpointer) =>
  new StateGraph(Trail)
    .addNode('first', () => ({ trail: ['first'] }))
    .addNode('second', () => ({ trail: ['second'] }))
    .addEdge(START, 'first')
    .addEdge('first', 'second')
    .addEdge('second', END)
    .compile({ checkpointer })

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

const thread = (id: string) => ({ configurable: { thread_id: id } })

describeDatabases('checkpointer', (db) => {
  const saver = (workspace = DEFAULT_WORKSPACE) => new Checkpointer(db(), workspace)

  test('separates the values of a fork and its sibling', async () => {
    const graph = trailGraph(saver())
    await graph.invoke({ trail: ['input'] }, thread('forked'))
    const history = await collect(graph.getStateHistory(thread('forked')))
    const beforeSecond = history.find((state) => state.next.includes('second'))

    const edited = await graph.updateState(beforeSecond?.config ?? {}, { trail: ['edited'] })
    await graph.invoke(null, edited)

    const original = await graph.getState(history[0]?.config ?? {})
    const fork = await graph.getState(thread('forked'))
    expect(original.values.trail).toEqual(['input', 'first', 'second'])
    expect(fork.values.trail).toEqual(['input', 'first', 'edited', 'second'])
  })

  test('separates two edits of one checkpoint', async () => {
    const graph = trailGraph(saver())
    await graph.invoke({ trail: ['input'] }, thread('twice'))
    const history = await collect(graph.getStateHistory(thread('twice')))
    const beforeFirst = history.find((state) => state.next.includes('first'))?.config ?? {}

    const leftBranch = await graph.updateState(beforeFirst, { trail: ['left'] })
    const right = await graph.updateState(beforeFirst, { trail: ['right'] })

    expect((await graph.getState(leftBranch)).values.trail).toEqual(['input', 'left'])
    expect((await graph.getState(right)).values.trail).toEqual(['input', 'right'])
  })

  test('returns messages as instances of their classes', async () => {
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('reply', () => ({ messages: [new AIMessage({ id: 'a', content: 'hello' })] }))
      .addEdge(START, 'reply')
      .compile({ checkpointer: saver() })
    await graph.invoke({ messages: [new HumanMessage('hi')] }, thread('messages'))

    const { values } = await graph.getState(thread('messages'))

    expect(values.messages[0]).toBeInstanceOf(HumanMessage)
    expect(values.messages[1]).toBeInstanceOf(AIMessage)
    expect(values.messages[1]?.content).toBe('hello')
  })

  test('stores an unchanged value once for all steps', async () => {
    const State = Annotation.Root({ document: Annotation<string>, count: Annotation<number> })
    const graph = new StateGraph(State)
      .addNode('tick', ({ count }) => ({ count: count + 1 }))
      .addEdge(START, 'tick')
      .addConditionalEdges('tick', ({ count }) => (count < 5 ? 'tick' : END))
      .compile({ checkpointer: saver() })

    await graph.invoke({ document: 'long', count: 0 }, thread('constant'))

    const stored = await db()
      .selectFrom('checkpoint_blobs')
      .select('channel')
      .where('channel', '=', 'document')
      .execute()
    expect(stored).toHaveLength(1)
  })

  test('shows a thread only to its workspace', async () => {
    await trailGraph(saver()).invoke({ trail: ['secret'] }, thread('shared-name'))

    const otherGraph = trailGraph(saver('00000000-0000-7000-8000-000000000002'))

    expect((await otherGraph.getState(thread('shared-name'))).values).toEqual({})
    expect(await collect(otherGraph.getStateHistory(thread('shared-name')))).toEqual([])
  })

  test('keeps other threads when one is deleted', async () => {
    const graph = trailGraph(saver())
    await graph.invoke({ trail: ['gone'] }, thread('gone'))
    await graph.invoke({ trail: ['kept'] }, thread('kept'))

    await saver().deleteThread('gone')

    expect((await graph.getState(thread('gone'))).values).toEqual({})
    expect((await graph.getState(thread('kept'))).values.trail).toContain('kept')
    for (const table of ['checkpoints', 'checkpoint_blobs', 'checkpoint_writes'] as const) {
      const rows = await db().selectFrom(table).select('thread_id').execute()
      expect(new Set(rows.map((row) => row.thread_id))).toEqual(new Set(['kept']))
    }
  })

  test('lists checkpoints across pages, newest first', async () => {
    const State = Annotation.Root({ count: Annotation<number> })
    const graph = new StateGraph(State)
      .addNode('tick', ({ count }) => ({ count: count + 1 }))
      .addEdge(START, 'tick')
      .addConditionalEdges('tick', ({ count }) => (count < 120 ? 'tick' : END))
      .compile({ checkpointer: saver() })
    await graph.invoke({ count: 0 }, { ...thread('long'), recursionLimit: 200 })

    const history = await collect(graph.getStateHistory(thread('long')))

    const ids = history.map((state) => String(state.config.configurable?.['checkpoint_id']))
    expect(ids).toHaveLength(122)
    expect(ids).toEqual(ids.toSorted().toReversed())
  })

  test('stores parallel steps that write at the same time', async () => {
    const graph = new StateGraph(Trail)
      .addNode('left', async () => (await sleep(1), { trail: ['left'] }))
      .addNode('right', async () => (await sleep(1), { trail: ['right'] }))
      .addEdge(START, 'left')
      .addEdge(START, 'right')
      .compile({ checkpointer: saver() })

    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => graph.invoke({ trail: [] }, thread(`parallel-${i}`))),
    )

    for (const { trail } of results) expect(trail.toSorted()).toEqual(['left', 'right'])
  })
})
