import { expect, test } from 'vitest'
import { withoutSecrets } from './without-secrets.ts'

const KEY = 'sk-canary-0123456789'

const inPieces = (text: string, size: number) =>
  new Response(
    new ReadableStream({
      start(controller) {
        const bytes = new TextEncoder().encode(text)
        for (let at = 0; at < bytes.length; at += size)
          controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    }),
    { status: 401, headers: { 'x-request-id': 'a' } },
  )

test.each([1, 3, 7, 1_000])(
  'cuts a secret out of an answer in pieces of %i bytes',
  async (size) => {
    const said = `Incorrect key: ${KEY}. Bearer ${KEY}, schlüssel`

    const answer = withoutSecrets(inPieces(said, size), [KEY, null])

    expect(await answer.text()).toBe('Incorrect key: [secret]. Bearer [secret], schlüssel')
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([401, 'a'])
  },
)

test('leaves alone what is too short to be a secret', async () => {
  expect(await withoutSecrets(inPieces('none of it', 4), ['none']).text()).toBe('none of it')
})

test('breaks off where the answer breaks off', async () => {
  const broken = new Response(
    new ReadableStream({
      pull(controller) {
        controller.error(new Error('cut'))
      },
    }),
  )

  await expect(withoutSecrets(broken, [KEY]).text()).rejects.toThrow('cut')
})
