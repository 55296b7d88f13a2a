import type { GraphDocument } from '@lathe/contract'
import { expect, test } from 'vitest'
import { graph } from '../testing/documents.ts'
import { type Recorded, runRequest, startHarness } from '../testing/run-harness.ts'
import { createResultCache, NodeCache } from './node-cache.ts'

const counting = (key?: string): GraphDocument =>
  graph({
    state: { n: { type: 'number' }, list: { type: 'array' } },
    nodes: {
      a: {
        kind: 'set',
        values: { list: { expression: '[n]' } },
        cache: { ttlSeconds: 60, ...(key !== undefined && { key }) },
      },
    },
    edges: ['start > a', 'a > end'],
  })

const listOf = ({ outcome }: Recorded) => (outcome.type === 'success' ? outcome.output : outcome)

test('a custom key decides which runs share a result', async () => {
  const { run } = await startHarness()
  const document = counting('n % 2')

  const outputs = []
  for (const n of [5, 7, 8]) outputs.push(listOf(await run(runRequest(document, { n }))))

  expect(outputs).toEqual([{ list: [5] }, { list: [5] }, { list: [8] }])
})

test('a key cannot read the clock or random numbers, so it is stable', async () => {
  const { run } = await startHarness()
  const document = counting('[Date.now(), Math.random()]')

  const outputs = []
  for (const n of [5, 7]) outputs.push(listOf(await run(runRequest(document, { n }))))

  expect(outputs).toEqual([{ list: [5] }, { list: [5] }])
})

test('workspaces share no results, even of the same document', async () => {
  const { run } = await startHarness()
  const document = counting('1')

  const ours = await run(runRequest(document, { n: 5 }, { workspaceId: 'ours' }))
  const theirs = await run(runRequest(document, { n: 6 }, { workspaceId: 'theirs' }))

  expect([listOf(ours), listOf(theirs)]).toEqual([{ list: [5] }, { list: [6] }])
})

test('evicts the least recently used results, and clears on request', async () => {
  const cache = new NodeCache(createResultCache(120), 'ours')
  const keep = (name: string) =>
    cache.set([{ key: [['writes', name], 'k'], value: 'x'.repeat(30) }])
  const known = async (...names: string[]) => {
    const found = await cache.get(names.map((name) => [['writes', name], 'k']))
    return found.map(({ key: [namespace] }) => namespace[1])
  }

  await keep('a')
  await keep('b')
  await known('a')
  await keep('c')
  expect(await known('a', 'b', 'c')).toEqual(['a', 'c'])

  await cache.clear([['writes', 'a']])
  expect(await known('a', 'c')).toEqual(['c'])
})
