import { expect, onTestFinished, test } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { trace } from '../testing.ts'
import { chosenIds } from './chosen-ids.ts'

test('of all that match the newest are chosen, however few a page has', async () => {
  const pages = [[1], [], [2, 3]]
  const list = fake.traces.list.handler(({ input: { before = '0' } }) => {
    const at = Number(before)
    const items = (pages[at] ?? []).map((number) => trace(number))
    return { items, next: at + 1 < pages.length ? String(at + 1) : null }
  })
  onTestFinished(serveFake({ traces: { list } }))

  expect(await chosenIds({ filter: 'refund', from: undefined, to: undefined })).toEqual([
    uuid(1),
    uuid(2),
    uuid(3),
  ])
})
