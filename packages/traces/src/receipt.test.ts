import { audioUsage, type ModelPrice, ZERO_USAGE } from '@lathe/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeCost } from './prices.ts'
import { type ReceiptLine, receiptLines, tokenParts } from './receipt.ts'

const price: ModelPrice = {
  id: '0190a000-0000-7000-8000-000000000001',
  pattern: 'm',
  validFrom: 0,
  input: 3_000_000_000,
  cachedRead: 300_000_000,
  cachedWrite: null,
  output: 15_000_000_000,
  reasoning: null,
  audioInput: null,
  audioOutput: null,
  audioCached: null,
  source: '',
}

test('each kind of token has a line with its own price or the plain one', () => {
  const usage = { ...ZERO_USAGE, input: 1_000, cachedRead: 600, output: 200, reasoning: 50 }

  expect(receiptLines(price, usage)).toEqual([
    { what: 'input', side: 'input', tokens: 400, perMillion: 3_000_000_000, isPlain: false },
    { what: 'cachedRead', side: 'input', tokens: 600, perMillion: 300_000_000, isPlain: false },
    { what: 'output', side: 'output', tokens: 150, perMillion: 15_000_000_000, isPlain: false },
    { what: 'reasoning', side: 'output', tokens: 50, perMillion: 15_000_000_000, isPlain: true },
  ])
})

const speaking = { ...price, audioInput: 32_000_000_000, audioOutput: 64_000_000_000 }

test('input and output audio have the price of their side', () => {
  const usage = {
    ...ZERO_USAGE,
    input: 1_000,
    cachedRead: 100,
    output: 500,
    ...audioUsage(300, 400),
  }

  expect(receiptLines(speaking, usage)).toEqual([
    { what: 'input', side: 'input', tokens: 600, perMillion: 3_000_000_000, isPlain: false },
    { what: 'cachedRead', side: 'input', tokens: 100, perMillion: 300_000_000, isPlain: false },
    { what: 'audioInput', side: 'input', tokens: 300, perMillion: 32_000_000_000, isPlain: false },
    { what: 'output', side: 'output', tokens: 100, perMillion: 15_000_000_000, isPlain: false },
    {
      what: 'audioOutput',
      side: 'output',
      tokens: 400,
      perMillion: 64_000_000_000,
      isPlain: false,
    },
  ])
  expect(computeCost(speaking, usage)).toMatchObject({
    input: 600 * 3_000 + 100 * 300 + 300 * 32_000,
    output: 100 * 15_000 + 400 * 64_000,
  })
})

test('audio without a direction counts as input first, and is marked', () => {
  const { audioInput: _in, audioOutput: _out, ...untold } = ZERO_USAGE

  const lines = receiptLines(speaking, { ...untold, input: 300, output: 500, audio: 400 })

  expect(lines.map(({ what, side, tokens }) => [what, side, tokens])).toEqual([
    ['audio', 'input', 300],
    ['output', 'output', 400],
    ['audio', 'output', 100],
  ])
  expect(lines.map(({ perMillion }) => perMillion)).toEqual([
    speaking.audioInput,
    speaking.output,
    speaking.audioOutput,
  ])
})

test('audio without a separate price has the price of plain tokens', () => {
  const usage = { ...ZERO_USAGE, input: 10, output: 10, ...audioUsage(4, 6) }

  expect(receiptLines(price, usage).map(({ what, isPlain }) => [what, isPlain])).toEqual([
    ['input', false],
    ['audioInput', true],
    ['output', false],
    ['audioOutput', true],
  ])
  expect(computeCost(price, usage).total).toBe(10 * 3_000 + 10 * 15_000)
})

const tokens = fc.integer({ min: 0, max: 10_000_000 })

const rate = fc.integer({ min: 0, max: 800_000_000_000 })

const optional = fc.option(rate)

const counts = fc.record({
  input: tokens,
  output: tokens,
  cachedRead: tokens,
  cachedWrite: tokens,
  reasoning: tokens,
  audio: tokens,
})

const sides = fc.record({ audioInput: tokens, audioOutput: tokens }, { requiredKeys: [] })

const rates = fc.record({
  input: rate,
  output: rate,
  cachedRead: optional,
  cachedWrite: optional,
  reasoning: optional,
  audioInput: optional,
  audioOutput: optional,
})

/** Without a float. */
const exactly = (lines: readonly ReceiptLine[], side: ReceiptLine['side']) =>
  (lines
    .filter((line) => line.side === side)
    .reduce((sum, line) => sum + BigInt(line.tokens) * BigInt(line.perMillion), 0n) +
    500_000n) /
  1_000_000n

