import { ZERO_USAGE } from '@lathe/contract'
import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { describeDatabases } from '../testing/databases.ts'
import { createPriceBook } from './price-book.ts'
import { listPrices, setPrice } from './prices.store.ts'

const usage = { ...ZERO_USAGE, input: 1_000, output: 500 }

describeDatabases('price book', (db) => {
  const price = {
    pattern: 'gpt-*',
    validFrom: 0,
    input: 2_000_000,
    cachedRead: null,
    cachedWrite: null,
    output: 8_000_000,
    reasoning: null,
    audioInput: null,
    audioOutput: null,
    audioCached: null,
    source: 'list',
  }
  const open = () =>
    createPriceBook(
      (workspaceId) => listPrices(db(), workspaceId),
      (error) => {
        throw error
      },
    )

  test('prices a call by the table', async () => {
    const { id } = await setPrice(db(), DEFAULT_WORKSPACE, price)
    const book = open()

    expect((await book.of(DEFAULT_WORKSPACE))('gpt-5', usage, 1)).toEqual({
      total: 6_000,
      input: 2_000,
      output: 4_000,
      priceId: id,
    })
  })

  test('reports an unknown price as unknown, not zero', async () => {
    const book = open()

    expect((await book.of(DEFAULT_WORKSPACE))('llama', usage, 1)).toMatchObject({ total: null })
  })

  test('applies a change after a refresh', async () => {
    const book = open()
    const priceOf = await book.of(DEFAULT_WORKSPACE)
    await setPrice(db(), DEFAULT_WORKSPACE, price)
    expect(priceOf('gpt-5', usage, 1).total).toBeNull()

    await book.refresh(DEFAULT_WORKSPACE)

    expect(priceOf('gpt-5', usage, 1).total).toBe(6_000)
  })

  test('prices each workspace by its own table', async () => {
    const other = { id: 'other', name: 'Other', created_at: 1 }
    await db().insertInto('workspaces').values(other).execute()
    await setPrice(db(), DEFAULT_WORKSPACE, price)
    await setPrice(db(), other.id, { ...price, input: 0, output: 2_000_000 })
    const book = open()

    const totals = [DEFAULT_WORKSPACE, other.id, DEFAULT_WORKSPACE].map(
      async (workspaceId) => (await book.of(workspaceId))('gpt-5', usage, 1).total,
    )

    expect(await Promise.all(totals)).toEqual([6_000, 1_000, 6_000])
  })

  test('reports prices as unknown with the reason while the table cannot be read', async () => {
    const errors: unknown[] = []
    const book = createPriceBook(
      () => Promise.reject(new Error('the disk is gone')),
      (error) => errors.push(error),
    )

    expect((await book.of(DEFAULT_WORKSPACE))('gpt-5', usage, 1).total).toBeNull()
    expect(errors[0]).toMatchObject({ message: 'the disk is gone' })
  })
})
