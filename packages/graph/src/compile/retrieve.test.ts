import { expect, test } from 'vitest'
import { graph } from '../testing/documents.ts'
import { runOnce } from '../testing/run.ts'
import { testRuntime } from '../testing/runtime.ts'

const searching = (query: string) =>
  graph({
    state: { topic: { type: 'string' }, found: { type: 'array' }, last: { type: 'string' } },
    input: ['topic'],
    output: ['found'],
    nodes: {
      search: {
        kind: 'retrieve',
        collection: 'docs',
        query,
        k: 3,
        minScore: 0.2,
        filter: { year: 2026 },
        writes: 'found',
      },
    },
    edges: ['start > search', 'search > end'],
  })

test('a search renders its query and writes its results', async () => {
  const found = [{ n: 1, text: 'Tides follow the moon.' }]
  const { runtime, searches } = testRuntime({ found })

  const end = await runOnce(searching('About {{topic}}'), runtime, { topic: 'tides' })

  expect(searches).toEqual([
    { collection: 'docs', query: 'About tides', k: 3, minScore: 0.2, filter: { year: 2026 } },
  ])
  expect(end['found']).toEqual(found)
})

test('a search with an empty query fails before any request', async () => {
  const { runtime, searches } = testRuntime()

  await expect(runOnce(searching('{{topic}}'), runtime, { topic: '  ' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  expect(searches).toEqual([])
})
