import { audioUsage, BATCH, ZERO_USAGE, type ModelPrice } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import {
  applyBatchRate,
  priceCall,
  computeCost,
  findPrice,
  matchesModel,
  createPriceFinder,
  unknownCost,
} from './prices.ts'

const price = (over: Partial<ModelPrice>): ModelPrice => ({
  id: over.pattern ?? 'price',
  pattern: '*',
  validFrom: 0,
  input: 0,
  cachedRead: null,
  cachedWrite: null,
  output: 0,
  reasoning: null,
  audioInput: null,
  audioOutput: null,
  audioCached: null,
  source: '',
  ...over,
})

test.each([
  ['gpt-5', 'gpt-5', true],
  ['gpt-5', 'gpt-5-mini', false],
  ['gpt-5*', 'gpt-5-mini', true],
  ['*/gpt-5', 'openai/gpt-5', true],
  ['GPT-*', 'gpt-5', true],
  ['gpt.5', 'gpt-5', false],
  ['a*b*c', 'aXbYc', true],
  ['a*b*c', 'aXcYb', false],
  ['ab*ba', 'aba', false],
  ['*gpt*mini', 'gpt-5-mini', true],
  ['a*b*b', 'ab', false],
  ['*', '', true],
])('the pattern %s and the model %s: %s', (pattern, model, matches) => {
  expect(matchesModel(pattern, model)).toBe(matches)
})

describe('findPrice', () => {
  test('prefers the most specific pattern', () => {
    const prices = ['*', 'gpt-*', 'gpt-5*', 'gpt-5'].map((pattern) => price({ pattern }))

    expect(findPrice(prices, 'gpt-5', 1)?.pattern).toBe('gpt-5')
    expect(findPrice(prices, 'gpt-5-mini', 1)?.pattern).toBe('gpt-5*')
    expect(findPrice(prices, 'llama', 1)?.pattern).toBe('*')
  })

  test('takes the newest price that was valid at that time', () => {
    const prices = [10, 30, 20].map((validFrom) => price({ validFrom, id: String(validFrom) }))

    expect(findPrice(prices, 'any', 25)?.id).toBe('20')
    expect(findPrice(prices, 'any', 20)?.id).toBe('20')
    expect(findPrice(prices, 'any', 5)).toBeUndefined()
  })

  test('finds no price for an unknown model', () => {
    expect(findPrice([price({ pattern: 'gpt-*' })], 'llama', 1)).toBeUndefined()
  })
})

test('the price finder prices many calls like single ones', () => {
  const prices = [
    price({ pattern: 'gpt-*', id: 'old', validFrom: 10 }),
    price({ pattern: 'gpt-*', id: 'new', validFrom: 20 }),
    price({ pattern: 'llama', id: 'other' }),
  ]
  const priceAt = createPriceFinder(prices)

  for (const model of ['gpt-5', 'llama', 'gpt-5', 'claude'])
    for (const at of [5, 10, 19, 20])
      expect(priceAt(model, at)?.id).toBe(findPrice(prices, model, at)?.id)
})

describe('costOf', () => {
  const usage = { ...ZERO_USAGE, input: 1_000, output: 500 }

  test('prices input and output', () => {
    const cost = computeCost(price({ input: 2_000_000, output: 8_000_000 }), usage)

    expect(cost).toEqual({ total: 6_000, input: 2_000, output: 4_000, priceId: 'price' })
  })

  test('cached tokens are part of the input and have their own price', () => {
    const cached = { ...usage, cachedRead: 600, cachedWrite: 100 }
    const one = price({ input: 1_000_000, cachedRead: 100_000, cachedWrite: 2_000_000 })

    expect(computeCost(one, cached).input).toBe(300 + 60 + 200)
  })

  test('cached tokens without a price of their own cost as much as input', () => {
    expect(computeCost(price({ input: 1_000_000 }), { ...usage, cachedRead: 600 }).input).toBe(
      1_000,
    )
  })

  test('reasoning is part of the output', () => {
    const one = price({ output: 1_000_000, reasoning: 2_000_000 })

    expect(computeCost(one, { ...usage, reasoning: 200 }).output).toBe(300 + 400)
  })

  test('audio tokens are part of input and output', () => {
    const one = price({
      input: 1_000_000,
      output: 1_000_000,
      audioInput: 10_000_000,
      audioOutput: 20_000_000,
    })

    expect(computeCost(one, { ...usage, ...audioUsage(100, 50) })).toMatchObject({
      input: 900 + 1_000,
      output: 450 + 1_000,
    })
  })

  test('an inconsistent usage never has a negative cost', () => {
    const odd = { ...ZERO_USAGE, input: 5, cachedRead: 50, output: 1, reasoning: 9 }

    const cost = computeCost(price({ input: 1_000_000, output: 1_000_000 }), odd)

    expect(cost).toMatchObject({ input: 5, output: 1 })
  })
})

test('a batch costs half of the list price, part by part', () => {
  const cost = { total: 1_001, input: 301, output: 700, priceId: 'price' }

  expect(applyBatchRate({ tags: [] }, cost)).toBe(cost)
  expect(applyBatchRate({ tags: [BATCH] }, cost)).toEqual({
    ...cost,
    total: 501,
    input: 151,
    output: 350,
  })
  expect(applyBatchRate({ tags: [BATCH] }, unknownCost)).toEqual(unknownCost)
})

describe('a model with another name in its response', () => {
  const known = { total: 2, input: 1, output: 1, priceId: 'price' }
  const priceOf =
    (...names: string[]) =>
    (model: string) =>
      names.includes(model) ? { ...known, priceId: model } : unknownCost
  const renamed = { model: 'gpt-4o-2024-08-06', asked: 'gpt-4o' }

  test('prices a call by the answering model if it has a price', () => {
    const both = priceOf('gpt-4o', 'gpt-4o-2024-08-06')
    expect(priceCall(renamed, both).priceId).toBe('gpt-4o-2024-08-06')
  })

  test('prices a call by the requested model otherwise', () => {
    expect(priceCall(renamed, priceOf('gpt-4o'))).toEqual({ ...known, priceId: 'gpt-4o' })
  })

  test('leaves the cost unknown if neither model has a price', () => {
    expect(priceCall(renamed, priceOf())).toEqual(unknownCost)
    expect(priceCall({ model: null }, priceOf('gpt-4o'))).toEqual(unknownCost)
    expect(priceCall({ model: 'gpt-4o-2024-08-06' }, priceOf('gpt-4o'))).toEqual(unknownCost)
  })
})
