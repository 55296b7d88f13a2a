import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { listen } from './listen.ts'

const answer = () => {}

test('takes the next free port when none was asked for', async () => {
  const first = await listen(answer, { host: '127.0.0.1', port: undefined })
  const second = await listen(answer, { host: '127.0.0.1', port: undefined })

  expect(first.port).toBeGreaterThanOrEqual(4747)
  expect(second.port).toBeGreaterThan(first.port)
  first.server.close()
  second.server.close()
})

test('refuses a taken port that was asked for, by its name', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' ? address?.port : undefined

  await expect(listen(answer, { host: '127.0.0.1', port })).rejects.toThrow(
    `PORT: ${port} is in use`,
  )
  taken.close()
})
