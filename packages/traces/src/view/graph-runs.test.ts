import type { Span } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { makeSpan } from '../testing.ts'
import { buildTree } from '../tree.ts'
import { findGraphRuns, findGraphLocation } from './graph-runs.ts'

const step = (parent: Span, node: string, superstep: number) =>
  makeSpan({ name: node.split('/').at(-1) ?? node, node, superstep, parentId: parent.id })

const root = makeSpan({ kind: 'agent', name: 'research' })

const looks = [step(root, 'look', 1), step(root, 'look', 1)]

const write = step(root, 'write', 2)

const inner = makeSpan({ name: 'LangGraph', node: 'write', superstep: 2, parentId: write.id })

const draft = step(inner, 'write/draft', 1)

const said = makeSpan({ kind: 'model', node: 'write/draft', superstep: 1, parentId: draft.id })

const spans = [root, ...looks, write, inner, draft, said]

const graphs = findGraphRuns(buildTree(spans))

describe('graphs of a trace', () => {
  test('graphs have the executions of their nodes by superstep, sub-graphs their own', () => {
    expect(graphs).toEqual([
      {
        id: root.id,
        span: root,
        steps: [
          { superstep: 1, spans: looks },
          { superstep: 2, spans: [write] },
        ],
      },
      { id: inner.id, span: inner, steps: [{ superstep: 1, spans: [draft] }] },
    ])
  })

  test('spans inside a node’s execution belong to the node', () => {
    const between = makeSpan({ parentId: write.id })
    const call = makeSpan({ node: 'write', superstep: 2, parentId: between.id })

    expect(findGraphRuns(buildTree([root, write, between, call]))).toHaveLength(1)
  })

  test('finds the innermost graph around any span and its superstep', () => {
    const byId = new Map(spans.map((span) => [span.id, span]))
    const placeOf = ({ id }: Span) => {
      const { graph, superstep } = findGraphLocation(graphs, byId, id)
      return [graph?.id, superstep]
    }

    expect(placeOf(said)).toEqual([inner.id, 1])
    expect(placeOf(write)).toEqual([root.id, 2])
    expect(placeOf(root)).toEqual([root.id, undefined])
  })
})
