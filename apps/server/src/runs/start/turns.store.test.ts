import { GraphDocument, type StartRun, type Turn } from '@lathe/contract'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { startExecutor } from '../../testing/executor-harness.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { placeTurns } from './turns.store.ts'

/** Appends its input to a list in two steps. */
const keeping = GraphDocument.parse({
  format: 1,
  state: {
    said: { type: 'string' },
    all: { type: 'array', reducer: 'append', default: [] },
  },
  input: ['said'],
  output: ['all'],
  nodes: {
    first: { kind: 'set', values: { all: { expression: '[said]' } } },
    second: { kind: 'set', values: { all: { expression: '[said + "!"]' } } },
  },
  edges: [
    { from: 'start', to: 'first' },
    { from: 'first', to: 'second' },
    { from: 'second', to: 'end' },
  ],
})

const namesOf = (turns: readonly Turn[]) => {
  const names = new Map(turns.map(({ run }) => [run.id, run.title]))
  return turns.map(({ run, parentId }) => [run.title, names.get(parentId ?? '') ?? null])
}

describeDatabases('turns of a thread', (db) => {
  const conversation = async () => {
    const { executor } = await startExecutor(db())
    const { client } = createTestApp(db(), { context: { executor } })
    await client.agents.create({ name: 'Keeper', document: keeping })
    const say = async (said: string, fields: Partial<StartRun> = {}) => {
      const input = { said }
      return client.runs.wait({ agent: 'keeper', version: 'draft', input, ...fields })
    }
    const first = await say('one')
    const { threadId } = first
    const turns = () => client.threads.turns({ id: threadId })
    return { client, say, first, threadId, turns, executor }
  }

  test('turns of a thread follow one another', async () => {
    const { say, threadId, turns } = await conversation()
    const second = await say('two', { threadId })

    expect(second.output).toEqual({ all: ['one', 'one!', 'two', 'two!'] })
    expect(namesOf(await turns())).toEqual([
      ['one', null],
      ['two', 'one'],
    ])
    expect((await turns())[0]).toMatchObject({ from: null, tip: expect.any(String) })
  })

  test('turns of a thread branch when a message is edited, without overwriting', async () => {
    const { say, threadId, turns, client } = await conversation()
    await say('two', { threadId })
    const [, two] = await turns()

    const other = await say('deux', { threadId, checkpoint: { id: two?.from ?? null } })

    expect(other.output).toEqual({ all: ['one', 'one!', 'deux', 'deux!'] })
    expect(namesOf(await turns())).toEqual([
      ['one', null],
      ['two', 'one'],
      ['deux', 'one'],
    ])
    expect((await turns())[2]?.from).toBe(two?.from)
    const back = await say('three', { threadId, checkpoint: { id: two?.tip ?? null } })
    expect(back.output).toEqual({ all: ['one', 'one!', 'two', 'two!', 'three', 'three!'] })
    expect(namesOf(await turns()).at(-1)).toEqual(['three', 'two'])
    expect(
      (await client.threads.history({ id: threadId, limit: 100 })).items.length,
    ).toBeGreaterThan(12)
  })

  test('turns of a thread branch before the first message', async () => {
    const { say, threadId, turns } = await conversation()
    await say('two', { threadId })

    const other = await say('un', { threadId, checkpoint: { id: null } })
    const next = await say('deux', { threadId })

    expect(other.output).toEqual({ all: ['un', 'un!'] })
    expect(next.output).toEqual({ all: ['un', 'un!', 'deux', 'deux!'] })
    expect(namesOf(await turns())).toEqual([
      ['one', null],
      ['two', 'one'],
      ['un', null],
      ['deux', 'un'],
    ])
  })

  test('turns of a thread branch from a checkpoint in the middle of a run', async () => {
    const { client, threadId, turns, executor } = await conversation()
    const { items } = await client.threads.history({ id: threadId, limit: 100 })
    const middle = items.find(({ next }) => next.includes('second'))

    const fork = await client.runs.start({
      agent: 'keeper',
      threadId,
      checkpoint: { id: middle?.id ?? null, values: { said: 'edited' } },
    })
    await executor.waitUntilSettled(fork.id)

    expect((await client.runs.get({ id: fork.id })).output).toEqual({ all: ['one', 'edited!'] })
    expect((await turns()).map(({ parentId }) => parentId)).toEqual([null, null])
  })

  test('turns of a thread require an input at the start of a thread', async () => {
    const { client, threadId } = await conversation()

    await expect(
      client.runs.start({ agent: 'keeper', threadId, checkpoint: { id: null } }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { issues: [{ path: 'input' }] } })
  })
})

test('places a run without checkpoints at its starting point', () => {
  const links = [{ id: 'c1', parentId: null, runId: 'a', source: 'loop' }]

  const placed = placeTurns(
    [
      { id: 'a', fork: undefined },
      { id: 'b', fork: undefined },
      { id: 'c', fork: null },
    ],
    links,
  )

  expect(placed).toEqual([
    { runId: 'a', parentId: null, from: null, tip: 'c1' },
    { runId: 'b', parentId: 'a', from: 'c1', tip: 'c1' },
    { runId: 'c', parentId: null, from: null, tip: null },
  ])
})
