import { type ModelPrice, noUsage } from '@lathe/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { costOf } from './prices.ts'
import { lineNanos, receiptLines } from './receipt.ts'

const price: ModelPrice = {
  id: '0190a000-0000-7000-8000-000000000001',
  pattern: 'm',
  validFrom: 0,
  input: 3_000_000_000,
  cachedRead: 300_000_000,
  cachedWrite: null,
  output: 15_000_000_000,
  reasoning: null,
  audio: null,
  source: '',
}

test('each kind of token stands in a line of its own, at its own price or the plain one', () => {
  const usage = { ...noUsage, input: 1_000, cachedRead: 600, output: 200, reasoning: 50 }

  expect(receiptLines(price, usage)).toEqual([
    { what: 'input', side: 'input', tokens: 400, perMillion: 3_000_000_000, isPlain: false },
    { what: 'cachedRead', side: 'input', tokens: 600, perMillion: 300_000_000, isPlain: false },
    { what: 'output', side: 'output', tokens: 150, perMillion: 15_000_000_000, isPlain: false },
    { what: 'reasoning', side: 'output', tokens: 50, perMillion: 15_000_000_000, isPlain: true },
  ])
})

const tokens = fc.integer({ min: 0, max: 200_000 })
const rate = fc.integer({ min: 0, max: 80_000_000_000 })
const optional = fc.option(rate)

test('whatever was used at whatever price, the lines add up to the cost, and no token counts twice', () => {
  fc.assert(
    fc.property(
      fc.record({
        input: tokens,
        output: tokens,
        cachedRead: tokens,
        cachedWrite: tokens,
        reasoning: tokens,
        audio: tokens,
      }),
      fc.record({
        input: rate,
        output: rate,
        cachedRead: optional,
        cachedWrite: optional,
        reasoning: optional,
        audio: optional,
      }),
      (usage, rates) => {
        const given = { ...price, ...rates }

        const lines = receiptLines(given, usage)

        const sum = lines.reduce((total, line) => total + lineNanos(line), 0)
        expect(Math.abs(sum - (costOf(given, usage).total ?? Number.NaN))).toBeLessThanOrEqual(1.01)
        expect(lines.reduce((total, line) => total + line.tokens, 0)).toBe(
          usage.input + usage.output,
        )
      },
    ),
  )
})
