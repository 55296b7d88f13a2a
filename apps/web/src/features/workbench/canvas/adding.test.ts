import { kindInfo } from '@lathe/graph'
import { describe, expect, test } from 'vitest'
import { graph } from '../testing.ts'
import { addFirstNode } from './first-node.ts'
import { panTo } from './pan-to.ts'

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
  ] as const)('moves to a card at the %s just as far as needed', (_, [x, y], moved) => {
    expect(panTo({ x: 0, y: 0, zoom: 1 }, size, [x, y])).toEqual({ ...moved, zoom: 1 })
  })

  test('counts pixels of a view from afar', () => {
    expect(panTo({ x: 10, y: 0, zoom: 0.5 }, size, [1_400, 200])).toEqual({
      x: -24,
      y: 0,
      zoom: 0.5,
    })
  })
})
