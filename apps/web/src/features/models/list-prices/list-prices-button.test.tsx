import type { ListPrice } from '@lathe/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { ListPricesButton } from './list-prices-button.tsx'

let stop = () => {}
afterEach(() => stop())

const price = (pattern: string): ListPrice => ({
  pattern,
  validFrom: 0,
  input: 2e9,
  cachedRead: null,
  cachedWrite: null,
  output: 8e9,
  reasoning: null,
  audioInput: null,
  audioOutput: null,
  audioCached: null,
  source: 'list',
})
const ownPrice = { ...price('gpt-*'), id: '0190a000-0000-7000-8000-000000000001', input: 1e9 }

test('shows the price of cached audio if a model has one', async () => {
  const audioPrice = { ...price('voice-1'), audioCached: 3e8 }
  stop = serveFake({
    models: { newListPrices: fake.models.newListPrices.handler(() => [audioPrice]) },
  })
  renderInApp(<ListPricesButton prices={[]} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add 1 new list price…' }))

  expect(await screen.findByRole('columnheader', { name: 'Cached audio' })).toBeVisible()
  expect(screen.getByRole('row', { name: /voice-1.*0\.30/ })).toBeVisible()
})

test('adds the selected prices after comparing them with the current ones', async () => {
  const addPrices = vi.fn<(request: unknown) => { added: [] }>(() => ({ added: [] }))
  stop = serveFake({
    models: {
      newListPrices: fake.models.newListPrices.handler(() => [price('gpt-9'), price('llama')]),
      addListPrices: fake.models.addListPrices.handler(({ input }) => addPrices(input)),
    },
  })
  renderInApp(<ListPricesButton prices={[ownPrice]} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add 2 new list prices…' }))

  expect(await screen.findByRole('row', { name: /gpt-9.*1\.00 \/ 8\.00 as gpt-\*/ })).toBeVisible()
  await userEvent.click(screen.getByRole('checkbox', { name: 'llama' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add 1 price' }))

  await waitFor(() =>
    expect(addPrices).toHaveBeenCalledWith({ prices: [{ pattern: 'gpt-9', validFrom: 0 }] }),
  )
})
