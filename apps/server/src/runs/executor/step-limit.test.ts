import { GraphDocument } from '@lathe/contract'
import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { findRun } from '../api/runs.store.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { startExecutor } from '../../testing/executor-harness.ts'

const count = { kind: 'set', values: { count: { expression: 'count + 1' } } }

/** A chain of nodes that each increment a counter. */
function counting(length: number): GraphDocument {
  const names = Array.from({ length }, (_, index) => `step-${index}`)
  return GraphDocument.parse({
    format: 1,
    state: { count: { type: 'number', default: 0 } },
    input: ['count'],
    output: ['count'],
    nodes: Object.fromEntries(names.map((name) => [name, count])),
    edges: ['start', ...names].map((from, index) => ({ from, to: names[index] ?? 'end' })),
  })
}

/** Loops without end. */
const looping = GraphDocument.parse({
  ...counting(1),
  nodes: {
    'step-0': count,
    check: {
      kind: 'branch',
      decide: { by: 'rules', rules: [{ port: 'done', when: 'count < 0' }] },
    },
  },
  edges: [
    { from: 'start', to: 'step-0' },
    { from: 'step-0', to: 'check' },
    { from: 'check', when: 'else', to: 'step-0' },
    { from: 'check', when: 'done', to: 'end' },
  ],
})

describeDatabases('step limit of a run', (db) => {
  test('suffices for a long graph without loops', async () => {
    const { executor, queue } = await startExecutor(db(), { limits: { runSteps: 5 } })

    const { id } = await queue(counting(30), { count: 0 })
    await executor.waitUntilSettled(id)

    const run = await findRun(db(), DEFAULT_WORKSPACE, id)
    expect(run).toMatchObject({ status: 'success', output: { count: 30 } })
  })

  test('stops an endless loop', async () => {
    const { executor, queue } = await startExecutor(db(), { limits: { runSteps: 5 } })

    const { id } = await queue(looping, { count: 0 })
    await executor.waitUntilSettled(id)

    const run = await findRun(db(), DEFAULT_WORKSPACE, id)
    expect(run).toMatchObject({ status: 'error', error: { code: 'RECURSION_LIMIT' } })
  })

  test('respects the requested budget', async () => {
    const { executor, queue } = await startExecutor(db())

    const { id } = await queue(counting(6), { count: 0 }, { budget: { steps: 4 } })
    await executor.waitUntilSettled(id)

    const run = await findRun(db(), DEFAULT_WORKSPACE, id)
    expect(run).toMatchObject({ status: 'error', error: { code: 'RECURSION_LIMIT' } })
  })
})
