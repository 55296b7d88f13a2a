import { expect, test } from 'vitest'
import { startServer } from '../testing/http-server.ts'
import { chatRequest, connectionTo, quickAccess, testPorts } from '../testing/model-access.ts'

test('an answer that is left in its midst is on record once', async () => {
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
