import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CountRequest } from './tokens.worker.ts'
import { useTokenCount, modelEncoding } from './use-token-count.ts'

let isAway: boolean

/** Runs the worker's code in the test and serves its vocabulary. */
class ServedWorker extends EventTarget {
  readonly #isServed = !isAway
  constructor() {
    super()
    if (isAway) queueMicrotask(() => this.dispatchEvent(new Event('error')))
  }
  postMessage({ id, messages }: CountRequest) {
    if (!this.#isServed) return
    const data = { id, tokens: messages.length }
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
  terminate() {}
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Worker', ServedWorker)
})

test('the token count recovers when the server is back', async () => {
  isAway = true
  const messages = [{ role: 'user', text: 'Hello' }]
  const { result } = renderHook(() => useTokenCount(messages, 'o200k_base'))
  const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  await later(300)
  expect(result.current).toBe(null)
  await later(20_000)
  expect(result.current).toBe(null)

  isAway = false
  await later(6_000)

  expect(result.current).toBe(1)
})

test.each([
  ['gpt-4', 'cl100k_base', true],
  ['gpt-4-turbo-2024-04-09', 'cl100k_base', true],
  ['gpt-3.5-turbo', 'cl100k_base', true],
  ['gpt-4o-mini', 'o200k_base', true],
  ['gpt-4.1', 'o200k_base', true],
  ['gpt-5.6-sol', 'o200k_base', true],
  ['o3-mini', 'o200k_base', true],
  ['demo-1', 'o200k_base', false],
  ['olmo-2', 'o200k_base', false],
])('%s is counted with %s, its own tokenizer: %s', (model, encoding, isOwn) => {
  expect(modelEncoding(model)).toEqual({ encoding, isOwn })
})
