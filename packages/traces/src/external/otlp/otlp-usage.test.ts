import { audioUsage, ZERO_USAGE } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { readUsage } from './otlp-usage.ts'

const genAi = { 'gen_ai.usage.input_tokens': 90, 'gen_ai.usage.output_tokens': 60 }
const used = { ...ZERO_USAGE, input: 90, output: 60 }

test.each([
  'gen_ai.usage.cache_write.input_tokens',
  'gen_ai.usage.cache_creation.input_tokens',
  'gen_ai.usage.details.cache_write_tokens',
  'llm.token_count.prompt_details.cache_write',
])('reads cache writes from %s', (name) => {
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
  ])('audio tokens have a direction in %s', (_, attributes) => {
    expect(readUsage({ ...genAi, ...attributes })).toEqual({ ...used, ...audioUsage(40, 30) })
  })

  test.each([
    'gen_ai.usage.audio.cache_read.input_tokens',
    'gen_ai.usage.details.cache_audio_read_tokens',
  ])('cached audio in %s is not counted as new audio', (name) => {
    const told = { 'gen_ai.usage.audio.input_tokens': 40, [name]: 10 }

    expect(readUsage({ ...genAi, ...told })).toMatchObject({
      ...audioUsage(30, 0),
      audioCached: 10,
    })
  })

  test('spoken audio has a direction even next to a total count', () => {
    const told = { 'gen_ai.usage.output_audio_tokens': 25 }
    const usage = readUsage({ ...genAi, ...told, 'gen_ai.usage.details.audio_tokens': 25 })

    expect(usage).toEqual({ ...used, ...audioUsage(0, 25) })
  })

  test('a total audio count leaves the direction unknown', () => {
    const { audioInput: _in, audioOutput: _out, ...untold } = used
    const usage = readUsage({ ...genAi, 'gen_ai.usage.details.audio_tokens': 25 })

    expect(usage).toStrictEqual({ ...untold, audio: 25 })
  })

  test('reads no audio without a count', () => {
    expect(readUsage(genAi)).toEqual(used)
  })
})
