import OpenAI from 'openai'
import { afterEach, beforeEach } from 'vitest'
import type { Practice, StartOptions } from '../start-practice.ts'
import { startPractice } from '../start-practice.ts'

/** Starts a provider before each test of a file and stops it afterwards. */
export function eachTestWithPractice(options: StartOptions = {}): { readonly current: Practice } {
  let practice: Practice | undefined
  beforeEach(async () => {
    practice = await startPractice(options)
  })
  afterEach(() => practice?.close())
  return {
    get current() {
      if (!practice) throw new Error('The provider runs only inside a test')
      return practice
    },
  }
}

export function openAi(practice: Practice, apiKey = 'any'): OpenAI {
  return new OpenAI({ baseURL: practice.url, apiKey, maxRetries: 0 })
}

export const FAST = 'practice-fast'

export function user(content: string): { role: 'user'; content: string } {
  return { role: 'user', content }
}

/** A raw request, for what no client would send. */
export function post(
  practice: Practice,
  path: string,
  body: unknown,
  headers = {},
): Promise<Response> {
  return fetch(practice.url + path, {
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
