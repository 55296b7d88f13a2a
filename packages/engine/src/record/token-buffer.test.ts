import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { tokenBuffer } from './token-buffer.ts'
import type { TokenSource } from './token-buffer.ts'

const source = (spanId: string): TokenSource => ({
  node: 'write',
  taskId: 'task',
  superstep: 1,
  spanId,
  messageId: spanId,
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function buffer() {
  const given: string[] = []
  const tokens = tokenBuffer({
    event: ({ spanId, channel, text }) => given.push(`${spanId} ${channel} ${text}`),
  })
  return { given, tokens }
}

describe('the token buffer', () => {
  test('sends the first token at once and a burst together', () => {
    const { given, tokens } = buffer()
    const write = source('a')

    for (const text of ['One', ' two', ' three']) tokens.push(write, 'text', text)
    const atOnce = [...given]
    vi.advanceTimersByTime(10)

    expect(atOnce).toEqual(['a text One'])
    expect(given).toEqual(['a text One', 'a text  two three'])
  })

  test('the token buffer does not delay slow tokens', () => {
    const { given, tokens } = buffer()
    const write = source('a')

    for (const text of ['One', ' two', ' three']) {
      tokens.push(write, 'text', text)
      vi.advanceTimersByTime(50)
    }

    expect(given).toEqual(['a text One', 'a text  two', 'a text  three'])
  })

  test('separates calls and channels, each in order', () => {
    const { given, tokens } = buffer()
    const [a, b] = [source('a'), source('b')]

    tokens.push(a, 'reasoning', 'Hm')
    tokens.push(a, 'reasoning', 'm')
    tokens.push(b, 'text', 'Yes')
    tokens.push(a, 'text', 'No')
    tokens.push(a, 'text', '!')
    tokens.flush()

    expect(given.filter((line) => line.startsWith('a'))).toEqual([
      'a reasoning Hm',
      'a reasoning m',
      'a text No!',
    ])
    expect(given).toContain('b text Yes')
  })

  test('sends waiting tokens before another event', () => {
    const { given, tokens } = buffer()

    tokens.push(source('a'), 'text', 'One')
    tokens.push(source('a'), 'text', ' two')
    tokens.flush()

    expect(given).toEqual(['a text One', 'a text  two'])
  })
})
