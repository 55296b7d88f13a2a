import { expect, test } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { makeExample } from '../../../testing/example-factory.ts'
import { withSaved } from './use-change.ts'

const [one, two, three] = [2, 3, 4].map((n) => makeExample({ id: uuid(n) }))
const page = (items: (typeof one)[], total: number) => ({
  items: items.flatMap((item) => item ?? []),
  total,
  version: 1,
})

test('a saved example replaces its earlier version in the list', () => {
  const saved = makeExample({ id: uuid(3), version: 2, reference: 'So' })

  const [first, second] = withSaved([page([one], 2), page([two], 2)], [saved])

  expect(first?.items).toEqual([one])
  expect(second).toMatchObject({ items: [saved], total: 2 })
})

test('a new example is appended once the last page is loaded', () => {
  const pages = [page([one], 2), page([two], 2)]

  expect(withSaved(pages, [three ?? makeExample()])).toEqual([
    page([one], 3),
    page([two, three], 3),
  ])
  expect(withSaved(pages.slice(0, 1), [three ?? makeExample()])).toEqual([page([one], 2)])
})
