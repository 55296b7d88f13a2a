import { audioOf, noUsage } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { readUsage } from './otlp-usage.ts'

const genAi = { 'gen_ai.usage.input_tokens': 90, 'gen_ai.usage.output_tokens': 60 }
const used = { ...noUsage, input: 90, output: 60 }

test.each([
  'gen_ai.usage.cache_write.input_tokens',
  'gen_ai.usage.cache_creation.input_tokens',
  'gen_ai.usage.details.cache_write_tokens',
  'llm.token_count.prompt_details.cache_write',
])('%s was written to the cache', (name) => {
  expect(readUsage({ ...genAi, [name]: 7 })).toEqual({ ...used, cachedWrite: 7 })
})

describe('audio', () => {
  test.each([
    ['GenAI', { 'gen_ai.usage.audio.input_tokens': 40, 'gen_ai.usage.audio.output_tokens': '30' }],
    ['LiveKit', { 'gen_ai.usage.input_audio_tokens': 40, 'gen_ai.usage.output_audio_tokens': 30 }],
    [
      'Pydantic AI',
      {
        'gen_ai.usage.details.input_audio_tokens': 40,
        'gen_ai.usage.details.output_audio_tokens': 30,
      },
    ],
    [
      'LangSmith',
      {
        'gen_ai.usage.input_token_details': '{"audio":40}',
        'gen_ai.usage.output_token_details': '{"audio":30}',
      },
    ],
    [
      'OpenInference',
      {
        'llm.token_count.prompt_details.audio': 40,
        'llm.token_count.completion_details.audio': 30,
      },
    ],
  ])('is told by side by %s', (_, attributes) => {
    expect(readUsage({ ...genAi, ...attributes })).toEqual({ ...used, ...audioOf(40, 30) })
  })

  test.each([
    'gen_ai.usage.audio.cache_read.input_tokens',
    'gen_ai.usage.details.cache_audio_read_tokens',
  ])('that came from the cache, by %s, is not heard anew', (name) => {
    const told = { 'gen_ai.usage.audio.input_tokens': 40, [name]: 10 }

    expect(readUsage({ ...genAi, ...told })).toMatchObject({ ...audioOf(30, 0), audioCached: 10 })
  })

  test('that was spoken alone is of its side, whatever one count says too', () => {
    const told = { 'gen_ai.usage.output_audio_tokens': 25 }
    const usage = readUsage({ ...genAi, ...told, 'gen_ai.usage.details.audio_tokens': 25 })

    expect(usage).toEqual({ ...used, ...audioOf(0, 25) })
  })

  test('with one count for both sides has none, rather than a wrong one', () => {
    const { audioInput: _in, audioOutput: _out, ...untold } = used
    const usage = readUsage({ ...genAi, 'gen_ai.usage.details.audio_tokens': 25 })

    expect(usage).toStrictEqual({ ...untold, audio: 25 })
  })

  test('that nobody speaks of is none', () => {
    expect(readUsage(genAi)).toEqual(used)
  })
})
