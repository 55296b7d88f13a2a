import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { nextTurn, nodeTurn } from './event-loop.ts'

test('yields between nodes that start together, and leaves none behind', async () => {
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

/** Blocks the event loop like a node with a large state. */
const work = () => {
  const until = performance.now() + 6
  while (performance.now() < until);
}

test('the event loop runs between nodes that perform no I/O', async () => {
  const begun: number[] = []
  const seen: number[] = []
  const nodes = Array.from({ length: 10 }, async (_, at) => {
    await nodeTurn()
    begun.push(at)
    work()
  })

  while (begun.length < nodes.length) {
    await setImmediate()
    seen.push(begun.length)
  }
  await Promise.all(nodes)

  expect(begun).toEqual(nodes.map((_, at) => at))
  expect(Math.max(...seen.map((count, at) => count - (seen[at - 1] ?? 0)))).toBe(1)
})

test('a node does not wait within a slice', async () => {
  await nodeTurn()

  expect(nodeTurn()).toBeUndefined()
})
