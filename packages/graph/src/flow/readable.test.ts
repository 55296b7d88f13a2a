import type { GraphDocument, GraphNode } from '@lathe/contract'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkDocument } from '../check/check.ts'
import { setNode } from '../edit/nodes.ts'
import { emptyDocument } from '../document/empty.ts'
import { soundDocument } from '../testing/arbitrary.ts'
import { environment } from '../testing/environment.ts'
import { readableAt } from './readable.ts'
import { reachable, buildTopology } from './topology.ts'

const sets = (...names: string[]): GraphNode => ({
  kind: 'set',
  values: Object.fromEntries(names.map((name) => [name, { value: 'x' }])),
})

const document: GraphDocument = {
  ...emptyDocument(),
  state: {
    topic: { type: 'string' },
    draft: { type: 'string' },
    later: { type: 'string' },
    notes: { type: 'array', reducer: 'append' },
    parts: { type: 'array' },
    unused: { type: 'string' },
  },
  input: ['topic'],
  nodes: { plan: sets('parts'), write: sets('draft'), end_it: sets('later'), loose: sets('draft') },
  edges: [
    { from: 'start', to: 'plan' },
    { from: 'plan', to: 'write', each: { of: 'parts', as: 'part' } },
    { from: 'write', to: 'end_it' },
    { from: 'end_it', to: 'end' },
  ],
}

const names = (at: Parameters<typeof readableAt>[1]) =>
  readableAt(document, at).map(({ name }) => name)

describe('readableAt', () => {
  test('returns inputs and channels with initial values at the first node', () => {
    expect(names({ node: 'plan' })).toEqual(['topic', 'notes'])
  })

  test('returns the writes of earlier nodes with their writers, and the element of a fan-out', () => {
    expect(names({ node: 'write' })).toEqual(['part', 'topic', 'notes', 'parts'])
    expect(readableAt(document, { node: 'write' }).find(({ name }) => name === 'parts')).toEqual({
      name: 'parts',
      channel: { type: 'array' },
      list: null,
      writers: ['plan'],
      source: null,
    })
  })

  test('includes the writes of the source node on an edge', () => {
    expect(names({ edge: 1 })).toEqual(['topic', 'notes', 'parts'])
  })

  test('includes values written later in a loop', () => {
    const looped = { ...document, edges: [...document.edges, { from: 'end_it', to: 'plan' }] }

    expect(readableAt(looped, { node: 'plan' }).map(({ name }) => name)).toContain('later')
  })

  test('includes all written channels at an unconnected node', () => {
    expect(names({ node: 'loose' })).toEqual(['topic', 'draft', 'later', 'notes', 'parts'])
  })

  test('returns nothing for a missing node', () => {
    expect(names({ edge: 99 })).toEqual([])
  })
})

test('the check reports a name as unwritten exactly if readableAt does not list it', () => {
  fc.assert(
    fc.property(soundDocument, fc.nat(), (made, pick) => {
      const ids = [...reachable(buildTopology(made))].filter((id) => Object.hasOwn(made.nodes, id))
      const id = ids[pick % ids.length]
      if (id === undefined) return
      for (const name of Object.keys(made.state)) {
        const reader: GraphNode = { kind: 'set', values: { x: { template: `{{${name}}}` } } }
        const asked = setNode(made, id, reader)

        const isUnwritten = checkDocument(asked, environment).some(
          ({ code, location }) =>
            code === 'NEVER_WRITTEN' && location.node === id && location.name === name,
        )
        const isOffered = readableAt(asked, { node: id }).some((read) => read.name === name)

        expect(isOffered).toBe(!isUnwritten)
      }
    }),
  )
})
