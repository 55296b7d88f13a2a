import { expect, test } from 'vitest'
import { safeHeaders, safeUrl, redactSecrets } from './redact.ts'

test('records no header that could carry a secret', () => {
  const headers = new Headers({
    authorization: 'Bearer canary',
    'set-cookie': 'canary',
    'x-api-key': 'canary',
    'x-anything': 'canary',
    'content-type': 'application/json',
    'x-ratelimit-remaining-tokens': '10',
    'x-request-id': 'req_1',
  })

  expect(safeHeaders(headers)).toEqual({
    'content-type': 'application/json',
    'x-ratelimit-remaining-tokens': '10',
    'x-request-id': 'req_1',
  })
})

test('removes user, password, fragment and unknown parameters from a URL', () => {
  const url = new URL(
    'https://user:canary@example.com/v1/x?api-version=2024&key=canary&sig=canary#canary',
  )

  expect(safeUrl(url)).toBe('https://example.com/v1/x?api-version=2024&key=redacted&sig=redacted')
})

const KEY = 'sk-canary-0123456789'

const inPieces = (text: string | Uint8Array, size: number) =>
  new Response(
    new ReadableStream({
      start(controller) {
        const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
        for (let at = 0; at < bytes.length; at += size)
          controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    }),
    { status: 401, headers: { 'x-request-id': 'a' } },
  )

test.each([1, 3, 7, 1_000])(
  'removes a secret from an answer in chunks of %i bytes',
  async (size) => {
    const said = `Incorrect key: ${KEY}. Bearer ${KEY}, schlüssel`

    const answer = redactSecrets(inPieces(said, size), [KEY, null])

    expect(await answer.text()).toBe('Incorrect key: [secret]. Bearer [secret], schlüssel')
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([401, 'a'])
  },
)

test('keeps values that are too short to be a secret', async () => {
  expect(await redactSecrets(inPieces('none of it', 4), ['none']).text()).toBe('none of it')
})

test('ends where the answer breaks off', async () => {
  const broken = new Response(
    new ReadableStream({
      pull(controller) {
        controller.error(new Error('cut'))
      },
    }),
  )

  await expect(redactSecrets(broken, [KEY]).text()).rejects.toThrow('cut')
})

test('holds back only bytes that can begin a secret', async () => {
  const { promise: later, resolve } = Promise.withResolvers<void>()
  const encoder = new TextEncoder()
  const streaming = new Response(
    new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(encoder.encode('data: one sk-can'))
        await later
        controller.enqueue(encoder.encode('opy'))
        controller.close()
      },
    }),
  )
  const reader = redactSecrets(streaming, [KEY]).body?.getReader()
  const read = async () => new TextDecoder().decode((await reader?.read())?.value)

  expect(await read()).toBe('data: one ')
  resolve()
  expect(await read()).toBe('sk-canopy')
})

test('passes through every byte that is not text', async () => {
  const bytes = Uint8Array.from({ length: 512 }, (_, at) => at % 256)

  const answer = redactSecrets(inPieces(bytes, 7), [KEY])

  expect(await answer.bytes()).toEqual(bytes)
})

test('removes a secret in JSON escapes and one outside ASCII', async () => {
  const secrets = ['quo"ted\\secret', 'geheimer-schlüssel']

  const answer = redactSecrets(inPieces(JSON.stringify(secrets), 3), secrets)

  expect(await answer.json()).toEqual(['[secret]', '[secret]'])
})

test('keeps placeholders for keys in answers', async () => {
  const good = (text: string) => redactSecrets(new Response(text), ['lm-studio']).text()

  expect(await good('Try lm-studio.')).toBe('Try lm-studio.')
})
