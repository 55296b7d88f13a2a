import { describe, expect, test } from 'vitest'
import { listFoldable, matchesSpan, type RowOptions, visibleRows } from './rows.ts'
import { makeSpan } from './testing.ts'
import { buildTree } from './tree.ts'

const root = makeSpan({ kind: 'agent', name: 'support' })
const plan = makeSpan({ name: 'plan', node: 'plan', parentId: root.id })
const lambda = makeSpan({ name: 'RunnableLambda', parentId: plan.id })
const call = makeSpan({ kind: 'model', name: 'chat', model: 'demo-1', parentId: lambda.id })
const tree = buildTree([root, plan, lambda, call])

const all = { folded: new Set<string>(), withPlumbing: false }
const names = (options: Partial<RowOptions> = {}) =>
  visibleRows(tree, { ...all, ...options }).rows.map(
    (row) => `${'  '.repeat(row.depth)}${row.span.name}`,
  )

describe('visibleRows', () => {
  test('collapsing everything leaves the roots expanded, and nothing in hidden spans', () => {
    const rest = makeSpan({ name: 'parse', parentId: root.id, kind: 'parser' })
    const inRest = makeSpan({ kind: 'tool', name: 'read', parentId: rest.id })
    const roots = buildTree([root, plan, lambda, call, rest, inRest])
    const folded = new Set(listFoldable(visibleRows(roots, all).rows))

    const { rows } = visibleRows(roots, { ...all, folded })

    expect(rows.map(({ span }) => span.name)).toEqual(['support', 'plan', 'read'])
  })

  test('hides framework plumbing, lifts its children and counts it', () => {
    expect(names()).toEqual(['support', '  plan', '    chat'])
    expect(visibleRows(tree, all).hiddenPlumbing).toBe(1)
  })

  test('shows plumbing on request', () => {
    expect(names({ withPlumbing: true })).toEqual([
      'support',
      '  plan',
      '    RunnableLambda',
      '      chat',
    ])
  })

  test('collapses a span and still counts the plumbing inside', () => {
    const folded = new Set([plan.id])

    expect(names({ folded })).toEqual(['support', '  plan'])
    expect(visibleRows(tree, { ...all, folded }).hiddenPlumbing).toBe(1)
  })

  test('keeps search hits and their ancestors, even inside collapsed spans', () => {
    const folded = new Set([root.id])

    expect(names({ found: new Set([call.id]), folded })).toEqual(['support', '  plan', '    chat'])
    expect(names({ found: new Set() })).toEqual([])
  })

  test('shows plumbing that is a search hit', () => {
    expect(names({ found: new Set([lambda.id]) })).toEqual([
      'support',
      '  plan',
      '    RunnableLambda',
    ])
  })

  test('finds a span by its model, ignoring case', () => {
    expect([call, plan].filter((span) => matchesSpan(span, 'demo'))).toEqual([call])
  })

  test('offers collapsing only if something would be visible inside', () => {
    const rows = visibleRows(tree, all).rows

    expect(rows.map((row) => row.hasChildren)).toEqual([true, true, false])
  })
})
