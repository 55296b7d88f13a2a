import { expect, test } from 'vitest'
import { firstViewport, READABLE } from './first-viewport.ts'

const frame = { width: 800, height: 700 }
const row = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `card ${at}`, position: { x: at * 280, y: 0 } }))

/** Returns the centre of a card on the screen. */
function placeOf(id: number, chosen?: string) {
  const view = firstViewport(row(9), chosen, frame)
  return view && id * 280 * view.zoom + view.x + 100 * view.zoom
}

test('fits a graph that is readable as a whole', () => {
  expect(firstViewport(row(3), 'card 2', frame)).toBeUndefined()
})

test('starts a long graph at its first node at a readable zoom', () => {
  expect(firstViewport(row(9), undefined, frame)).toMatchObject({
    x: 40 * READABLE,
    zoom: READABLE,
  })
})

test('centres the chosen card, or stops at the end of the graph', () => {
  expect(placeOf(4, 'card 4')).toBeCloseTo(400)
  expect(placeOf(8, 'card 8')).toBeCloseTo(800 - 140 * READABLE)
})
