import { isDefinedError, ORPCError } from '@orpc/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Limits } from '@lathe/contract'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { client } from './api.ts'
import { describeError } from './describe-error.ts'
import { isWorthRetrying } from './query-client.ts'
import { onSessionLost } from './session.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { QueryClient } from '@tanstack/react-query'
import { prefetchComparison } from '../../features/comparisons/comparison-queries.ts'

let stop = () => {}
afterEach(() => stop())

const about = {
  version: '0.1.0',
  node: '24.21.0',
  store: 'sqlite' as const,
  location: '/data',
  url: 'http://127.0.0.1:4747',
  requireKeys: false,
  startedMs: 800,
  memoryBytes: 90_000_000,
  runs: { running: 0, queued: 0 },
  limits: Limits.parse({}),
}

describe('client', () => {
  test('returns responses that match the contract', async () => {
    stop = serveFake({ system: { about: fake.system.about.handler(() => about) } })

    await expect(client.system.about()).resolves.toEqual(about)
  })

  test('keeps the request id of a failed call', async () => {
    stop = serveFake({
      system: {
        about: fake.system.about.handler(({ errors }) => {
          throw errors.FORBIDDEN()
        }),
      },
    })

    const error: unknown = await client.system.about().catch((error: unknown) => error)

    expect(isDefinedError(error)).toBe(true)
    expect(describeError(error)).toEqual({
      message: 'You do not have permission to do this',
      code: 'FORBIDDEN',
      requestId: 'request-1',
    })
  })

  test('reports a lost session', async () => {
    const lost = vi.fn<() => void>()
    onSessionLost(lost)
    stop = serveFake({
      system: {
        about: fake.system.about.handler(({ errors }) => {
          throw errors.UNAUTHENTICATED()
        }),
      },
    })

    await expect(client.system.about()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })

    expect(lost).toHaveBeenCalledTimes(1)
  })
})

describe('isWorthRetrying', () => {
  test.each([
    [new TypeError('Failed to fetch'), true],
    [new ORPCError('OVERLOADED', { status: 429 }), true],
    [new ORPCError('BAD_GATEWAY', { status: 502 }), true],
    [new ORPCError('NO_SUCH_AGENT', { status: 404 }), false],
    [new ORPCError('INTERNAL', { status: 500 }), false],
  ])('classifies whether %s is worth retrying: %s', (error, expected) => {
    expect(isWorthRetrying(error)).toBe(expected)
  })
})

describe('describeError', () => {
  test('reports an unreachable server when a request got no response', () => {
    expect(describeError(new TypeError('Failed to fetch')).message).toMatch(/cannot be reached/)
  })

  test('lists the issues of a rejected input', () => {
    const issues = [{ path: 'name', message: 'too long' }]
    const error = new ORPCError('INVALID_INPUT', { message: 'Not valid', data: { issues } })

    expect(describeError(error).message).toBe('Not valid\nname: too long')
  })

  test('describes any thrown value', () => {
    expect(describeError('plain text').message).toBe('plain text')
    expect(describeError(undefined).message).toBe('Something went wrong.')
  })
})

const script = readFileSync(join(import.meta.dirname, '../../../public/first-data.js'), 'utf8')
const id = '0196f0a1-0000-7000-8000-000000000001'
const other = '0196f0a1-0000-7000-8000-000000000002'

const original = globalThis.fetch
let calls: { path: string; signal: AbortSignal | null | undefined }[] = []
let answer = () => Response.json({ json: {} })

beforeEach(() => {
  calls = []
  answer = () => Response.json({ json: {} })
  globalThis.fetch = async (input, init) => {
    const isRequest = input instanceof Request
    const path = isRequest ? new URL(input.url).pathname : String(input)
    calls.push({ path, signal: isRequest ? input.signal : init?.signal })
    return answer()
  }
})
afterEach(() => {
  globalThis.fetch = original
  delete window.earlyCalls
  history.replaceState(null, '', '/')
})

function openPage(address: string) {
  history.replaceState(null, '', address)
  runInThisContext(script)
}

test('uses the prefetched response of a comparison page', async () => {
  openPage(`/compare/${id}`)

  await prefetchComparison(new QueryClient(), id)

  expect(calls.map(({ path }) => path)).toEqual(['/rpc/comparisons/get'])
})

test('uses the prefetched response of a trace page and aborts it with its consumer', async () => {
  openPage(`/traces/${id}?view=tree`)
  const stop = new AbortController()

  await client.traces.outline({ id }, { signal: stop.signal })
  stop.abort()

  expect(calls).toEqual([
    { path: '/rpc/traces/outline', signal: expect.objectContaining({ aborted: true }) },
  ])
})

test('aborts the prefetch when the request differs', async () => {
  openPage(`/traces/${id}`)

  await client.traces.outline({ id: other })

  expect(calls.map(({ signal }) => signal?.aborted)).toEqual([true, false])
})

test('repeats a prefetch that failed', async () => {
  answer = () => {
    answer = () => Response.json({ json: {} })
    throw new TypeError('Failed to fetch')
  }
  openPage(`/traces/${id}`)

  await client.traces.outline({ id })

  expect(calls).toHaveLength(2)
})

test.each(['/', '/traces', '/traces/differences', '/compare/suites/x'])(
  'prefetches nothing on %s',
  (address) => {
    openPage(address)

    expect(calls).toEqual([])
  },
)
