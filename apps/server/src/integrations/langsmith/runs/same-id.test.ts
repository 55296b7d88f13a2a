import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../../platform/db/schema.ts'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { describeDatabases } from '../../../testing/databases.ts'
import { span } from '../../../testing/span-factory.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { WireRun } from './wire-run.ts'

const ID = '019f0000-0000-7000-8000-000000000001'

describeDatabases('runs with the same id in two traces', (db) => {
  async function stored(requestedId: string) {
    const root = span({ kind: 'agent', usage: null, cost: null })
    const child = span({
      id: ID,
      traceId: root.id,
      parentId: root.id,
      inputs: { asked: requestedId },
    })
    await appendSpans(db(), DEFAULT_WORKSPACE, [root, child])
    const spanKey = { workspace_id: DEFAULT_WORKSPACE, trace_id: root.id, span_id: ID }
    const body = Buffer.from(requestedId)
    const file = { ...spanKey, name: 'file', mime_type: 'text/plain', size: body.length, body }
    await db().insertInto('attachments').values(file).execute()
    return { root, asked: requestedId }
  }

  test('runs with the same id in two traces keep their own data', async () => {
    const traces = [await stored('one'), await stored('other')]
    const { client, serve } = createTestApp(db())
    for (const { root, asked: requestedId } of traces)
      await client.traces.addFeedback({ traceId: root.id, spanId: ID, key: requestedId, score: 1 })
    const shares = await Promise.all(
      traces.map(({ root }) => client.traces.share({ traceId: root.id, spanId: ID })),
    )
    const server = await serve()
    try {
      const answer = await fetch(`${server.url}/api/v1/runs/query`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: [ID] }),
      })
      // The cast holds because the API returns this shape.
      const { runs } = (await answer.json()) as { runs: WireRun[] }

      for (const [index, { root, asked: requestedId }] of traces.entries()) {
        const run = runs.find(({ trace_id: id }) => id === root.id)
        expect(run).toMatchObject({
          inputs: { asked: requestedId },
          parent_run_ids: [root.id],
          share_token: shares[index]?.token,
          feedback_stats: { [requestedId]: { n: 1 } },
        })
        const [file] = Object.values(run?.s3_urls ?? {})
        expect(await (await fetch(file?.presigned_url ?? '')).text()).toBe(requestedId)
      }
    } finally {
      await server.close()
    }
  })
})
