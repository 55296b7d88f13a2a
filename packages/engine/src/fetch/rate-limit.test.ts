import { expect, test } from 'vitest'
import { chatRequest, connectionTo } from '../testing/model-access.ts'
import { type CallWait, type ModelConnection, newCall, createOutsideScope } from './request.ts'
import { createRateLimiter } from './rate-limit.ts'

/** Long enough for all calls that need no wait, also on a busy machine. */
const MINUTE_MS = 700
/** Timers may fire slightly early. */
const EARLY_MS = 5

/** Makes calls through one limiter and records the time and waits of each. */
function calling(
  connection: Partial<ModelConnection>,
  answer: () => Response = () => new Response(),
) {
  const sent: number[] = []
  const waits: CallWait[] = []
  const began = performance.now()
  const limited = createRateLimiter(
    60_000,
    MINUTE_MS,
  )(async () => {
    sent.push(Math.round(performance.now() - began))
    return answer()
  })
  const to = connectionTo('http://provider', connection)
  const call = async (signal?: AbortSignal) => {
    const scope = createOutsideScope((wait) => void waits.push(wait))
    const response = await limited(chatRequest(to, { call: { ...newCall(), scope }, signal }))
    await response.text()
  }
  return { sent, waits, call }
}

const limitedTo = { requestsPerMinute: 2 }

test('sends the requests allowed per minute, and the next one a minute after the first', async () => {
  const { sent, waits, call } = calling(limitedTo)
  await Promise.all([call(), call(), call()])

  expect((sent[2] ?? 0) - (sent[0] ?? 0)).toBeGreaterThanOrEqual(MINUTE_MS - EARLY_MS)
  expect(waits[0]).toMatchObject({ for: 'requests' })
})

test('corrects its token count with the usage in the answer', async () => {
  const answer = () => new Response(JSON.stringify({ usage: { total_tokens: 900 } }))
  const { sent, waits, call } = calling({ tokensPerMinute: 1_000 }, answer)
  await call()
  await call()
  await call()

  expect((sent[2] ?? 0) - (sent[0] ?? 0)).toBeGreaterThanOrEqual(MINUTE_MS - EARLY_MS)
  expect(waits[0]).toMatchObject({ for: 'tokens' })
})

test('pauses all calls to a provider that sends Retry-After', async () => {
  const answers = [new Response(null, { status: 429, headers: { 'retry-after-ms': '300' } })]
  const { sent, waits, call } = calling({}, () => answers.shift() ?? new Response())
  await call()
  await call()

  expect(sent[1]).toBeGreaterThanOrEqual(300 - EARLY_MS)
  expect(waits[0]).toMatchObject({ for: 'retry-after' })
})

test('a cancelled wait lets the next call start', async () => {
  const { sent, call } = calling(limitedTo)
  await Promise.all([call(), call()])
  const stopping = new AbortController()
  const stopped = call(stopping.signal).catch((error: unknown) => error)
  const next = call()

  stopping.abort(new Error('stopped'))
  await next

  expect(await stopped).toMatchObject({ message: 'stopped' })
  expect(sent).toHaveLength(3)
})
