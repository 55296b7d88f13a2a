import type { Repricing } from '@lathe/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { RepricingDialog } from './repricing-dialog.tsx'

let stop = () => {}
afterEach(() => stop())

const next = { startedAt: 5, id: '0190a000-0000-7000-8000-000000000001' }
const createPage = (overrides: Partial<Repricing['models'][number]>): Repricing => ({
  traces: 2,
  unchanged: 0,
  next: null,
  models: [
    {
      model: 'm-1',
      calls: 2,
      changed: 2,
      before: { cost: 0, unpriced: 2 },
      after: { cost: 3_000_000_000, unpriced: 0 },
      ...overrides,
    },
  ],
})

test('previews the changes over all parts before recalculating', async () => {
  const reprice = vi.fn<() => Repricing>(() => createPage({ calls: 4, changed: 4 }))
  stop = serveFake({
    models: {
      previewRepricing: fake.models.previewRepricing.handler(({ input }) =>
        input.after ? createPage({}) : { ...createPage({}), next },
      ),
      reprice: fake.models.reprice.handler(reprice),
    },
  })
  const close = vi.fn<() => void>()
  renderInApp(<RepricingDialog isOpen onClose={close} />)

  await userEvent.click(await screen.findByRole('button', { name: 'Preview' }))
  const row = (await screen.findByRole('rowheader', { name: 'm-1' })).closest('tr')
  if (!row) throw new Error('no row')
  const recalculateButton = await screen.findByRole('button', { name: 'Recalculate 4 calls' })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['4', '4', '—', '$6.00'])
  expect(reprice).not.toHaveBeenCalled()

  await userEvent.click(recalculateButton)
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(reprice).toHaveBeenCalledOnce()
})
