import { computeCost, findPrice } from '@lathe/traces'
import { audioUsage, ZERO_USAGE } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { listPrices } from './list-prices.ts'

const prices = listPrices.map((price, index) => ({ ...price, id: String(index) }))
const at = (day: string) => Date.parse(day) * 1_000
const costAt = (model: string, day: string) => {
  const price = findPrice(prices, model, at(day))
  return price && computeCost(price, { ...ZERO_USAGE, input: 1_000_000, output: 1_000_000 }).total
}

describe('shipped prices', () => {
  test('shipped prices list no model twice for a date', () => {
    const keys = prices.map(({ pattern, validFrom }) => `${pattern} ${validFrom}`)

    expect(new Set(keys).size).toBe(keys.length)
  })

  test('shipped prices state source and date, except for the demo model', () => {
    const unsaid = prices.filter(({ source }) => !/, checked 20\d\d-\d\d-\d\d, from /.test(source))

    expect(unsaid.map(({ pattern }) => pattern)).toEqual(['demo-*'])
  })

  test('shipped prices charge for input and, except for embeddings, for output', () => {
    const free = prices.filter(({ input, output }) => input === 0 || output === 0)

    expect(free.every(({ pattern }) => pattern.startsWith('text-embedding-'))).toBe(true)
  })

  test('shipped prices follow a price cut', () => {
    expect(costAt('gpt-5.6-terra-2026-07-01', '2026-07-01')).toBe(17_500_000_000)
    expect(costAt('gpt-5.6-terra-2026-07-01', '2026-08-01')).toBe(14_000_000_000)
  })

  test.each([
    ['claude-3-5-sonnet-20241022', 18],
    ['claude-opus-4-20250514', 90],
    ['claude-opus-4-5-20251101', 30],
    ['claude-haiku-4-5', 6],
    ['gemini-2.5-flash', 2.8],
    ['gemini-2.0-flash-lite-001', 0.375],
  ])('shipped prices charge for a million tokens in and out: %s, %d dollars', (model, dollars) => {
    expect(costAt(model, '2026-08-01')).toBe(dollars * 1e9)
  })

  test.each([
    ['gpt-audio-2025-08-28', 2.5 + 10 + 32 + 64],
    ['gpt-4o-realtime-preview', 5 + 20 + 40 + 80],
    ['gemini-live-2.5-flash-preview', 0.5 + 2 + 3 + 12],
    ['gemini-2.5-flash', 0.3 + 2.5 + 1 + 2.5],
  ])(
    'shipped prices charge for a million tokens and as much audio in and out: %s, %d dollars',
    (model, dollars) => {
      const price = findPrice(prices, model, at('2026-08-01'))
      const both = { input: 2_000_000, output: 2_000_000, ...audioUsage(1_000_000, 1_000_000) }

      expect(price && computeCost(price, { ...ZERO_USAGE, ...both }).total).toBe(dollars * 1e9)
    },
  )

  test.each([
    ['gpt-realtime-mini', 0.3],
    ['gemini-2.5-flash', 0.1],
    ['gpt-4o-realtime-preview', 2.5],
  ])(
    'shipped prices charge for a million cached audio tokens: %s, %d dollars',
    (model, dollars) => {
      const price = findPrice(prices, model, at('2026-08-01'))
      const cached = { input: 1_000_000, cachedRead: 1_000_000, audioCached: 1_000_000 }

      expect(price && computeCost(price, { ...ZERO_USAGE, ...cached }).total).toBe(dollars * 1e9)
    },
  )

  test.each(['gpt-4o-audio-preview', 'gpt-4o-2024-05-13', 'llama3', 'codestral'])(
    'shipped prices have no guess for %s',
    (model) => {
      expect(costAt(model, '2026-08-01')).toBeUndefined()
    },
  )
})
