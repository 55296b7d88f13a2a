import { expect, test } from 'vitest'
import { cacheByText } from './cache-by-text.ts'

test('a text in use is parsed once, and an unused one is evicted', () => {
  const parsed: number[] = []
  const parse = cacheByText((text: string) => parsed.push(text.length))
  const long = (length: number) => 'x'.repeat(length)

  for (let round = 0; round < 5; round += 1) {
    parse(long(10))
    parse(long(1_500_000 + round))
  }
  expect(parsed.filter((length) => length === 10)).toHaveLength(1)

  for (let round = 0; round < 5; round += 1) parse(long(1_600_000 + round))
  parse(long(10))
  expect(parsed.filter((length) => length === 10)).toHaveLength(2)
})
