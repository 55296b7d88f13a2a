import { describe, expect, test } from 'vitest'
import { makeSpan } from './testing.ts'
import { buildTree } from './tree.ts'

describe('buildTree', () => {
  test('sorts children below their parent by start, in any order of arrival', () => {
    const root = makeSpan({ name: 'root' })
    const late = makeSpan({ name: 'late', parentId: root.id, startedAt: 90 })
    const early = makeSpan({ name: 'early', parentId: root.id, startedAt: 80 })

    const [tree, ...others] = buildTree([late, early, root])

    expect(others).toEqual([])
    expect(tree?.children.map((child) => child.span.name)).toEqual(['early', 'late'])
  })

  test('a span whose parent was not received becomes a root and is marked', () => {
    const orphan = makeSpan({ parentId: '0190a000-0000-7000-8000-ffffffffffff' })

    expect(buildTree([orphan])).toMatchObject([{ span: orphan, isOrphan: true }])
  })

  test('keeps all spans when parents form a cycle', () => {
    const a = makeSpan()
    const b = makeSpan({ parentId: a.id })
    const spans = [{ ...a, parentId: b.id }, b, makeSpan({ parentId: b.id })]

    const count = (nodes: ReturnType<typeof buildTree>): number =>
      nodes.reduce((sum, node) => sum + 1 + count(node.children), 0)

    expect(count(buildTree(spans))).toBe(3)
  })
})
