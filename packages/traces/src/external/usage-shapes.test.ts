import { audioUsage, ZERO_USAGE } from '@lathe/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  attributeTokens,
  fromProviderUsage,
  fromTokenUsage,
  fromUsageMetadata,
  toUsageMetadata,
} from './usage-shapes.ts'

const tokens = fc.nat(1_000_000)

test('usage metadata survives a round trip, including audio by direction', () => {
  fc.assert(
    fc.property(
      fc.record({
        input: tokens,
        output: tokens,
        cachedRead: tokens,
        cachedWrite: tokens,
        reasoning: tokens,
      }),
      tokens,
      tokens,
      fc.integer({ min: 1, max: 1_000 }),
      (counts, heard, spoken, hour) => {
        const cachedWrite = counts.cachedWrite + hour
        const usage = {
          ...counts,
          ...audioUsage(heard, spoken),
          cachedWrite,
          cachedWrite1h: hour,
          unattributed: counts.reasoning + counts.cachedRead + cachedWrite + 1,
        }

        expect(fromUsageMetadata(toUsageMetadata(usage))).toEqual(usage)
      },
    ),
  )
})

test('usage metadata omits audio without a direction', () => {
  const { audioInput: _in, audioOutput: _out, ...untold } = ZERO_USAGE

  expect(JSON.stringify(toUsageMetadata({ ...untold, audio: 9 }))).not.toContain('audio')
})

const expected = { ...ZERO_USAGE, input: 90, output: 60, cachedRead: 8, ...audioUsage(40, 30) }

test.each([
  [
    'OpenAI',
    { prompt_tokens: 9, prompt_tokens_details: { cached_tokens: 3, cache_write_tokens: 4 } },
  ],
  [
    'Anthropic',
    {
      input_tokens: 2,
      cache_read_input_tokens: 3,
      cache_creation_input_tokens: 4,
      output_tokens: 0,
    },
  ],
])('cache reads and writes are part of the input, by %s', (_, usage) => {
  expect(fromProviderUsage(usage)).toEqual({
    ...ZERO_USAGE,
    input: 9,
    cachedRead: 3,
    cachedWrite: 4,
  })
})

test.each([
  [
    'chat completions',
    {
      prompt_tokens: 90,
      completion_tokens: 60,
      prompt_tokens_details: { cached_tokens: 8, audio_tokens: 40 },
      completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 30 },
    },
  ],
  [
    'responses',
    {
      input_tokens: 90,
      output_tokens: 60,
      input_tokens_details: { cached_tokens: 8, audio_tokens: 40 },
      output_tokens_details: { audio_tokens: 30 },
    },
  ],
  [
    'a conversation by voice, which also says what of the audio was cached',
    {
      input_tokens: 90,
      output_tokens: 60,
      input_token_details: {
        text_tokens: 45,
        audio_tokens: 45,
        cached_tokens: 8,
        cached_tokens_details: { text_tokens: 3, audio_tokens: 5 },
      },
      output_token_details: { text_tokens: 30, audio_tokens: 30 },
    },
    { audioCached: 5 },
  ],
])('the audio of %s has a direction', (_, usage, more: object = {}) => {
  expect(fromProviderUsage(usage)).toEqual({ ...expected, ...more })
  expect(fromTokenUsage(usage)).toEqual({ ...expected, ...more })
})

test('Gemini’s reasoning that is only in the total is charged as output', () => {
  const usage = fromUsageMetadata({ input_tokens: 12, output_tokens: 700, total_tokens: 1_912 })

  expect(usage).toEqual({ ...ZERO_USAGE, input: 12, output: 700, unattributed: 1_200 })
  for (const model of ['gemini-2.5-pro', 'models/gemini-3-flash', 'google/gemini-2.5-flash'])
    expect(usage && attributeTokens(usage, model)).toEqual({
      ...ZERO_USAGE,
      input: 12,
      output: 1_900,
      reasoning: 1_200,
    })
  expect(usage && attributeTokens(usage, 'some-other-model')).toEqual(usage)
})

test.each([
  ['reasoning', { output_token_details: { reasoning: 30 } }, { output: 50, reasoning: 30 }],
  ['cached input', { input_token_details: { cache_read: 30 } }, { input: 40, cachedRead: 30 }],
])('detects by the total that %s is not yet included', (_, details, expected) => {
  const usage = { input_tokens: 10, output_tokens: 20, total_tokens: 60, ...details }

  expect(fromUsageMetadata(usage)).toEqual({ ...ZERO_USAGE, input: 10, output: 20, ...expected })
})

test('ignores a total smaller than its parts', () => {
  const usage = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 25 }

  expect(fromProviderUsage(usage)).toEqual({ ...ZERO_USAGE, input: 10, output: 20 })
})

test('splits Anthropic’s cache writes by lifetime', () => {
  const cache_creation = { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 300 }
  const usage = { input_tokens: 5, output_tokens: 1, cache_creation_input_tokens: 400 }

  expect(fromProviderUsage({ ...usage, cache_creation })).toEqual({
    ...ZERO_USAGE,
    input: 405,
    output: 1,
    cachedWrite: 400,
    cachedWrite1h: 300,
  })
})