test('adds the lines up to the cost and counts each token once', () => {
  fc.assert(
    fc.property(counts, sides, rates, (counted, told, given) => {
      const usage = { ...counted, ...told }

      const lines = receiptLines({ ...price, ...given }, usage)

      const cost = computeCost({ ...price, ...given }, usage)
      for (const side of ['input', 'output'] as const) {
        expect(BigInt(cost[side] ?? -1)).toBe(exactly(lines, side))
        const ofSide = lines.filter((line) => line.side === side)
        expect(ofSide.reduce((sum, line) => sum + line.tokens, 0)).toBe(usage[side])
      }
    }),
  )
})

test('a cost beyond double precision is exact to the nano-dollar', () => {
  const dear = { ...price, input: 80_299_300_683 }

  expect(computeCost(dear, { ...ZERO_USAGE, input: 1_254_612 }).input).toBe(100_744_466_228)
})

test('audio with a direction is never charged on the other side', () => {
  fc.assert(
    fc.property(tokens, tokens, tokens, tokens, rates, (heard, spoken, read, said, given) => {
      const usage = { ...ZERO_USAGE, input: heard + read, output: spoken + said }

      const lines = receiptLines({ ...price, ...given }, { ...usage, ...audioUsage(heard, spoken) })

      const of = (what: ReceiptLine['what']) => lines.find((line) => line.what === what)
      expect(of('audioInput')?.tokens ?? 0).toBe(heard)
      expect(of('audioOutput')?.tokens ?? 0).toBe(spoken)
      expect(of('audio')).toBeUndefined()
    }),
  )
})

test('cached audio has its own price, or that of other cached tokens', () => {
  const usage = { ...ZERO_USAGE, input: 1_000, cachedRead: 600, audioCached: 200 }
  const cached = (audioCached: number | null) =>
    receiptLines({ ...price, audioCached }, usage)
      .filter(({ what }) => what === 'cachedRead' || what === 'audioCached')
      .map(({ what, tokens, perMillion }) => [what, tokens, perMillion])

  expect(cached(20_000_000_000)).toEqual([
    ['cachedRead', 400, 300_000_000],
    ['audioCached', 200, 20_000_000_000],
  ])
  expect(cached(null)).toEqual([
    ['cachedRead', 400, 300_000_000],
    ['audioCached', 200, 300_000_000],
  ])
})

test('one-hour cache writes cost twice the input', () => {
  const usage = { ...ZERO_USAGE, input: 1_000, cachedWrite: 900, cachedWrite1h: 600 }
  const anthropic = { ...price, cachedWrite: 3_750_000_000 }

  expect(receiptLines(anthropic, usage)).toMatchObject([
    { what: 'input', tokens: 100, perMillion: 3_000_000_000 },
    { what: 'cachedWrite', tokens: 300, perMillion: 3_750_000_000 },
    { what: 'cachedWrite1h', tokens: 600, perMillion: 6_000_000_000 },
  ])
})

test('a cost is unknown in total if some tokens are neither input nor output', () => {
  const usage = { ...ZERO_USAGE, input: 1_000_000, output: 1_000_000, unattributed: 1 }

  expect(computeCost(price, usage)).toMatchObject({
    total: null,
    input: 3_000_000_000,
    output: 15_000_000_000,
  })
})

test('splits a side into non-negative parts that add up to it, for any usage', () => {
  const count = fc.nat(50)
  const usages = fc.record({
    input: count,
    output: count,
    cachedRead: count,
    cachedWrite: count,
    reasoning: count,
    audio: count,
    audioInput: count,
    audioOutput: count,
    audioCached: count,
  })

  fc.assert(
    fc.property(usages, (usage) => {
      const parts = tokenParts(usage)
      const { input, cachedRead, audioCached, cachedWrite, audioInput, unknownInputAudio } = parts
      const heard = [input, cachedRead, audioCached, cachedWrite, audioInput, unknownInputAudio]
      const said = [parts.output, parts.reasoning, parts.audioOutput, parts.unknownOutputAudio]
      expect(heard.reduce((sum, part) => sum + part)).toBe(usage.input)
      expect(said.reduce((sum, part) => sum + part)).toBe(usage.output)
      expect(Math.min(...heard, ...said)).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('audio without a direction counts as input first', () => {
  const usage = { ...ZERO_USAGE, input: 3, output: 9, audio: 5 }

  expect(tokenParts(usage)).toMatchObject({
    input: 0,
    unknownInputAudio: 3,
    unknownOutputAudio: 2,
    output: 7,
  })
})
