import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { answering, asking } from '../../testing/runnable-documents.ts'
import { startExecutor } from '../../testing/executor-harness.ts'

describeDatabases("a caller that waits for a run's slot", (db) => {
  test.each([
    ['ends', answering()],
    ['waits for a human', asking()],
    // An interrupt may be stored so early that the slot and the outcome are reported together. The test then retries.
  ])(
    'a caller gets the slot of a run that %s before its outcome is stored',
    { retry: 3 },
    async (_, document) => {
      const { executor, queue } = await startExecutor(db(), { settings: { latencyMs: 500 } })
      const order: string[] = []
      const { id } = await queue(document, { question: 'Tides?' })

      // Listeners of one notification are called in order.
      await Promise.all([
        executor.settled(id).then(() => order.push('settled')),
        executor.worked(id).then(() => order.push('worked')),
      ])
      await executor.worked(id)

      expect(order).toEqual(['worked', 'settled'])
    },
  )
})
