import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import {
  GraphDocument,
  type InterruptAnswer,
  type RunEvent,
  type ToolDecision,
} from '@lathe/contract'
import { hashDocument } from '@lathe/graph'
import { startMockProvider } from '@lathe/mock-provider'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../platform/db/open.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { findRun, resumeRun } from '../api/runs.store.ts'
import { countingTool } from '../../testing/counting-tool.ts'
import { createDatabase, type Engine } from '../../testing/databases.ts'
import type { ChildOptions } from '../../testing/executor-child.ts'
import { startExecutor } from '../../testing/executor-harness.ts'
import { queueRun } from '../../testing/run-factory.ts'
import { built } from '../../../../../scripts/lib/built.ts'

const model = { connection: 'demo', name: 'demo-fast' }
const state = { messages: { type: 'messages' }, receipt: { type: 'object' } }
const edges = [
  { from: 'start', to: 'pay' },
  { from: 'pay', to: 'end' },
]

const SHAPES: Record<string, GraphDocument> = {
  'a tool node': GraphDocument.parse({
    format: 1,
    state,
    input: ['messages'],
    output: ['receipt'],
    nodes: {
      pay: {
        kind: 'tool',
        tool: 'charge',
        args: { cents: { value: 500 } },
        approval: true,
        writes: 'receipt',
      },
    },
    edges,
  }),
  'an agent': GraphDocument.parse({
    format: 1,
    state,
    input: ['messages'],
    output: ['messages'],
    nodes: {
      pay: {
        kind: 'agent',
        model,
        prompt: { messages: [{ role: 'placeholder', channel: 'messages' }] },
        tools: ['charge'],
        approvals: ['charge'],
      },
    },
    edges,
  }),
}

const SCRIPT = [
  {
    match: { turn: 0 },
    reply: { toolCalls: [{ name: 'charge', arguments: { cents: 500 } }] },
  },
  { reply: 'Charged.' },
]

async function startChild(options: ChildOptions) {
  const child = spawn(process.execPath, [await built('executor'), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const seen: RunEvent[] = []
  createInterface({ input: child.stdout }).on('line', (line) => seen.push(JSON.parse(line)))
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  return { child, seen, kill }
}

/** A run whose call is approved and about to be executed. */
async function approved(engine: Engine, document: GraphDocument) {
  const { config, remove } = await createDatabase(engine)
  const folder = await mkdtemp(join(tmpdir(), 'lathe-writes-'))
  const mockProvider = await startMockProvider({ script: SCRIPT })
  const file = join(folder, 'charges')
  onTestFinished(async () => {
    await Promise.all([mockProvider.close(), rm(folder, { recursive: true })])
    await remove()
  })
  const first = await openDatabase(config)
  const { id } = await queueRun(first, {
    graph: { hash: hashDocument(document), document },
    input: { messages: [{ role: 'user', content: 'Charge me' }] },
  })
  await first.close()
  const begin = ({ slowMs = 0, ...fields }: Partial<ChildOptions> & { slowMs?: number } = {}) =>
    startChild({
      config,
      mockProviderUrl: mockProvider.url,
      limits: { runLeaseMs: 1_500 },
      counting: { file, slowMs },
      follow: id,
      ...fields,
    })
  const pausing = await begin()
  const isPaused = () => pausing.seen.some(({ body }) => body.type === 'interrupt')
  await expect.poll(isPaused).toBe(true)
  await wait(100)
  await pausing.kill()
  const second = await openDatabase(config)
  await decide(second, id, { type: 'approve' })
  await second.close()

  const charges = async () => {
    const text = await readFile(file, 'utf8').catch(() => '')
    return text.split('\n').length - 1
  }
  const goOn = async () => {
    const db = await openDatabase(config)
    onTestFinished(() => db.close())
    const { executor } = await startExecutor(db, { mockProvider, tools: [countingTool(file)] })
    await executor.waitUntilSettled(id)
    return {
      find: () => findRun(db, DEFAULT_WORKSPACE, id),
      answer: async (decision: ToolDecision) => {
        await decide(db, id, decision)
        executor.wake()
        await executor.waitUntilSettled(id)
      },
    }
  }
  return { begin, charges, goOn, mockProvider }
}

async function decide(
  db: Parameters<typeof findRun>[0],
  id: string,
  decision: ToolDecision,
): Promise<void> {
  const run = await findRun(db, DEFAULT_WORKSPACE, id)
  const [interrupt] = run?.interrupts ?? []
  if (!run || !interrupt) throw new Error(`Nothing waits: ${run?.status}`)
  const answer: InterruptAnswer = { kind: 'approval', decisions: [decision] }
  expect(await resumeRun(db, DEFAULT_WORKSPACE, run, { [interrupt.id]: answer })).toBe(true)
}

// Covers each database and each graph shape once, because they are independent.
const shapes: { engine: Engine; shape: string; document: GraphDocument | undefined }[] = [
  { engine: 'sqlite', shape: 'a tool node', document: SHAPES['a tool node'] },
  { engine: 'postgres', shape: 'an agent', document: SHAPES['an agent'] },
]

describe.each(shapes)('$shape with an approved side effect, killed with -9 on $engine', (given) => {
  const { engine, document } = given
  const setUp = () => {
    if (!document) throw new Error('There is no such graph')
    return approved(engine, document)
  }

  test('an approved side effect, killed with -9, does not repeat a finished call', async () => {
    const { begin, charges, goOn } = await setUp()
    const { child } = await begin({ diesAfterWrite: true })
    await once(child, 'close')
    expect(child.signalCode).toBe('SIGKILL')
    expect(await charges()).toBe(1)

    const { find } = await goOn()

    expect(await find()).toMatchObject({ status: 'success', attempt: 2 })
    expect(JSON.stringify((await find())?.output)).toMatch(/charged\W+500/)
    expect(await charges()).toBe(1)
  })

  test('asks about an interrupted call and accepts the answer', async () => {
    const { begin, charges, goOn } = await setUp()
    const { kill } = await begin({ slowMs: 1_500 })
    await expect.poll(charges).toBe(1)
    await kill()

    const { find, answer } = await goOn()
    expect(await find()).toMatchObject({
      status: 'interrupted',
      interrupts: [{ kind: 'approval', isUnconfirmed: true, calls: [{ name: 'charge' }] }],
    })
    await answer({ type: 'respond', result: { charged: 'by hand' } })

    expect(await find()).toMatchObject({ status: 'success' })
    expect(JSON.stringify((await find())?.output)).toContain('by hand')
    expect(await charges()).toBe(1)
  })

  test('makes a call that had no effect once after confirmation', async () => {
    const { begin, charges, goOn } = await setUp()
    const { seen, kill } = await begin({ slowMs: 5_000 })
    const hasBegun = () =>
      seen.some(({ body }) => body.type === 'tool-call' && body.phase === 'start')
    await expect.poll(hasBegun).toBe(true)
    await wait(300)
    await kill()
    expect(await charges()).toBe(0)

    const { find, answer } = await goOn()
    expect(await find()).toMatchObject({ status: 'interrupted' })
    await answer({ type: 'approve' })

    expect(await find()).toMatchObject({ status: 'success' })
    expect(await charges()).toBe(1)
  })
})
