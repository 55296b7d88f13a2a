import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('so many work at once, in the order in which they came, and one that fails lets the next in', async () => {
  const inTurn = createTurns(2)
  const begun: string[] = []
  const works = ['a', 'b', 'c', 'd'].map((name) => ({ name, ...Promise.withResolvers<string>() }))
  const [a, b, c, d] = works.map(({ name, promise }) =>
    inTurn(() => {
      begun.push(name)
      return promise
    }),
  )

  expect(begun).toEqual(['a', 'b'])
  works[1]?.reject(new Error('b failed'))
  await expect(b).rejects.toThrow('b failed')
  await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
  works[0]?.resolve('of a')
  expect(await a).toBe('of a')
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd'])

  for (const { resolve } of works) resolve('the rest')
  expect(await Promise.all([c, d])).toEqual(['the rest', 'the rest'])
})
