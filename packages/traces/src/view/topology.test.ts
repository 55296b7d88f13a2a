import { END, type Span, START } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { makeSpan } from '../testing.ts'
import { buildTree } from '../tree.ts'
import { findExecutions } from './graph-runs.ts'
import { topologyOfCalls, topologyOfExecutions } from './topology.ts'

const root = makeSpan({ kind: 'agent', name: 'support' })

const step = (node: string, superstep: number, more: Partial<Span> = {}) =>
  makeSpan({ name: node, node, superstep, parentId: root.id, ...more })

const byExecutions = (spans: readonly Span[], hasEndedWell = true) =>
  topologyOfExecutions(findExecutions(buildTree(spans), 0), hasEndedWell)

describe('the topology of a trace', () => {
  test('a loop counts the traversals of each edge', () => {
    const input = step('__start__', 0)
    const spans = [root, input, step('plan', 1), step('act', 2), step('plan', 3), step('act', 4)]

    expect(byExecutions(spans).edges).toEqual([
      { from: START, to: 'plan', count: 1 },
      { from: 'plan', to: 'act', count: 2 },
      { from: 'act', to: 'plan', count: 1 },
      { from: 'act', to: END, count: 1 },
    ])
  })

  test('combines the copies of a fan-out in one node', () => {
    const spans = [root, step('split', 1), step('work', 2), step('work', 2, { status: 'error' })]

    const { nodes, edges } = byExecutions(spans, false)

    expect(nodes.get('work')).toMatchObject({ count: 2, errors: 1 })
    expect(edges).toContainEqual({ from: 'split', to: 'work', count: 1 })
    expect(edges.some(({ to }) => to === END)).toBe(false)
  })

  test('spans inside a node belong to it, including sub-graphs', () => {
    const outer = step('research', 1)
    const inner = makeSpan({
      kind: 'model',
      node: 'research/search',
      superstep: 1,
      parentId: outer.id,
      cost: { total: 5, input: 5, output: 0, priceId: null },
    })

    const priceless = { ...inner, id: `${inner.id}-2`, cost: null }

    const { nodes } = byExecutions([root, outer, inner, priceless])

    expect([...nodes.keys()]).toEqual(['research'])
    expect(nodes.get('research')).toMatchObject({
      count: 1,
      cost: null,
      pricedCost: 5,
      unpriced: 0,
      unmetered: 1,
      spanIds: [outer.id],
    })
  })

  test('shows which span called which in a trace without nodes, skipping framework steps', () => {
    const main = makeSpan({ name: 'main' })
    const lambda = makeSpan({ name: 'RunnableLambda', parentId: main.id })
    const call = makeSpan({ kind: 'model', name: 'chat', parentId: lambda.id })

    const { edges } = topologyOfCalls(buildTree([main, lambda, call]), 0)

    expect(edges).toEqual([
      { from: START, to: 'chain:main', count: 1 },
      { from: 'chain:main', to: 'model:chat', count: 1 },
    ])
  })
})
