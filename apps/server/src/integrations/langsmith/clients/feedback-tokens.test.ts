import { v4 } from 'uuid'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { useLangsmithServer } from '../../../testing/langsmith-harness.ts'

const say = (url: string, body: unknown) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://shop.example' },
    body: JSON.stringify(body),
  })

describeDatabases('presigned feedback tokens', (db) => {
  const start = useLangsmithServer(db)

  test('a feedback token lets its holder rate its run from any site or by a link', async () => {
    const server = await start()
    const client = server.sdk()
    const runId = v4()
    const { id, url } = await client.createPresignedFeedbackToken(runId, 'helpful')
    const listed = []
    for await (const token of client.listPresignedFeedbackTokens(runId)) listed.push(token.id)
    expect(listed).toEqual([id])

    const answer = await say(url, { score: 1, comment: 'yes', metadata: { page: '/help' } })
    const link = await fetch(`${url}?score=0&value=wrong`)

    expect([answer.status, link.status]).toEqual([200, 200])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const feedback = []
    for await (const item of client.listFeedback({ runIds: [runId] })) feedback.push(item)
    expect(feedback).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: 'helpful', score: 1, comment: 'yes' }),
        expect.objectContaining({ key: 'helpful', score: 0, value: 'wrong' }),
      ]),
    )
  })

  test('an expired feedback token is rejected, and so is a malformed expiry', async () => {
    const client = (await start()).sdk()
    const over = await client.createPresignedFeedbackToken(v4(), 'helpful', {
      expiration: new Date(Date.now() - 1_000).toISOString(),
    })
    const { url } = await client.createPresignedFeedbackToken(v4(), 'helpful')

    expect((await say(over.url, { score: 1 })).status).toBe(404)
    expect((await say(url, { score: 'good' })).status).toBe(400)
    expect((await fetch(`${url}?score=good`)).status).toBe(400)
  })
})
