import { expect, test } from 'vitest'
import { graph } from '../testing.ts'
import { type CardSize, elkGraph } from './auto-layout.ts'

const code = { kind: 'code' as const, code: 'return {}', writes: [] }
const toCode = { from: 'start', to: 'code' }
const ids = (items: readonly { id: string }[] | undefined) => items?.map(({ id }) => id)

test('an unconnected end is not laid out among the nodes', () => {
  const open = graph({ nodes: { code }, edges: [toCode] })
  const closed = graph({ nodes: { code }, edges: [toCode, { from: 'code', to: 'end' }] })

  expect(ids(elkGraph(open, {}).children)).toEqual(['start', 'code'])
  expect(ids(elkGraph(closed, {}).children)).toEqual(['start', 'code', 'end'])
})

test('edges leave and enter at the measured handles', () => {
  const document = graph({
    nodes: { code },
    edges: [toCode, { from: 'code', when: 'error', to: 'end' }],
  })
  const handles: NonNullable<CardSize['handles']> = {
    in: [0, 18],
    out: [200, 18],
    'port:error': [100, 60],
  }
  const sizes = { code: { width: 200, height: 60, handles } }
  const { edges, children } = elkGraph(document, sizes)

  expect(edges).toMatchObject([
    { sources: ['start'], targets: ['code in'] },
    { sources: ['code port:error'], targets: ['end'] },
  ])
  expect(
    children?.[1]?.ports?.map(({ layoutOptions }) => layoutOptions?.['elk.port.side']),
  ).toEqual(['WEST', 'EAST', 'SOUTH'])
})
