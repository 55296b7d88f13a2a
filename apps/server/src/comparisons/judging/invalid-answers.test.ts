import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Evaluator } from '@lathe/contract'
import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { startRunningApp } from '../../testing/running-app.ts'

/** A server that answers every request with this text. */
async function listening(text: string): Promise<Server> {
  const server = createServer((request, response) => {
    const chunkFields = { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'odd' }
    const formatChunk = (delta: object, finishReason: string | null = null) =>
      `data: ${JSON.stringify({ ...chunkFields, choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(
        `${formatChunk({ role: 'assistant', content: text })}${formatChunk({}, 'stop')}data: [DONE]\n\n`,
      )
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return server
}

const judge = (kind: 'judge' | 'pairwise', gives: 'pass' | 'score' = 'pass'): Evaluator => {
  const model = { connection: 'odd', name: 'odd' }
  const messages = [{ role: 'user' as const, text: 'Well?' }]
  if (kind === 'pairwise') return { kind, model, messages }
  return { kind, model, messages, gives, scale: { from: 1, to: 5 } }
}

describeDatabases('a judge with an unusable answer', (db) => {
  let stop = async () => {}
  afterEach(() => stop())

  test.for([
    ['Let me think about that.', judge('judge')],
    ['{"pass": "perhaps"}', judge('judge')],
    ['{"reason": "Great!", "score": 11}', judge('judge', 'score')],
    ['{"reason": "Both.", "winner": "nobody"}', judge('pairwise')],
    ['', judge('judge')],
  ] as const)('gives no verdict for %j', async ([text, evaluator]) => {
    const server = await listening(text)
    const app = await startRunningApp(db())
    stop = async () => {
      await app.stop()
      server.close()
    }
    const { port } = server.address() as AddressInfo
    const { client } = app
    const baseUrl = `http://127.0.0.1:${port}/v1`
    const connection = { name: 'odd', baseUrl, key: 'none', allowPrivate: true }
    await client.models.createConnection(connection)
    const base = {
      type: 'prompt' as const,
      messages: [{ role: 'user' as const, text: '{{question}}' }],
      model: { connection: 'odd', name: 'odd' },
    }
    const plan = {
      variants: ['a', 'b'].map((key) => ({ key, name: key, base })),
      cases: [{ key: 'one', input: { question: 'Why?' } }],
      evaluators: [{ key: 'k', name: 'K', evaluator }],
    }
    const { id } = await client.comparisons.create({ name: 'Odd', plan })

    await client.comparisons.run({ id })

    const get = () => client.comparisons.get({ id })
    await expect.poll(async () => (await get()).status).toBe('done')
    const cell = (await get()).grid.find(({ variant }) => variant === 'b')
    expect(cell?.evaluations['k']).toMatchObject({ status: 'undecided' })
    expect(cell?.evaluations['k']?.reason).toContain('judge')
    expect(cell?.verdicts['k']).toMatchObject({ isFailed: true })
  })
})
