import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ModelPrice } from '@lathe/contract'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderInApp } from '../../testing/render.tsx'
import { Prices } from './prices.tsx'

let stop = () => {}
afterEach(() => stop())

const { id, ...listed }: ModelPrice = {
  id: '0190a000-0000-7000-8000-000000000001',
  pattern: 'gpt-audio',
  validFrom: 0,
  input: 2.5e9,
  cachedRead: null,
  cachedWrite: null,
  output: 10e9,
  reasoning: null,
  audioInput: 32e9,
  audioOutput: 64e9,
  audioCached: null,
  source: 'list',
}

test('offers a deleted list price again', async () => {
  let prices = [{ id, ...listed }]
  stop = serveFake({
    models: {
      prices: fake.models.prices.handler(() => prices),
      newListPrices: fake.models.newListPrices.handler(() => (prices.length === 0 ? [listed] : [])),
      deletePrice: fake.models.deletePrice.handler(() => {
        prices = []
        return {}
      }),
    },
  })
  renderInApp(<Prices unpricedModel={undefined} />)
  await userEvent.click(await screen.findByText('gpt-audio'))

  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))

  expect(await screen.findByRole('button', { name: 'Add 1 new list price…' })).toBeVisible()
})

test('shows a cached audio column if any price has one', async () => {
  let audioCached: number | null = null
  stop = serveFake({
    models: {
      prices: fake.models.prices.handler(() => [{ id, ...listed, audioCached }]),
      newListPrices: fake.models.newListPrices.handler(() => []),
    },
  })
  const { unmount } = renderInApp(<Prices unpricedModel={undefined} />)
  await screen.findByText('gpt-audio')
  expect(screen.queryByText('Cached audio')).toBeNull()
  unmount()

  audioCached = 4e8
  renderInApp(<Prices unpricedModel={undefined} />)
  expect(await screen.findByText('Cached audio')).toBeVisible()
})

test('shows the price of cache writes', async () => {
  stop = serveFake({
    models: {
      prices: fake.models.prices.handler(() => [{ id, ...listed, cachedWrite: 3.75e9 }]),
      newListPrices: fake.models.newListPrices.handler(() => []),
    },
  })

  renderInApp(<Prices unpricedModel={undefined} />)

  expect(await screen.findByRole('columnheader', { name: 'Cached write' })).toBeVisible()
  expect(screen.getByRole('cell', { name: '3.75' })).toBeVisible()
})

test('saves a price in cents as typed', async () => {
  const saved: unknown[] = []
  stop = serveFake({
    models: {
      prices: fake.models.prices.handler(() => [{ id, ...listed }]),
      newListPrices: fake.models.newListPrices.handler(() => []),
      setPrice: fake.models.setPrice.handler(({ input }) => {
        saved.push(input.input)
        return { id, ...listed }
      }),
    },
  })
  renderInApp(<Prices unpricedModel={undefined} />)
  await userEvent.click(await screen.findByText('gpt-audio'))
  const field = screen.getByRole('textbox', { name: 'Input' })

  await userEvent.clear(field)
  await userEvent.type(field, '0.15')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  await expect.poll(() => saved).toEqual([0.15e9])
})
