import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { listen } from './listen.ts'

const answer = () => {}

test('uses the next free port if no port is set', async () => {
  const first = await listen(answer, { host: '127.0.0.1', port: undefined })
  const second = await listen(answer, { host: '127.0.0.1', port: undefined })

  expect(first.port).toBeGreaterThanOrEqual(4747)
  expect(second.port).toBeGreaterThan(first.port)
  first.server.close()
  second.server.close()
})

test('rejects a port that is in use and names it', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' ? address?.port : undefined

  await expect(listen(answer, { host: '127.0.0.1', port })).rejects.toThrow(
    `PORT: ${port} is in use`,
  )
  taken.close()
})
