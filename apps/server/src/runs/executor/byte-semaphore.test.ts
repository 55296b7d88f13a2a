import { expect, test } from 'vitest'
import { createByteSemaphore } from './byte-semaphore.ts'

const admitted = (semaphore: ReturnType<typeof createByteSemaphore>, sizes: number[]) => {
  const names: number[] = []
  const taken = sizes.map(async (bytes, at) => {
    const release = await semaphore.take(bytes)
    names.push(at)
    return release
  })
  return { names, taken }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('admits requests in order as bytes are released', async () => {
  const { names, taken } = admitted(createByteSemaphore(10), [6, 4, 8, 1])
  await turn()
  const first = [...names]

  const releases = await Promise.all(taken.slice(0, 2))
  releases[0]?.()
  await turn()
  const second = [...names]
  releases[1]?.()
  await turn()

  expect([first, second, names]).toEqual([
    [0, 1],
    [0, 1],
    [0, 1, 2, 3],
  ])
})

test('admits a request above the limit alone', async () => {
  const { names, taken } = admitted(createByteSemaphore(10), [100, 1])
  await turn()
  const first = [...names]

  const [release] = taken
  const giveBack = await release
  giveBack?.()
  giveBack?.()
  await turn()

  expect([first, names]).toEqual([[0], [0, 1]])
})
