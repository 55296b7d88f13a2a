import { expect, onTestFinished, test } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { trace } from '../testing.ts'
import { chosenIds } from './chosen-ids.ts'

test('of all that match the newest are chosen, however few a page has', async () => {
  const last = { items: [], next: null }
  const pages = new Map([
    [undefined, { items: [trace(1)], next: uuid(1) }],
    [uuid(1), { items: [], next: uuid(5) }],
    [uuid(5), { items: [trace(6), trace(7)], next: null }],
  ])
  const list = fake.traces.list.handler(({ input: { before } }) => pages.get(before) ?? last)
  onTestFinished(serveFake({ traces: { list } }))

  const ids = await chosenIds({ filter: 'refund', from: undefined, to: undefined })

  expect(ids).toEqual([uuid(1), uuid(6), uuid(7)])
})
