import { expect, test } from 'vitest'
import { waysOut } from './ways-out.ts'

test('each condition is left out by itself, the time too', () => {
  const filter = { filter: 'status:error node:"x y"', range: '24h' } as const
  expect(waysOut(filter, 'Last 24 h')).toEqual([
    { without: 'status:error', filter: { filter: 'node:"x y"', range: '24h' } },
    { without: 'node:"x y"', filter: { filter: 'status:error', range: '24h' } },
    { without: 'Last 24 h', filter: { filter: 'status:error node:"x y"', range: 'all' } },
  ])
})

test('one alone is cleared, and needs no other way', () => {
  expect(waysOut({ filter: 'node:x', range: 'all' }, undefined)).toEqual([])
  expect(waysOut({ filter: '', range: '1h' }, 'Last hour')).toEqual([])
})
