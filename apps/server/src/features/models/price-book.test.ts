import { noUsage } from '@lathe/contract'
import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { createPriceBook } from './price-book.ts'
import { listPrices, setPrice } from './prices.store.ts'

const usage = { ...noUsage, input: 1_000, output: 500 }

describeDatabases('the price book', (db) => {
  const price = {
    pattern: 'gpt-*',
    validFrom: 0,
    input: 2_000_000,
    cachedRead: null,
    cachedWrite: null,
    output: 8_000_000,
    reasoning: null,
    audio: null,
    source: 'list',
  }
  const open = () =>
    createPriceBook(
      () => listPrices(db(), DEFAULT_WORKSPACE),
      (error) => {
        throw error
      },
    )

  test('prices a call by the table', async () => {
    const { id } = await setPrice(db(), DEFAULT_WORKSPACE, price)
    const book = await open()

    expect(book.priceOf('gpt-5', usage, 1)).toEqual({
      total: 6_000,
      input: 2_000,
      output: 4_000,
      priceId: id,
    })
  })

  test('does not know what nobody has priced: that is not the same as nothing', async () => {
    const book = await open()

    expect(book.priceOf('llama', usage, 1)).toMatchObject({ total: null })
  })

  test('knows a change once it is refreshed', async () => {
    const book = await open()
    await setPrice(db(), DEFAULT_WORKSPACE, price)
    expect(book.priceOf('gpt-5', usage, 1).total).toBeNull()

    await book.refresh()

    expect(book.priceOf('gpt-5', usage, 1).total).toBe(6_000)
  })
})
