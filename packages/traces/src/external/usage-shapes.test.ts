import { audioOf, noUsage } from '@lathe/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fromProviderUsage,
  fromTokenUsage,
  fromUsageMetadata,
  toUsageMetadata,
} from './usage-shapes.ts'

const tokens = fc.nat(1_000_000)

test('what is told as usage metadata is read as it was, the audio of each side too', () => {
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
      (counts, heard, spoken) => {
        const usage = { ...counts, ...audioOf(heard, spoken) }

        expect(fromUsageMetadata(toUsageMetadata(usage))).toEqual(usage)
      },
    ),
  )
})

test('of audio whose side nobody told, usage metadata says nothing', () => {
  const { audioInput: _in, audioOutput: _out, ...untold } = noUsage

  expect(JSON.stringify(toUsageMetadata({ ...untold, audio: 9 }))).not.toContain('audio')
})

const expected = { ...noUsage, input: 90, output: 60, cachedRead: 8, ...audioOf(40, 30) }

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
])('what was read from the cache and written to it is part of the input, by %s', (_, usage) => {
  expect(fromProviderUsage(usage)).toEqual({ ...noUsage, input: 9, cachedRead: 3, cachedWrite: 4 })
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
])('the audio of %s is told by side', (_, usage, more: object = {}) => {
  expect(fromProviderUsage(usage)).toEqual({ ...expected, ...more })
  expect(fromTokenUsage(usage)).toEqual({ ...expected, ...more })
})
