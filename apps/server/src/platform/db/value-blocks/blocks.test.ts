import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
import { expect, test } from 'vitest'
import { insertAgent } from '../../../agents/agents.store.ts'
import { copyThread } from '../../../integrations/langgraph/threads/copy-thread.store.ts'
import { deleteRun } from '../../../runs/api/delete-run.store.ts'
import { listRunEvents } from '../../../runs/api/run-events.store.ts'
import { deleteThread } from '../../../threads/deleted-threads.store.ts'
import { readRunEvents } from '../../../runs/replay/read-events.ts'
import { insertThread, listThreads } from '../../../threads/threads.store.ts'
import { describeDatabases } from '../../../testing/databases.ts'
import { copying } from '../../../testing/runnable-documents.ts'
import { collect, readAll, startExecutor } from '../../../testing/executor-harness.ts'
import { Checkpointer } from '../checkpoints/checkpointer.ts'
import type { Db } from '../db.ts'
import { unpackBytes } from '../packed-json.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'

const w = DEFAULT_WORKSPACE
const STEPS = 20

/** A text that spans several blocks and ends with a word for searches. */
const text = (length: number) =>
  `${Array.from({ length: length / 8 }, (_, at) => ((at * 7_919) % 1_000_003).toString(36)).join(' ')} Leuchtturm`

const config = (id: string) => ({ configurable: { thread_id: id } })

const storedBytes = async (db: Db) => {
  const blocks = await db.selectFrom('value_blocks').select('data').execute()
  const inline = await Promise.all(
    (['checkpoint_blobs', 'checkpoint_writes'] as const).map((table) =>
      db.selectFrom(table).select('value').execute(),
    ),
  )
  const events = await db.selectFrom('run_events').select('events').execute()
  return (
    blocks.reduce((sum, { data }) => sum + unpackBytes(data).length, 0) +
    inline.flat().reduce((sum, { value }) => sum + value.length, 0) +
    events.reduce((sum, row) => sum + row.events.length, 0)
  )
}

const hashesOf = async (db: Db, threadId: string) => {
  const rows = await db
    .selectFrom('value_blocks')
    .select('hash')
    .where('thread_id', '=', threadId)
    .execute()
  return rows.map(({ hash }) => hash).toSorted()
}

describeDatabases('values stored as blocks', (db) => {
  const checkpointer = () => new Checkpointer(db(), w)
  const graph = (step: (document: string, count: number) => string) => {
    const State = Annotation.Root({ document: Annotation<string>, count: Annotation<number> })
    return new StateGraph(State)
      .addNode('write', ({ document, count }) => ({
        document: step(document, count),
        count: count + 1,
      }))
      .addEdge(START, 'write')
      .addConditionalEdges('write', ({ count }) => (count < STEPS ? 'write' : END))
      .compile({ checkpointer: checkpointer() })
  }
  const run = async (input: object) => {
    const { executor, queue } = await startExecutor(db())
    const { id, threadId } = await queue(copying(STEPS), { ...input, count: 0 })
    await executor.waitUntilSettled(id)
    return { id, threadId, executor }
  }

  test('a value that every step rewrites is stored once', async () => {
    const document = text(200_000)

    await graph((same) => same).invoke({ document, count: 0 }, config('same'))

    expect(await storedBytes(db())).toBeLessThan(2 * document.length)
    const { values } = await checkpointer()
      .getTuple(config('same'))
      .then((tuple) => ({
        values: tuple?.checkpoint.channel_values,
      }))
    expect(values?.['document']).toBe(document)
  })

  test('a growing value stores only its new blocks', async () => {
    const document = text(200_000)
    const compiled = graph((before, count) => `${before} and ${count}`)

    const { document: last } = await compiled.invoke({ document, count: 0 }, config('grown'))

    expect(await storedBytes(db())).toBeLessThan(4 * 64 * 1_024 * STEPS)
    const history = []
    for await (const { values } of compiled.getStateHistory(config('grown'))) history.push(values)
    expect(history[0]?.['document']).toBe(last)
    expect(history.at(-2)?.['document']).toBe(document)
  })

  test('events and checkpoints of a run share blocks, and readers get complete events', async () => {
    const document = text(200_000)

    const { id, executor } = await run({ document })

    expect(await storedBytes(db())).toBeLessThan(2 * document.length)
    const stored = await collect(readRunEvents(db(), id))
    const states = stored.flatMap(({ body }) => (body.type === 'state' ? [body] : []))
    expect(states).toHaveLength(STEPS + 1)
    expect(states.every(({ channels }) => channels['document'] === document)).toBe(true)
    const ends = stored.flatMap(({ body }) => (body.type === 'node-end' ? [body] : []))
    expect(ends.map(({ writes }) => writes?.['document'])).toEqual(ends.map(() => document))
    const read = await readAll(executor, id)
    expect(read.filter(({ seq }) => seq <= (stored.at(-1)?.seq ?? 0))).toEqual(stored)
  })

  test('deleting a thread keeps the blocks of its runs, and deleting the run removes them', async () => {
    const document = text(20_000)
    const { id, threadId } = await run({ document })
    await checkpointer().put(
      config(threadId),
      {
        v: 4,
        id: '1ef4f797-8335-6428-8001-8a1503f9b876',
        ts: '2026-11-24T00:00:00.000Z',
        channel_values: { other: 'x'.repeat(30_000) },
        channel_versions: { other: 1 },
        versions_seen: {},
      },
      { source: 'update', step: 99, parents: {} },
      { other: 1 },
    )
    const before = await hashesOf(db(), threadId)

    await deleteThread(db(), w, threadId)
    const between = await hashesOf(db(), threadId)

    expect(between.length).toBeGreaterThan(0)
    expect(between.length).toBeLessThan(before.length)
    const state = (await listRunEvents(db(), id, 0)).findLast(({ body }) => body.type === 'state')
    expect(state?.body).toMatchObject({ channels: { document } })
    await deleteRun(db(), w, id)
    expect(await hashesOf(db(), threadId)).toEqual([])
  })

  test('a copied thread has its own blocks', async () => {
    const document = text(20_000)
    const { threadId } = await run({ document })

    await copyThread(db(), w, threadId, 'copy')
    await deleteThread(db(), w, threadId)

    const copy = await checkpointer().getTuple(config('copy'))
    expect(copy?.checkpoint.channel_values['document']).toBe(document)
  })

  test('values from before the migration are readable', async () => {
    const document = text(20_000)
    await graph((same) => same).invoke({ document, count: STEPS }, config('old'))
    const json = Buffer.from(JSON.stringify(document))
    for (const table of ['checkpoint_blobs', 'checkpoint_writes'] as const)
      await db()
        .updateTable(table)
        .set({ value: json, blocks: null })
        .where('channel', '=', 'document')
        .execute()
    await db().deleteFrom('value_blocks').execute()

    const tuple = await checkpointer().getTuple(config('old'))

    expect(tuple?.checkpoint.channel_values['document']).toBe(document)
  })

  test('thread search finds a word in a block', async () => {
    const agent = { name: 'Notes', slug: 'notes', description: '', template: null }
    const agentId = await insertAgent(db(), w, { ...agent, document: copying(1) })
    const id = await insertThread(db(), w, { agentId: agentId ?? '', title: '', metadata: {} })
    await graph((same) => same).invoke({ document: text(200_000), count: STEPS }, config(id))

    const find = async (q: string) =>
      (await listThreads(db(), w, { q, limit: 10 })).map((thread) => thread.id)

    expect(await find('leuchtturm')).toEqual([id])
    expect(await find('leuchtturmwärter')).toEqual([])
  })
})
