import type { GraphNode } from '@lathe/contract'
import { kindDefinition } from '@lathe/nodes'
import { describe, expect, test } from 'vitest'
import { setNode } from '@lathe/graph'
import { graph } from '../testing.ts'
import { copyNodes, pasteNodes, readClip } from './clipboard.ts'
import {
  firstFreePort,
  insertionPoint,
  findFreePosition,
  addFirstNode,
  makeSpace,
} from './placement.ts'
import { matchingKinds } from './palette.tsx'
import { neighbour } from './walk-targets.ts'
import { followTitle, retitleNode } from '../retitle.ts'
import { panTo } from './reveal.ts'
import { selectEdge, selectNode } from '../store/selection.ts'

const code = { kind: 'code' as const, code: 'return {}', writes: [] }
const chain = graph({
  nodes: { code, 'code-2': code },
  edges: [
    { from: 'start', to: 'code' },
    { from: 'code', to: 'code-2' },
    { from: 'code-2', to: 'end' },
  ],
  layout: { code: [0, 0], 'code-2': [300, 0] },
})

describe('pasting nodes', () => {
  test('adds copies with their edges, under free ids and with an offset', () => {
    const clip = copyNodes(chain, ['code', 'code-2'])
    const pastedDocument = clip && pasteNodes(chain, clip, [40, 40])

    expect(pastedDocument?.ids).toEqual(['code-3', 'code-4'])
    expect(pastedDocument?.document.edges.slice(3)).toEqual([{ from: 'code-3', to: 'code-4' }])
    expect(pastedDocument?.document.layout).toMatchObject({
      'code-3': [40, 40],
      'code-4': [340, 40],
    })
  })

  test('accepts a clip or a whole document and nothing else', () => {
    const clip = copyNodes(chain, ['code'])

    expect(readClip(JSON.stringify(clip))).toEqual(clip)
    expect(Object.keys(readClip(JSON.stringify(chain))?.nodes ?? {})).toEqual(['code', 'code-2'])
    expect(readClip('hello')).toBeUndefined()
    expect(readClip('{"lathe":"nodes","nodes":{"x":{"kind":"evil"}}}')).toBeUndefined()
  })

  test('the nodes start and end cannot be pasted or copied', () => {
    expect(copyNodes(chain, ['start', 'end'])).toBeUndefined()
  })
})

describe('setting a title', () => {
  test('renames a derived id', () => {
    const { document, id } = retitleNode(chain, 'code', 'Count the Words')

    expect(id).toBe('count-the-words')
    expect(document.nodes[id]?.title).toBe('Count the Words')
    expect(document.edges[0]).toEqual({ from: 'start', to: 'count-the-words' })
    expect(retitleNode(document, id, 'Écrire').id).toBe('ecrire')
  })

  test('keeps a custom id', () => {
    const branchGraph = graph({ nodes: { plan: code }, edges: [] })

    expect(retitleNode(branchGraph, 'plan', 'Make a plan').id).toBe('plan')
  })

  test('to an empty text shows the id again', () => {
    const titledGraph = graph({ nodes: { plan: { ...code, title: 'Plan' } }, edges: [] })

    expect(retitleNode(titledGraph, 'plan', '  ').document.nodes['plan']).toEqual(code)
  })

  test('without letters keeps the id', () => {
    expect(retitleNode(chain, 'code', '123').id).toBe('code')
  })

  test('the id follows a title that was set elsewhere and stays if it already matches', () => {
    const editedGraph = setNode(chain, 'code', { ...code, title: 'Count words' })

    const { document, id } = followTitle(editedGraph, 'code')

    expect([id, document.nodes['count-words']?.title]).toEqual(['count-words', 'Count words'])
    expect(followTitle(document, id).document).toBe(document)
  })
})

describe('the palette', () => {
  test('ranks matching names above matching descriptions', () => {
    expect(matchingKinds('tool').map(({ kind }) => kind)).toEqual(['tool', 'tools', 'agent'])
  })

  test('offers every kind', () => {
    const kinds = matchingKinds('').map(({ kind }) => kind)

    expect(kinds).toContain('ask')
    expect(kinds).toContain('retrieve')
  })

  test('finds a kind by some of its letters and by its synonyms', () => {
    expect(matchingKinds('agt').map(({ kind }) => kind)).toContain('agent')
    expect(matchingKinds('llm').map(({ kind }) => kind)).toEqual(['model'])
    expect(matchingKinds('human')[0]?.kind).toBe('ask')
  })

  test('offers after a node only kinds that can follow it', () => {
    const kinds = (...args: Parameters<typeof matchingKinds>) =>
      matchingKinds(...args).map(({ kind }) => kind)
    const graphWithoutMessages = graph({ state: { topic: { type: 'string' } } })
    const from = (port: string | null) => ({ from: { node: 'answer', port } })

    expect(kinds('', graph(), from(null))).toContain('tools')
    expect(kinds('', graph(), from('error'))).not.toContain('tools')
    expect(kinds('', graphWithoutMessages, from(null))).not.toContain('tools')
  })

  test('finds nothing for nonsense', () => {
    expect(matchingKinds('zzz')).toEqual([])
  })
})

describe('a new node', () => {
  test('overlaps no other card', () => {
    expect(findFreePosition(chain, [310, 20])).toEqual([310, 130])
    expect(findFreePosition(chain, [1_300, 20])).toEqual([1_300, 20])
  })

  test('a new node is connected from the first free port', () => {
    const askNode: GraphNode = {
      kind: 'ask',
      message: 'Go on?',
      decisions: [{ port: 'yes' }, { port: 'no' }],
    }
    const askGraph = graph({
      nodes: { ask: askNode },
      edges: [{ from: 'ask', when: 'yes', to: 'end' }],
    })

    expect(firstFreePort(askGraph, 'ask')).toEqual({ node: 'ask', port: 'no' })
    expect(firstFreePort(askGraph, 'end')).toBeUndefined()
  })
})

