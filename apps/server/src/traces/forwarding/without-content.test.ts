import { expect, test } from 'vitest'
import { withoutContent } from './without-content.ts'

test('keeps token counts under any known name and no text', () => {
  const counts = {
    'gen_ai.usage.input_tokens': 100,
    'llm.usage.completion_tokens': 20,
    'gen_ai.usage.details.cache_read_tokens': 40,
    'gen_ai.usage.audio.output_tokens': 15,
  }

  expect(withoutContent({ otel: { ...counts, 'gen_ai.prompt': 'Why?' } }, [])).toEqual({
    otel: counts,
  })
})
