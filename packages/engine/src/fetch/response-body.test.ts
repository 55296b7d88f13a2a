import { expect, test } from 'vitest'
import { startServer } from '../testing/http-server.ts'
import { chatRequest, connectionTo, quickAccess, testPorts } from '../testing/model-access.ts'
import { readAhead } from './response-body.ts'

test('an answer that the reader cancels is recorded once', async () => {
  const server = await startServer((_, response) => void response.write('a'))
  const { ports, exchanges } = testPorts()
  const connection = connectionTo(server.url, { concurrency: 1 })
  const response = await quickAccess().forRun(ports)(chatRequest(connection))
  const reader = response.body?.getReader()

  await reader?.read()
  await reader?.cancel()
  await server.close()

  expect(exchanges.map(({ error }) => error)).toEqual([null])
})

const bytes = (text: string) => new TextEncoder().encode(text)

function answering() {
  const { promise: ended, resolve: onEnd } = Promise.withResolvers<void>()
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const response = readAhead(new Response(readable, { status: 201 }), onEnd)
  return { ended, response, writer: writable.getWriter() }
}

test('an unread answer is received to its end and kept for a later reader', async () => {
  const { ended, response, writer } = answering()

  await writer.write(bytes('a'))
  await writer.write(bytes('b'))
  await writer.close()
  await ended

  expect(response.status).toBe(201)
  expect(await response.text()).toBe('ab')
})

test('a broken answer returns the bytes before the break', async () => {
  const { ended, response, writer } = answering()
  await writer.write(bytes('a'))
  await writer.abort(new Error('cut'))
  await ended

  const reader = response.body?.getReader()

  expect(await reader?.read()).toEqual({ done: false, value: bytes('a') })
  await expect(reader?.read()).rejects.toThrow('cut')
})

test('a cancelled answer is complete', async () => {
  const { ended, response, writer } = answering()

  await response.body?.cancel('enough')

  await ended
  await expect(writer.write(bytes('a'))).rejects.toBe('enough')
})
