import { screen } from '@testing-library/react'
import { expect, test, onTestFinished } from 'vitest'
import { renderPages } from '../../../testing/render-pages.tsx'
import { BulkBar, resolveIds } from './bulk-bar.tsx'
import type { Total } from './use-counts.ts'
import { useSelection } from './use-selection.ts'
import { uuid } from '../../../testing/event-factory.ts'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { trace } from '../testing.ts'

type BarProps = { total?: Total; pinned?: string[] }

function Bar({ total, pinned = [] }: BarProps) {
  const selection = useSelection('all')
  return (
    <>
      <button type="button" onClick={() => selection.choose(['a', 'b'])}>
        Choose two
      </button>
      <BulkBar
        selection={selection}
        filter={{ filter: '', range: 'all' }}
        total={total}
        rows={['a', 'b', 'c'].map((id) => ({ id, startedAt: 0, isPinned: pinned.includes(id) }))}
        onHide={() => undefined}
        onShow={() => undefined}
      />
    </>
  )
}

test.each([
  [{ count: 2, isPartial: false }, 0],
  [{ count: 2, isPartial: true }, 1],
  [{ count: 3, isPartial: false }, 1],
  [undefined, 1],
])(
  'with total %o and two rows selected, shows %i buttons to select all',
  async (total, expectedActions) => {
    await renderPages('/traces', { '/traces': () => <Bar {...(total && { total })} /> })
    screen.getByRole('button', { name: 'Choose two' }).click()

    expect(await screen.findByText('2 selected')).toBeVisible()
    expect(screen.queryAllByRole('button', { name: 'Select all matching' })).toHaveLength(
      expectedActions,
    )
  },
)

test('marks a partial total with a plus sign', async () => {
  await renderPages('/traces', {
    '/traces': () => <Bar total={{ count: 1_000, isPartial: true }} />,
  })
  screen.getByRole('button', { name: 'Choose two' }).click()
  const all = await screen.findByRole('button', { name: 'Select all matching' })
  all.click()

  expect(await screen.findByText('All matching (1,000+)')).toBeVisible()
})

test.each([
  [['a', 'b'], 'Unpin'],
  [['a', 'c'], 'Pin'],
])('with pinned rows %o, offers to %s the selected traces', async (pinned, expectedActions) => {
  await renderPages('/traces', { '/traces': () => <Bar pinned={pinned} /> })
  screen.getByRole('button', { name: 'Choose two' }).click()

  expect(await screen.findByRole('button', { name: expectedActions })).toBeVisible()
})

test('chosenIds returns the newest matching traces even if pages are short', async () => {
  const last = { items: [], next: null }
  const pages = new Map([
    [undefined, { items: [trace(1)], next: uuid(1) }],
    [uuid(1), { items: [], next: uuid(5) }],
    [uuid(5), { items: [trace(6), trace(7)], next: null }],
  ])
  const list = fake.traces.list.handler(({ input: { before } }) => pages.get(before) ?? last)
  onTestFinished(serveFake({ traces: { list } }))

  const ids = await resolveIds({ filter: 'refund', from: undefined, to: undefined })

  expect(ids).toEqual([uuid(1), uuid(6), uuid(7)])
})
