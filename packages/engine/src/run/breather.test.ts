import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { nextTurn } from './breather.ts'

test('lets others in between those that come together, and leaves nobody behind', async () => {
  const together = Array.from({ length: 8 }, (_, at) => at)
  const gone: number[] = []
  const all = together.map(async (at) => {
    await nextTurn()
    gone.push(at)
  })
  const seen: number[] = []
  while (gone.length < together.length) {
    await setImmediate()
    seen.push(gone.length)
  }
  await Promise.all(all)

  expect(gone).toEqual(together)
  expect(seen.filter((count) => count > 0 && count < together.length)).not.toEqual([])
})
