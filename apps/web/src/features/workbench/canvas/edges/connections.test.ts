import { describe, expect, test } from 'vitest'
import { graph } from '../../testing.ts'
import { moveEdge, connectionProblem, rejectionReason } from './connections.ts'
import { portHandle } from './flow-edges.ts'

const set = { kind: 'set' as const, values: {} }
const document = graph({
  nodes: {
    check: {
      kind: 'ask',
      title: 'Check',
      message: 'Well?',
      decisions: [{ port: 'yes' }, { port: 'no' }],
    },
    left: set,
    right: set,
  },
  edges: [
    { from: 'start', to: 'check' },
    { from: 'check', when: 'yes', to: 'left' },
    { from: 'check', when: 'no', to: 'right' },
  ],
})
const to = (target: string, port: string) => ({
  source: 'check',
  target,
  sourceHandle: portHandle(port),
  targetHandle: 'in',
})

describe('reconnecting an edge', () => {
  test('back to its old end changes nothing', () => {
    expect(connectionProblem(document, 'check:yes>left', to('left', 'yes'))).toBeUndefined()
    expect(moveEdge(document, 'check:yes>left', to('left', 'yes'))).toBe(document)
  })

  test('moves it to another node or port', () => {
    expect(moveEdge(document, 'check:yes>left', to('right', 'yes')).edges[1]).toEqual({
      from: 'check',
      when: 'yes',
      to: 'right',
    })
    expect(moveEdge(document, 'check:yes>left', to('left', 'no')).edges[1]).toEqual({
      from: 'check',
      when: 'no',
      to: 'left',
    })
  })

  test('keeps its other members, but not a port that its new source lacks', () => {
    const boundGraph = graph({
      ...document,
      edges: [{ from: 'check', when: 'yes', to: 'left', max: 3 }],
    })

    expect(
      moveEdge(boundGraph, 'check:yes>left', {
        source: 'right',
        target: 'left',
        sourceHandle: portHandle(null),
        targetHandle: 'in',
      }).edges,
    ).toEqual([{ from: 'right', to: 'left', max: 3 }])
  })

  test('reconnecting an edge is rejected when an equal edge exists', () => {
    expect(connectionProblem(document, 'check:yes>left', to('right', 'no'))).toMatch(
      /already connected/,
    )
    expect(moveEdge(document, 'check:yes>left', to('right', 'no'))).toBe(document)
  })
})

test('an edge drawn backwards leaves by the port it is dropped on', () => {
  const fromNode = { id: 'right' } as never
  const fromHandle = { type: 'target', id: 'in' } as never
  const toNode = { id: 'check' } as never
  const hoverConnection = (port: string) => ({
    fromNode,
    fromHandle,
    toNode,
    toHandle: { id: portHandle(port) } as never,
  })

  expect(rejectionReason(document, undefined, hoverConnection('yes'))).toBeUndefined()
  expect(rejectionReason(document, undefined, hoverConnection('no'))).toMatch(/already connected/)
})
