import { describe, expect, test } from 'vitest'
import { type Answer, delta, DONE, event, startStream, usage } from '../testing/http-server.ts'
import { type Fields, createTestModel, stream, streamedInvoke } from './chat-model.fixture.ts'

/** Sends comments in parts and blank lines until the client disconnects. */
const keepAlive: Answer = (_, response) => {
  const pieces = [': keep', '-alive\n', '\n', ':', ' data: {}\r\n\r\n']
  const timer = setInterval(() => {
    const [piece = ''] = pieces.splice(0, 1)
    pieces.push(piece)
    response.write(piece)
  }, 5)
  response.once('close', () => clearInterval(timer))
}

describe('a broken answer', () => {
  test.each<[string, Answer, string, Fields?]>([
    [
      'is cut',
      (_, response) => void setTimeout(() => response.destroy(), 20),
      'STREAM_INTERRUPTED',
    ],
    ['ends without its last event', (_, response) => void response.end(), 'STREAM_INTERRUPTED'],
    ['stalls', () => {}, 'TIMEOUT', { idleMs: 1_000 }],
    ['sends only keep-alives', keepAlive, 'TIMEOUT', { connection: { timeoutMs: 2_000 } }],
    [
      'contains an error event',
      (_, response) => void response.end(event({ error: { message: 'overloaded' } })),
      'PROVIDER_ERROR',
    ],
  ])('(it %s) is retried from the start', async (_, breakOff, code, fields) => {
    const answer: Answer = async (request, response, nth) => {
      if (nth > 1) return stream(request, response, nth)
      startStream(response, delta({ content: 'Hel' }))
      return breakOff(request, response, nth)
    }
    const { model, server, exchanges, retries } = await createTestModel(answer, fields)

    const { answer: said, tokens, errors } = await streamedInvoke(model)

    expect(said.content).toBe('Hello wörld')
    expect(tokens.slice(0, 2)).toEqual(['Hel', ''])
    expect(errors).toMatchObject([{ code }])
    expect(retries).toMatchObject([{ attempt: 1, maxAttempts: 3, code }])
    expect(server.seen).toHaveLength(2)
    expect(exchanges.map(({ attempt, address }) => [attempt, address.ordinal])).toEqual([
      [1, 0],
      [2, 0],
    ])
  })

  test('fails after the last retry', async () => {
    const { model, server } = await createTestModel((_, response) => {
      startStream(response, delta({ content: 'Hel' }))
      response.end()
    })

    expect((await streamedInvoke(model)).answer.error).toMatchObject({ code: 'STREAM_INTERRUPTED' })
    expect(server.seen).toHaveLength(3)
  })

  test.each<[string, string, string]>([
    ['is not JSON', 'data: {"choices":[{\n\n', 'BAD_RESPONSE'],
    ['has no text', 'data: {"choices":[{"delta":{"content":{"a":1}}}]}\n\n', 'BAD_RESPONSE'],
    ['has no choice', 'data: {"choices":["hello"]}\n\n', 'BAD_RESPONSE'],
    [
      'is refused',
      event({ error: { type: 'invalid_request_error', message: 'no' } }),
      'BAD_REQUEST',
    ],
  ])('retries do not repeat a broken answer that %s', async (_, text, code) => {
    const { model, server } = await createTestModel((_, response) => {
      startStream(response, delta({ content: 'Hel' }) + text)
      response.end()
    })

    expect((await streamedInvoke(model)).answer.error).toMatchObject({ code })
    expect(server.seen).toHaveLength(1)
  })
})

describe('an invalid answer', () => {
  test.each<[string, string]>([
    ['<html>Welcome</html>', 'something that is not JSON'],
    ['{"choices":[]}', 'without choices'],
    ['{"hello":1}', 'without choices'],
    ['null', 'without choices'],
  ])('(%s) has an error that describes it', async (body, message) => {
    const { model } = await createTestModel((_, response) => void response.end(body))

    await expect(model.invoke('Hello')).rejects.toMatchObject({
      code: 'BAD_RESPONSE',
      message: expect.stringContaining(message),
    })
  })

  test('rejects an empty stream', async () => {
    const { model } = await createTestModel((_, response) => {
      startStream(response, DONE)
      response.end()
    })

    expect((await streamedInvoke(model)).answer.error).toMatchObject({
      code: 'BAD_RESPONSE',
      message: 'The provider sent an empty answer',
    })
  })

  test('rejects a web page instead of a stream without a retry', async () => {
    const { model, server } = await createTestModel((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end('<html>Sign in</html>')
    })

    expect((await streamedInvoke(model)).answer.error).toMatchObject({
      code: 'BAD_RESPONSE',
      message: 'The provider sent a web page',
    })
    expect(server.seen).toHaveLength(1)
  })

  test.each([400, 401, 404, 429, 500])(
    'maps an answer with status %i to the error of the status',
    async (status) => {
      const { model } = await createTestModel(
        (_, response) => void response.writeHead(status).end('{}'),
      )

      await expect(model.invoke('Hello')).rejects.toMatchObject({ status, name: 'LatheError' })
    },
  )
})

test('cancelling ends the request', async () => {
  let isClosed = false
  const { model, exchanges } = await createTestModel((_, response) => {
    response.on('close', () => {
      isClosed = true
    })
    startStream(response, delta({ content: 'Hel' }) + usage)
  })
  const controller = new AbortController()
  const { signal } = controller
  const { tokens } = await streamedInvoke(model, { signal }, () => controller.abort())

  expect(tokens).toEqual(['Hel'])
  await expect.poll(() => isClosed).toBe(true)
  await expect.poll(() => exchanges).toMatchObject([{ error: { code: 'ABORTED' } }])
})
