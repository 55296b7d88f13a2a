import type { Cell, ComparisonChanges, ComparisonDetail } from '@lathe/contract'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { cell, makeDetail } from './testing.ts'
import { reloadComparison, comparisonKey, comparisonQuery } from './comparison-queries.ts'

const { id } = makeDetail()
const createCell = (place: string, last: number, fields: Partial<Cell> = {}) =>
  cell(place, { id: id.replace(/.$/, String(last)), ...fields })
const whole = makeDetail({
  status: 'running',
  cursor: 'first',
  grid: [
    createCell('a.one', 1),
    createCell('b.one', 2, { status: 'running' }),
    createCell('a.two', 3),
  ],
  cells: { total: 6, done: 2, failed: 0 },
})
const { plan: _plan, cells: _cells, ...rest } = whole
const next: ComparisonChanges = {
  ...rest,
  type: 'changed',
  cursor: 'second',
  grid: [createCell('b.one', 2, { status: 'error' })],
}

let stopServing = () => {}
afterEach(() => stopServing())

/** Loads a comparison whose server then returns these changes. */
function open(changes: () => ComparisonChanges) {
  const requests: string[] = []
  stopServing = serveFake({
    comparisons: {
      get: fake.comparisons.get.handler(() => {
        requests.push('whole')
        return { ...whole, cursor: 'anew' }
      }),
      changes: fake.comparisons.changes.handler(({ input }) => {
        requests.push(input.since)
        return changes()
      }),
    },
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queries.setQueryData(comparisonKey(id), whole)
  const look = async () => {
    await queries.fetchQuery(comparisonQuery(id))
    return queries.getQueryData<ComparisonDetail>(comparisonKey(id))
  }
  return { queries, requests: requests, look }
}

test('loads only changes and keeps the identity of unchanged cells', async () => {
  const { requests, look } = open(() => next)

  const after = await look()

  expect(requests).toEqual(['first'])
  expect(after?.grid.map(({ status }) => status)).toEqual(['success', 'error', 'success'])
  expect(after).toMatchObject({ cursor: 'second', cells: { total: 6, done: 3, failed: 1 } })
  expect(after?.grid[0]).toBe(whole.grid[0])
  expect(after?.grid[2]).toBe(whole.grid[2])
  expect(after?.plan).toBe(whole.plan)
})

test('keeps the identity of the grid if no cell has changed', async () => {
  const { look } = open(() => ({ ...next, grid: [] }))

  expect((await look())?.grid).toBe(whole.grid)
})

test('reloads everything if the server asks for it', async () => {
  const { requests, look } = open(() => ({ type: 'reload' }))

  expect((await look())?.cursor).toBe('anew')
  expect(requests).toEqual(['first', 'whole'])
})

test('a save during the request is not overwritten', async () => {
  const { queries, look } = open(() => {
    queries.setQueryData(comparisonKey(id), { ...whole, cursor: 'saved', name: 'Saved' })
    return next
  })

  expect(await look()).toMatchObject({ cursor: 'saved', name: 'Saved' })
})

test('a rating during the request is kept if the changes do not include it', async () => {
  const { queries, look } = open(() => {
    const grid = whole.grid.with(2, createCell('a.two', 3, { isRefused: true }))
    queries.setQueryData(comparisonKey(id), { ...whole, grid })
    return next
  })

  expect((await look())?.grid[2]?.isRefused).toBe(true)
})

test('reloadComparison reloads everything after a failed optimistic update', async () => {
  const { queries, requests, look } = open(() => next)
  await reloadComparison(queries, id)

  expect((await look())?.cursor).toBe('anew')
  expect(requests).toEqual(['whole'])
})
