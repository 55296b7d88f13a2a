import { MemorySaver } from '@langchain/langgraph'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import type { GraphDocument, GraphNode } from '@lathe/contract'
import { expect, test } from 'vitest'
import { graph } from '../testing/documents.ts'
import { calling, testRuntime, testTool } from '../testing/runtime.ts'
import type { ScriptedReply } from '../testing/runtime.ts'
import { compileGraph } from './index.ts'
import type { GraphRuntime } from './index.ts'

const config = { configurable: { thread_id: 'thread' }, durability: 'sync' as const }
const never = () => new Promise<never>(() => {})
const model = { connection: 'demo', name: 'demo-1' }
const prompt = { messages: [{ role: 'placeholder' as const, channel: 'messages' }] }
const only = (node: GraphNode) =>
  graph({
    state: { messages: { type: 'messages' }, items: { type: 'array' } },
    nodes: { work: node },
    edges: ['start > work', 'work > end'],
  })

/**
 * Returns the checkpoints at the moment the process is killed: everything saved before, and nothing
 * later.
 */
async function killedWhen(document: GraphDocument, runtime: GraphRuntime, isStuck: () => boolean) {
  const checkpointer = new MemorySaver()
  const dying = new AbortController()
  const run = compileGraph(document, runtime, { checkpointer })
    .invoke({ messages: 'go' }, { ...config, signal: dying.signal })
    .catch(() => undefined)
  await expect.poll(isStuck).toBe(true)
  // Writes of tasks that have just finished may still be pending.
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  const disk = new MemorySaver()
  disk.storage = structuredClone(checkpointer.storage)
  disk.writes = structuredClone(checkpointer.writes)
  dying.abort()
  await run
  return disk
}

function goOn(document: GraphDocument, runtime: GraphRuntime, checkpointer: MemorySaver) {
  return compileGraph(document, runtime, { checkpointer }).invoke(null, config)
}

test('a resumed agent repeats only the unfinished tool call', async () => {
  const ran: string[] = []
  const quick = testTool('quick', async () => {
    ran.push('quick')
    return 'q'
  })
  const slow = (wait: () => Promise<string>) =>
    testTool('slow', () => {
      ran.push('slow')
      return wait()
    })
  const document = only({ kind: 'agent', model, prompt, tools: ['quick', 'slow'] })
  const before = testRuntime({
    replies: [calling(['quick', {}], ['slow', {}])],
    tools: [quick, slow(never)],
  })
  const disk = await killedWhen(document, before.runtime, () => ran.length === 2)
  const after = testRuntime({ replies: ['done'], tools: [quick, slow(async () => 's')] })

  const end = await goOn(document, after.runtime, disk)

  expect(ran).toEqual(['quick', 'slow', 'slow'])
  expect([before.calls.length, after.calls.length]).toEqual([1, 1])
  expect(after.runtime.toJson(end)).toMatchObject({
    messages: [{}, { role: 'assistant' }, { content: 'q' }, { content: 's' }, { content: 'done' }],
  })
})

test('an agent killed during a later model call adds only its own messages to the conversation', async () => {
  const system = { role: 'system' as const, text: 'Be brief.' }
  const quick = testTool('quick', async () => 'q')
  const document = only({
    kind: 'agent',
    model,
    prompt: { messages: [system, ...prompt.messages] },
    tools: ['quick'],
  })
  const before = testRuntime({
    replies: [calling(['quick', {}])],
    tools: [quick],
    pending: true,
  })
  const disk = await killedWhen(document, before.runtime, () => before.calls.length === 2)
  const after = testRuntime({ replies: ['done'], tools: [quick] })

  const end = await goOn(document, after.runtime, disk)

  expect(after.calls[0]?.messages.map(({ type }) => type)).toEqual([
    'system',
    'human',
    'ai',
    'tool',
  ])
  expect(after.runtime.toJson(end)).toMatchObject({
    messages: [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: '' },
      { role: 'tool', content: 'q' },
      { role: 'assistant', content: 'done' },
    ],
  })
  expect((end['messages'] as unknown[]).length).toBe(4)
})

