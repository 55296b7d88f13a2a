import { describe, expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp } from '../testing/test-app.ts'

describeDatabases('prices', (db) => {
  const price = { pattern: 'gpt-*', input: 2_000, output: 8_000 }

  test('replaces the price of the same model and date', async () => {
    const { client } = createTestApp(db())
    const first = await client.models.setPrice(price)

    const second = await client.models.setPrice({ ...price, input: 1_000, source: 'list' })

    expect(second).toMatchObject({ id: first.id, input: 1_000, source: 'list', cachedRead: null })
    expect(await client.models.prices()).toEqual([second])
  })

  test('accepts audio prices for either side', async () => {
    const { client } = createTestApp(db())

    await client.models.setPrice({ ...price, audioInput: 3_000, audioOutput: 9_000 })
    await client.models.setPrice({ ...price, validFrom: 5, audioOutput: 9_000 })

    expect(await client.models.prices()).toMatchObject([
      { audioInput: null, audioOutput: 9_000 },
      { audioInput: 3_000, audioOutput: 9_000 },
    ])
  })

  test('adds missing list prices and keeps existing ones', async () => {
    const { client } = createTestApp(db())
    const listed = await client.models.newListPrices()
    const [first, second] = listed
    if (!first || !second) throw new Error('There are no list prices')
    const own = await client.models.setPrice({ ...first, input: 1, source: 'ours' })

    const lacking = await client.models.newListPrices()
    const { pattern, validFrom } = second
    const { added } = await client.models.addListPrices({ prices: [{ pattern, validFrom }] })
    const { added: rest } = await client.models.addListPrices({})

    expect(lacking).toEqual(listed.slice(1))
    expect(added).toEqual([{ ...second, id: expect.any(String) }])
    expect(rest).toHaveLength(listed.length - 2)
    expect(await client.models.newListPrices()).toEqual([])
    expect(await client.models.prices()).toContainEqual(own)
  })

  test('lists prices of other dates, newest first', async () => {
    const { client } = createTestApp(db())
    await client.models.setPrice(price)
    await client.models.setPrice({ ...price, validFrom: 5 })

    const prices = await client.models.prices()

    expect(prices.map(({ validFrom }) => validFrom)).toEqual([5, 0])
  })

  test('deletes a price once', async () => {
    const { client } = createTestApp(db())
    const { id } = await client.models.setPrice(price)

    await client.models.deletePrice({ id })

    await expect(client.models.deletePrice({ id })).rejects.toMatchObject({ code: 'NO_SUCH_PRICE' })
  })

  describe('rejects', () => {
    test.each([
      ['a negative price', { ...price, input: -1 }],
      ['fractions of a nano-dollar', { ...price, input: 0.5 }],
      ['an empty pattern', { ...price, pattern: '' }],
      ['a price for audio of no side', { ...price, audio: 5 }],
    ])('%s', async (_, input) => {
      const { client } = createTestApp(db())

      await expect(client.models.setPrice(input)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    })
  })
})
