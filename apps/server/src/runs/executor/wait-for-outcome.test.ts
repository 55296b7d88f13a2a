import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { answering, asking } from '../../testing/runnable-documents.ts'
import { startExecutor } from '../../testing/executor-harness.ts'

describeDatabases("a caller that waits for a run's slot", (db) => {
  test.each([
    ['ends', answering()],
    ['waits for a human', asking()],
    // The outcome may be stored before the test listens, so the test is retried.
  ])(
    'a caller gets the slot of a run that %s before its outcome is stored',
    { retry: 3 },
    async (_, document) => {
      const { executor, queue } = await startExecutor(db(), { settings: { latencyMs: 500 } })
      const order: string[] = []
      const { id } = await queue(document, { question: 'Tides?' })

      // Listeners of one notification are called in order.
      await Promise.all([
        executor.waitUntilSettled(id).then(() => order.push('settled')),
        executor.waitForOutcome(id).then(() => order.push('worked')),
      ])
      await executor.waitForOutcome(id)

      expect(order).toEqual(['worked', 'settled'])
    },
  )
})
