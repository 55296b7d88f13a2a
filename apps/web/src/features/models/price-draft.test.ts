import { describe, expect, test } from 'vitest'
import { emptyPrice, createPriceDraft, parsePrice } from './price-draft.ts'

const draft = {
  ...emptyPrice,
  pattern: 'gpt-*',
  input: 2.5,
  output: 10,
  cachedRead: 1.25,
  validFrom: '2026-01-01',
}

describe('priceDraft', () => {
  test('converts dollars per million tokens to nano-dollars and back', () => {
    const price = parsePrice(draft)

    expect(price).toMatchObject({
      input: 2_500_000_000,
      output: 10_000_000_000,
      cachedRead: 1_250_000_000,
      reasoning: null,
    })
    expect(
      price && createPriceDraft({ ...price, id: '0190a000-0000-7000-8000-000000000001' }),
    ).toEqual(draft)
  })

  test.each([
    { pattern: ' ' },
    { input: '' as const },
    { output: '' as const },
    { validFrom: 'soon' },
  ])('returns no price for %o', (changes) => {
    expect(parsePrice({ ...draft, ...changes })).toBeUndefined()
  })
})
