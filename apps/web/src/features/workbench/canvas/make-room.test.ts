import { expect, test } from 'vitest'
import { graph } from '../testing.ts'
import { makeRoom } from './make-room.ts'

const code = { kind: 'code' as const, code: 'return {}', writes: [] }
const chain = (end: number) =>
  graph({
    nodes: { a: code, b: code },
    edges: [
      { from: 'start', to: 'a' },
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ],
    layout: { start: [0, 0], a: [300, 0], b: [end, 40], end: [end + 300, 0] },
  })

test('cards from the target on move aside, those before stay', () => {
  const room = makeRoom(chain(600), 1)

  expect(room?.at).toEqual([580, 40])
  expect(room?.document.layout).toEqual({
    start: [0, 0],
    a: [300, 0],
    b: [860, 40],
    end: [1160, 0],
  })
})

test('where there is room already nothing moves', () => {
  const document = chain(1_000)
  const room = makeRoom(document, 1)

  expect(room).toEqual({ document, at: [650, 40] })
})

test('an edge that leads back has no place between', () => {
  expect(makeRoom(chain(600), 2)).toBeUndefined()
})
