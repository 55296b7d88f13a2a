import { setImmediate, setTimeout } from 'node:timers/promises'
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
  // The first node of a turn does not wait, so the first turn may start two.
  const startedPerTurn = seen.map((count, turn) => count - (seen[turn - 1] ?? 0))
  expect(startedPerTurn[0]).toBeLessThanOrEqual(2)
  expect(Math.max(...startedPerTurn.slice(1))).toBe(1)
})

test('the first node of a turn does not wait', async () => {
  await setTimeout(10)

  expect(nodeTurn()).toBeUndefined()
  expect(nodeTurn()).toBeInstanceOf(Promise)
})

test('a node does not wait within a slice', async () => {
  await nodeTurn()
  await nodeTurn()

  expect(nodeTurn()).toBeUndefined()
})
