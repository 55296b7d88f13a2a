import type { GraphNode } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { setNode, kindInfo } from '@lathe/graph'
import { graph } from '../testing.ts'
import { copyNodes, pasteNodes, readClip } from './clipboard.ts'
import { firstFreePort, insertionPoint } from './insertion-point.ts'
import { findFreePosition, addFirstNode, makeRoom } from './placement.ts'
import { matchingKinds } from './matching-kinds.ts'
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

describe('pasting', () => {
  test('adds copies with their own edges under free ids, moved', () => {
    const clip = copyNodes(chain, ['code', 'code-2'])
    const pasted = clip && pasteNodes(chain, clip, [40, 40])

    expect(pasted?.ids).toEqual(['code-3', 'code-4'])
    expect(pasted?.document.edges.slice(3)).toEqual([{ from: 'code-3', to: 'code-4' }])
    expect(pasted?.document.layout).toMatchObject({ 'code-3': [40, 40], 'code-4': [340, 40] })
  })

  test('takes a clip and a whole document, and nothing else', () => {
    const clip = copyNodes(chain, ['code'])

    expect(readClip(JSON.stringify(clip))).toEqual(clip)
    expect(Object.keys(readClip(JSON.stringify(chain))?.nodes ?? {})).toEqual(['code', 'code-2'])
    expect(readClip('hello')).toBeUndefined()
    expect(readClip('{"lathe":"nodes","nodes":{"x":{"kind":"evil"}}}')).toBeUndefined()
  })

  test('the ends cannot be copied', () => {
    expect(copyNodes(chain, ['start', 'end'])).toBeUndefined()
  })
})

describe('a title', () => {
  test('takes the id along while nobody chose one', () => {
    const { document, id } = retitleNode(chain, 'code', 'Count the Words')

    expect(id).toBe('count-the-words')
    expect(document.nodes[id]?.title).toBe('Count the Words')
    expect(document.edges[0]).toEqual({ from: 'start', to: 'count-the-words' })
    expect(retitleNode(document, id, 'Écrire').id).toBe('ecrire')
  })

  test('leaves an id alone that somebody chose', () => {
    const branchGraph = graph({ nodes: { plan: code }, edges: [] })

    expect(retitleNode(branchGraph, 'plan', 'Make a plan').id).toBe('plan')
  })

  test('that is emptied shows the id again', () => {
    const titled = graph({ nodes: { plan: { ...code, title: 'Plan' } }, edges: [] })

    expect(retitleNode(titled, 'plan', '  ').document.nodes['plan']).toEqual(code)
  })

  test('of no letters changes no id', () => {
    expect(retitleNode(chain, 'code', '123').id).toBe('code')
  })

  test('the id follows a title that was typed elsewhere, and stays where it already says it', () => {
    const typed = setNode(chain, 'code', { ...code, title: 'Count words' })

    const { document, id } = followTitle(typed, 'code')

    expect([id, document.nodes['count-words']?.title]).toEqual(['count-words', 'Count words'])
    expect(followTitle(document, id).document).toBe(document)
  })
})

describe('the palette', () => {
  test('puts a kind called what was typed before those that speak of it', () => {
    expect(matchingKinds('tool').map(({ kind }) => kind)).toEqual(['tool', 'tools', 'agent'])
  })

  test('offers every kind', () => {
    const kinds = matchingKinds('').map(({ kind }) => kind)

    expect(kinds).toContain('ask')
    expect(kinds).toContain('retrieve')
  })

  test('finds a kind by a few of its letters, and by what others call it', () => {
    expect(matchingKinds('agt').map(({ kind }) => kind)).toContain('agent')
    expect(matchingKinds('llm').map(({ kind }) => kind)).toEqual(['model'])
    expect(matchingKinds('human')[0]?.kind).toBe('ask')
  })

  test('offers after a node only what can follow it', () => {
    const kinds = (...args: Parameters<typeof matchingKinds>) =>
      matchingKinds(...args).map(({ kind }) => kind)
    const silent = graph({ state: { topic: { type: 'string' } } })
    const from = (port: string | null) => ({ from: { node: 'answer', port } })

    expect(kinds('', graph(), from(null))).toContain('tools')
    expect(kinds('', graph(), from('error'))).not.toContain('tools')
    expect(kinds('', silent, from(null))).not.toContain('tools')
  })

  test('finds nothing for nonsense', () => {
    expect(matchingKinds('zzz')).toEqual([])
  })
})

