import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { answering, asking } from '../testing/documents-running.ts'
import { startExecutor } from '../testing/executor-harness.ts'

describeDatabases('whoever waits for the place of a run', (db) => {
  test.each([
    ['ends', answering()],
    ['waits for a human', asking()],
  ])('has it before one that %s is stored', async (_, document) => {
    const { executor, queue } = await startExecutor(db(), { settings: { latencyMs: 500 } })
    const order: string[] = []
    const { id } = await queue(document, { question: 'Tides?' })

    // Rung for together, they are told in the order in which they listen.
    await Promise.all([
      executor.settled(id).then(() => order.push('settled')),
      executor.worked(id).then(() => order.push('worked')),
    ])
    await executor.worked(id)

    expect(order).toEqual(['worked', 'settled'])
  })
})
