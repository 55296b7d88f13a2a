import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prefetchComparison } from '../../features/comparisons/comparison-queries.ts'
import { client } from './api.ts'

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

  await client.traces.skeleton({ id }, { signal: stop.signal })
  stop.abort()

  expect(calls).toEqual([
    { path: '/rpc/traces/skeleton', signal: expect.objectContaining({ aborted: true }) },
  ])
})

test('aborts the prefetch when the request differs', async () => {
  openPage(`/traces/${id}`)

  await client.traces.skeleton({ id: other })

  expect(calls.map(({ signal }) => signal?.aborted)).toEqual([true, false])
})

test('repeats a prefetch that failed', async () => {
  answer = () => {
    answer = () => Response.json({ json: {} })
    throw new TypeError('Failed to fetch')
  }
  openPage(`/traces/${id}`)

  await client.traces.skeleton({ id })

  expect(calls).toHaveLength(2)
})

test.each(['/', '/traces', '/traces/differences', '/compare/suites/x'])(
  'prefetches nothing on %s',
  (address) => {
    openPage(address)

    expect(calls).toEqual([])
  },
)