describe('a new node', () => {
  test('covers no other card', () => {
    expect(findFreePosition(chain, [310, 20])).toEqual([310, 130])
    expect(findFreePosition(chain, [1_300, 20])).toEqual([1_300, 20])
  })

  test('leaves by the first port that leads nowhere yet', () => {
    const ask: GraphNode = {
      kind: 'ask',
      message: 'Go on?',
      decisions: [{ port: 'yes' }, { port: 'no' }],
    }
    const askGraph = graph({ nodes: { ask }, edges: [{ from: 'ask', when: 'yes', to: 'end' }] })

    expect(firstFreePort(askGraph, 'ask')).toEqual({ node: 'ask', port: 'no' })
    expect(firstFreePort(askGraph, 'end')).toBeUndefined()
  })
})

describe('walking', () => {
  const spots = [
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
  ] as const)('from %s %s is %s', (from, direction, to) => {
    expect(neighbour(spots, from, direction)).toBe(to)
  })

  test('from nowhere starts with the first', () => {
    expect(neighbour(spots, 'gone', 'right')).toBe('a')
  })
})

const empty = graph({ edges: [{ from: 'start', to: 'end' }] })

describe('the first node', () => {
  test('stands between start and end and is led through', () => {
    const { document, id } = addFirstNode(empty, kindInfo('code').create(), [40, 20])

    expect(document.edges).toEqual([
      { from: 'start', to: id },
      { from: id, to: 'end' },
    ])
    expect(document.layout).toEqual({ start: [0, 0], [id]: [280, 0], end: [560, 0] })
  })

  test('stands in the row of its start, where it was put about as high', () => {
    const laidOut = graph({ edges: [], layout: { start: [0, 0], end: [560, 0] } })
    const { document, id } = addFirstNode(laidOut, kindInfo('code').create(), [270, 46])

    expect(document.layout?.[id]).toEqual([270, 0])
  })

  test('stays where it was put, an end far enough away too', () => {
    const laidOut = graph({ edges: [], layout: { start: [0, 0], end: [900, 50] } })
    const { document, id } = addFirstNode(laidOut, kindInfo('code').create(), [300.4, 200])

    expect(document.layout).toEqual({ start: [0, 0], [id]: [300, 200], end: [900, 50] })
  })

  test('leads on by each of its ports but the error port', () => {
    const { document, id } = addFirstNode(empty, kindInfo('ask').create(), [300, 0])
    const ports = document.edges.filter(({ from }) => from === id).map(({ when }) => when)

    expect(ports).toEqual(['yes', 'no'])
  })
})

describe('the view', () => {
  const size = { width: 800, height: 600 }

  test('stays when the card is seen', () => {
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

  test('counts pixels of a view from afar', () => {
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

test('cards from the target on move aside, those before stay', () => {
  const room = makeRoom(rowOfNodes(600), 1)

  expect(room?.at).toEqual([580, 40])
  expect(room?.document.layout).toEqual({
    start: [0, 0],
    a: [300, 0],
    b: [860, 40],
    end: [1160, 0],
  })
})

test('where there is room already nothing moves', () => {
  const document = rowOfNodes(1_000)
  const room = makeRoom(document, 1)

  expect(room).toEqual({ document, at: [650, 40] })
})

test('an edge that leads back has no place between', () => {
  expect(makeRoom(rowOfNodes(600), 2)).toBeUndefined()
})
