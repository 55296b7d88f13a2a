import { nodeNames } from '@lathe/graph/compile'
import { GraphDocument } from '@lathe/contract'
import { expect, test } from 'vitest'
import { nextNodes, ownChannels } from './next-nodes.ts'

test('nodes that an edge has triggered come next', () => {
  expect(nextNodes({ n: 1, 'branch:to:plan': null, 'branch:to:ask': null })).toEqual([
    'plan',
    'ask',
  ])
})

test('a join comes next once everything has arrived', () => {
  expect(nextNodes({ 'join:a+b:c': new Set(['a']) })).toEqual([])
  expect(nextNodes({ 'join:a+b:c': new Set(['b', 'a']) })).toEqual(['c'])
  expect(nextNodes({ 'join:a+b:c': [] })).toEqual([])
})

test('fan-out names its target once', () => {
  const sends = [
    { node: 'search', args: {} },
    { node: 'search', args: {} },
  ]

  expect(nextNodes({ __pregel_tasks: sends })).toEqual(['search'])
})

test('a finished state has nothing next', () => {
  expect(nextNodes({ n: 4, __pregel_tasks: [], __start__: {} })).toEqual([])
})

test('shows the channels of the state and none of the runtime', () => {
  const channels = { n: 1, my_text: 'x', __start__: {}, 'branch:to:a': null, 'join:a:b': [] }

  expect(ownChannels(channels)).toEqual({ n: 1, my_text: 'x' })
})

test('nodes have the names of their document, whatever LangGraph calls them', () => {
  const document = GraphDocument.parse({
    format: 1,
    state: { draft: { type: 'string' }, topics: { type: 'array', items: { type: 'string' } } },
    input: ['topics'],
    output: ['draft'],
    nodes: {
      draft: { kind: 'set', values: { draft: { value: 'a' } } },
      topics: { kind: 'set', values: { topics: { value: [] } } },
      search: { kind: 'set', values: { draft: { value: 'b' } } },
      'search-none': { kind: 'set', values: { draft: { value: 'c' } } },
    },
    edges: [
      { from: 'start', to: 'draft' },
      { from: 'draft', to: 'search', each: { of: 'topics', as: 'topic' } },
      { from: 'search', to: 'search-none' },
    ],
  })
  const names = nodeNames(document)
  const channels = {
    [`branch:to:${names.of('draft')}`]: null,
    [`join:${names.of('draft')}+search:${names.of('topics')}`]: ['draft_', 'search'],
    __pregel_tasks: [
      { node: names.passing('search'), args: {} },
      { node: 'search', args: {} },
    ],
    'branch:to:search-none': null,
  }

  expect(names.of('draft')).not.toBe('draft')
  expect(nextNodes(channels, names)).toEqual(['draft', 'topics', 'search', 'search-none'])
})
