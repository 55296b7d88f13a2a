import { afterEach, describe, expect, test } from 'vitest'
import { type Answer, startServer } from '../testing/http-server.ts'
import { chatRequest, connectionTo, quickAccess, testPorts } from '../testing/model-access.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})
async function serve(answer: Answer) {
  const server = await startServer(answer)
  closing.push(() => server.close())
  return server
}

describe('the limit on concurrent calls', () => {
  test('holds until bodies are read, across all runs', async () => {
    const open: (() => void)[] = []
    const server = await serve((_, response) => {
      response.write('a')
      open.push(() => response.end('b'))
    })
    const access = quickAccess()
    const connection = connectionTo(server.url, { concurrency: 2 })

    const texts = Array.from({ length: 8 }, async () => {
      const response = await access.forRun(testPorts().ports)(chatRequest(connection))
      return await response.text()
    })
    for (let left = texts.length; left > 0; left -= 2) {
      await expect.poll(() => open.length).toBe(2)
      for (const end of open.splice(0)) end()
    }

    expect(await Promise.all(texts)).toEqual(texts.map(() => 'ab'))
  })

  test('queues calls of all runs and connections together', async () => {
    const open: (() => void)[] = []
    const server = await serve((_, response) => void open.push(() => response.end('{}')))
    const access = quickAccess()
    const runs = ['a', 'b', 'c'].map((id) => {
      const { ports, waits } = testPorts([id], null, { id: 'together', slots: 1 })
      const answer = access.forRun(ports)(chatRequest(connectionTo(server.url, { id })))
      return { waits, text: answer.then((response) => response.text()) }
    })

    for (let at = 0; at < runs.length; at++) {
      await expect.poll(() => open.length).toBe(at + 1)
      open[at]?.()
      await runs[at]?.text
    }

    expect(runs.map(({ waits }) => waits.map((wait) => wait.for))).toEqual([
      [],
      ['concurrency'],
      ['concurrency'],
    ])
  })

  test('frees the slot of a failed call, and a waiting call can be cancelled', async () => {
    const server = await serve((_, response, nth) => {
      if (nth > 1) response.writeHead(400).end('{}')
    })
    const access = quickAccess()
    const connection = connectionTo(server.url, { concurrency: 1 })
    const first = new AbortController()
    const second = new AbortController()
    const call = (signal?: AbortSignal) =>
      access.forRun(testPorts().ports)(chatRequest(connection, { signal }))
    const calls = [call(first.signal), call(second.signal), call()]
    const settled = Promise.allSettled(calls)
    await expect.poll(() => server.seen.length).toBe(1)

    second.abort()
    first.abort()

    expect((await settled).map((call) => call.status === 'rejected' && call.reason.code)).toEqual([
      'ABORTED',
      'ABORTED',
      'BAD_REQUEST',
    ])
  })
})
