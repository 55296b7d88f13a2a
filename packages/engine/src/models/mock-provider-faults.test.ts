import { startMockProvider } from '@lathe/mock-provider'
import type { MockProvider } from '@lathe/mock-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectionTo, quickAccess, testPorts } from '../testing/model-access.ts'
import { createChatModel } from './load-models.ts'

let mockProvider: MockProvider
beforeAll(async () => {
  mockProvider = await startMockProvider()
  // Modules loaded with the first call must not count as the provider's silence.
  await ask('none', true)
})
beforeEach(() => mockProvider.reset())
afterAll(() => mockProvider.close())

async function ask(fault: string, isStreamed: boolean) {
  const { ports, retries } = testPorts()
  const isSilent = /timeout|stall/.test(fault)
  const access = quickAccess({ idleMs: isSilent ? 300 : 60_000 })
  const model = await createChatModel({
    connection: connectionTo(mockProvider.url, {
      baseUrl: mockProvider.url,
      defaultHeaders: { 'x-demo-fault': fault },
      timeoutMs: isSilent ? 800 : null,
    }),
    settings: { connection: 'demo', name: 'demo-fast' },
    fetch: access.forRun(ports),
    retry: access.retry,
  })
  const callbacks = isStreamed
    ? [{ name: 'stream', lc_prefer_streaming: true, handleLLMNewToken() {} }]
    : []
  const answer = await model
    .invoke('Say hello to the world, please, in a few words', { callbacks })
    .catch((error: unknown) => error)
  return { answer, retries, requests: mockProvider.requests.length }
}

describe.each([
  ['whole', false],
  ['streamed', true],
])('an answer requested %s', (_, isStreamed) => {
  test.each([
    ['429,none', 2],
    ['500,503,none', 3],
    ['html,none', 2],
    ['408,none', 2],
    ['reset,none', 2],
    ['timeout,none', 2],
  ])('arrives after %s', async (fault, requests) => {
    const asked = await ask(fault, isStreamed)

    expect(asked.answer).toMatchObject({ type: 'ai', content: expect.stringMatching(/\w/) })
    expect(asked.requests).toBe(requests)
    expect(asked.retries).toHaveLength(requests - 1)
  })

  test.each([
    ['400', 'BAD_REQUEST', 1],
    ['401', 'AUTHENTICATION', 1],
    ['403', 'PERMISSION_DENIED', 1],
    ['404', 'NOT_FOUND', 1],
    ['422', 'UNPROCESSABLE', 1],
    ['quota', 'QUOTA_EXCEEDED', 1],
    ['context', 'BAD_REQUEST', 1],
    ['429', 'RATE_LIMITED', 3],
    ['500', 'PROVIDER_ERROR', 3],
    ['reset', 'CONNECTION', 3],
    ['timeout', 'TIMEOUT', 3],
    ['malformed', 'BAD_RESPONSE', 1],
  ])('ends in the right error for %s', async (fault, code, requests) => {
    const asked = await ask(fault, isStreamed)

    expect(asked.answer).toMatchObject({ name: 'LatheError', code })
    expect(asked.requests).toBe(requests)
  })
})

test.each(['cut,none', 'stall,none', 'stream-error,none'])(
  'a stream that breaks off (%s) is repeated from its start',
  async (fault) => {
    const asked = await ask(fault, true)

    expect(asked.answer).toMatchObject({ type: 'ai' })
    expect(asked.requests).toBe(2)
    expect(asked.retries).toHaveLength(1)
  },
)

test('a streamed refusal is the content of the answer', async () => {
  const { answer } = await ask('refusal', true)

  const refusal = "I'm sorry, I can't help with that."
  expect(answer).toMatchObject({ content: refusal, additional_kwargs: { refusal } })
})