describe('keyboard navigation', () => {
  const positions = [
    { id: 'a', x: 0, y: 0 },
    { id: 'b', x: 300, y: 0 },
    { id: 'c', x: 300, y: 200 },
    { id: 'd', x: 250, y: 400 },
  ]

  test.each([
    ['a', 'right', 'b'],
    ['b', 'left', 'a'],
    ['b', 'down', 'c'],
    ['c', 'down', 'd'],
    ['d', 'up', 'c'],
    ['a', 'left', undefined],
  ] as const)('from %s %s leads to %s', (from, direction, to) => {
    expect(neighbour(positions, from, direction)).toBe(to)
  })

  test('without a selection starts at the first card', () => {
    expect(neighbour(positions, 'gone', 'right')).toBe('a')
  })
})

const empty = graph({ edges: [{ from: 'start', to: 'end' }] })

describe('the first node', () => {
  test('the first node is placed and connected between start and end', () => {
    const { document, id } = addFirstNode(empty, kindDefinition('code').create(), [40, 20])

    expect(document.edges).toEqual([
      { from: 'start', to: id },
      { from: id, to: 'end' },
    ])
    expect(document.layout).toEqual({ start: [0, 0], [id]: [280, 0], end: [560, 0] })
  })

  test('a first node dropped near the start card is placed in its row', () => {
    const layoutGraph = graph({ edges: [], layout: { start: [0, 0], end: [560, 0] } })
    const { document, id } = addFirstNode(layoutGraph, kindDefinition('code').create(), [270, 46])

    expect(document.layout?.[id]).toEqual([270, 0])
  })

  test('keeps its drop position and a distant end', () => {
    const layoutGraph = graph({ edges: [], layout: { start: [0, 0], end: [900, 50] } })
    const { document, id } = addFirstNode(
      layoutGraph,
      kindDefinition('code').create(),
      [300.4, 200],
    )

    expect(document.layout).toEqual({ start: [0, 0], [id]: [300, 200], end: [900, 50] })
  })

  test('connects each of its ports except the error port to the end', () => {
    const { document, id } = addFirstNode(empty, kindDefinition('ask').create(), [300, 0])
    const ports = document.edges.filter(({ from }) => from === id).map(({ when }) => when)

    expect(ports).toEqual(['yes', 'no'])
  })
})

describe('the viewport', () => {
  const size = { width: 800, height: 600 }

  test('stays when the card is visible', () => {
    const view = { x: 0, y: 0, zoom: 1 }

    expect(panTo(view, size, [300, 200])).toBe(view)
  })

  test.each([
    ['right', [750, 200], { x: -174, y: 0 }],
    ['left', [-50, 200], { x: 74, y: 0 }],
    ['below', [300, 590], { x: 0, y: -124 }],
  ] as const)('moves to a card at the %s just as far as needed', (_, [x, y], expected) => {
    expect(panTo({ x: 0, y: 0, zoom: 1 }, size, [x, y])).toEqual({ ...expected, zoom: 1 })
  })

  test('accounts for the zoom level', () => {
    expect(panTo({ x: 10, y: 0, zoom: 0.5 }, size, [1_400, 200])).toEqual({
      x: -24,
      y: 0,
      zoom: 0.5,
    })
  })
})

const codeNode = { kind: 'code' as const, code: 'return {}', writes: [] }
const document = graph({
  nodes: { a: codeNode, b: codeNode, c: codeNode },
  edges: [
    { from: 'start', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'a', when: 'error', to: 'end' },
    { from: 'c', to: 'a' },
    { from: 'c', to: 'b' },
  ],
})

test.each([
  ['a node nothing leaves: after it', selectNode('b'), { from: { node: 'b', port: null } }],
  ['a node one way leaves: into that way', selectNode('a'), { edgeIndex: 1 }],
  ['a node several ways leave: beside it', selectNode('c'), {}],
  ['an edge: into it', selectEdge('a:>b'), { edgeIndex: 1 }],
  ['several things: nowhere in particular', { nodes: ['a', 'b'], edges: [] }, {}],
])('%s', (_name, selection, place) => {
  expect(insertionPoint(document, selection)).toEqual(place)
})

const codeStep = { kind: 'code' as const, code: 'return {}', writes: [] }
const rowOfNodes = (end: number) =>
  graph({
    nodes: { a: codeStep, b: codeStep },
    edges: [
      { from: 'start', to: 'a' },
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ],
    layout: { start: [0, 0], a: [300, 0], b: [end, 40], end: [end + 300, 0] },
  })

test('inserting moves the cards from the target on and keeps the others', () => {
  const result = makeSpace(rowOfNodes(600), 1)

  expect(result?.position).toEqual([580, 40])
  expect(result?.document.layout).toEqual({
    start: [0, 0],
    a: [300, 0],
    b: [860, 40],
    end: [1160, 0],
  })
})

test('inserting into a long edge moves no card', () => {
  const document = rowOfNodes(1_000)
  const result = makeSpace(document, 1)

  expect(result).toEqual({ document, position: [650, 40] })
})

test('inserting into a backward edge computes no position', () => {
  expect(makeSpace(rowOfNodes(600), 2)).toBeUndefined()
})