test('a resumed model repeats only the request for a corrected answer', async () => {
  const answer = { schema: { type: 'array' }, writes: { items: '' } }
  const document = only({ kind: 'model', model, prompt, answer })
  const stuck: ScriptedReply[] = ['wrong']
  const before = testRuntime({ replies: stuck, pending: true })
  const disk = await killedWhen(document, before.runtime, () => before.calls.length === 2)
  const after = testRuntime({ replies: ['[1]'] })

  const end = await goOn(document, after.runtime, disk)

  expect(after.calls.map(({ path }) => path)).toEqual(['work/answer'])
  expect(end).toMatchObject({ items: [1] })
})

test('each tool call of a message runs once', async () => {
  const ran: string[] = []
  const tool = (name: string, wait: () => Promise<string>) =>
    testTool(name, () => {
      ran.push(name)
      return wait()
    })
  const document = graph({
    state: { messages: { type: 'messages' } },
    nodes: {
      say: { kind: 'model', model, prompt, tools: ['quick', 'slow'] },
      act: { kind: 'tools', channel: 'messages' },
    },
    edges: ['start > say', 'say > act', 'act > end'],
  })
  const quick = tool('quick', async () => 'q')
  const before = testRuntime({
    replies: [calling(['quick', {}], ['slow', {}])],
    tools: [quick, tool('slow', never)],
  })
  const disk = await killedWhen(document, before.runtime, () => ran.length === 2)
  const after = testRuntime({ tools: [quick, tool('slow', async () => 's')] })

  await goOn(document, after.runtime, disk)

  expect(ran).toEqual(['quick', 'slow', 'slow'])
  expect(after.calls).toEqual([])
})

test('a retried agent resumes at its failed step', async () => {
  const ran: string[] = []
  const quick = testTool('quick', async () => {
    ran.push('quick')
    return 'q'
  })
  const retry = { attempts: 2, initialMs: 1, factor: 1, maxMs: 1 }
  const document = only({ kind: 'agent', model, prompt, tools: ['quick'], retry })
  const flaky = new Error('the line was cut')
  const { runtime, calls } = testRuntime({
    replies: [calling(['quick', {}]), flaky, 'done'],
    tools: [quick],
  })

  await compileGraph(document, runtime, { checkpointer: new MemorySaver() }).invoke(
    { messages: 'go' },
    config,
  )

  expect(ran).toEqual(['quick'])
  expect(calls).toHaveLength(3)
  expect(calls[2]?.messages.map((message) => message.text)).toEqual(['go', '', 'q'])
})

test('a fork from an earlier checkpoint reruns the agent', async () => {
  const document = only({ kind: 'agent', model, prompt, tools: [] })
  const { runtime, calls } = testRuntime({ replies: ['first', 'second'] })
  const compiled = compileGraph(document, runtime, { checkpointer: new MemorySaver() })
  await compiled.invoke({ messages: 'go' }, config)
  let before: LangGraphRunnableConfig = config
  for await (const state of compiled.getStateHistory(config)) {
    if (state.next.includes('work')) before = state.config
  }

  const end = await compiled.invoke(null, before)

  expect(calls).toHaveLength(2)
  expect(runtime.toJson(end)).toMatchObject({ messages: [{}, { content: 'second' }] })
})

test('an agent in a loop starts with fresh state in each iteration', async () => {
  const { runtime, calls } = testRuntime({ replies: ['one', 'two'] })
  const document = graph({
    state: { items: { type: 'array', reducer: 'append' } },
    input: [],
    nodes: {
      work: {
        kind: 'agent',
        model,
        prompt: { messages: [{ role: 'user', text: 'again {{items}}' }] },
        output: { text: 'items' },
      },
    },
    edges: ['start > work', { from: 'work', to: 'work', max: 1 }, { from: 'work', to: 'end' }],
  })

  const end = await compileGraph(document, runtime, { checkpointer: new MemorySaver() }).invoke(
    {},
    config,
  )

  expect(end).toMatchObject({ items: ['one', 'two'] })
  expect(calls[1]?.messages.map((message) => message.text)).toEqual(['again ["one"]'])
})
