import OpenAI from 'openai'
import { afterEach, beforeEach } from 'vitest'
import { type MockProvider, startMockProvider, type StartOptions } from '../start-mock-provider.ts'

/** Starts a provider before each test of a file and stops it afterwards. */
export function eachTestWithMockProvider(options: StartOptions = {}): {
  readonly current: MockProvider
} {
  let mockProvider: MockProvider | undefined
  beforeEach(async () => {
    mockProvider = await startMockProvider(options)
  })
  afterEach(() => mockProvider?.close())
  return {
    get current() {
      if (!mockProvider) throw new Error('The provider runs only inside a test')
      return mockProvider
    },
  }
}

export function openAi(mockProvider: MockProvider, apiKey = 'any'): OpenAI {
  return new OpenAI({ baseURL: mockProvider.url, apiKey, maxRetries: 0 })
}

export const FAST = 'demo-fast'

export function user(content: string): { role: 'user'; content: string } {
  return { role: 'user', content }
}

/** A raw request, for what no client would send. */
export function post(
  mockProvider: MockProvider,
  path: string,
  body: unknown,
  headers = {},
): Promise<Response> {
  return fetch(mockProvider.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}
