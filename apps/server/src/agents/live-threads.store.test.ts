import type { GraphDocument } from '@lathe/contract'
import { hashDocument } from '@lathe/graph'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { settingDocument } from '../testing/documents.ts'
import { queueRun } from '../testing/run-factory.ts'
import { createTestApp } from '../testing/test-app.ts'

const graphOf = (document: GraphDocument) => ({ document, hash: hashDocument(document) })
const appending = (): GraphDocument => {
  const document = settingDocument()
  return { ...document, state: { notes: { type: 'array', reducer: 'append', default: [] } } }
}

describeDatabases('live threads', (db) => {
  test('counts live threads by the graph of their newest run, most first', async () => {
    const { client } = createTestApp(db())
    const { id: agentId } = await client.agents.create({ name: 'Echo', document: appending() })
    const old = { agentId, graph: graphOf(settingDocument()), version: 1 }
    const newer = { agentId, graph: graphOf(appending()), version: 2 }
    for (let count = 0; count < 2; count += 1) {
      const id = v7()
      await queueRun(db(), { ...newer, id, threadId: id })
    }
    const { threadId } = await queueRun(db(), old)
    await db().updateTable('runs').set({ status: 'success' }).execute()

    const live = await client.agents.liveThreads({ agent: 'echo' })

    expect(live).toEqual([
      { version: 2, threads: 2, state: { notes: { type: 'array', reducer: 'append' } } },
      { version: 1, threads: 1, state: expect.any(Object) },
    ])

    await queueRun(db(), { ...newer, id: v7(), threadId })

    expect(await client.agents.liveThreads({ agent: 'echo' })).toMatchObject([
      { version: 2, threads: 3 },
    ])
  })

  test('excludes threads of other agents', async () => {
    const { client } = createTestApp(db())
    const { id } = await client.agents.create({ name: 'Echo', document: appending() })
    await client.agents.create({ name: 'Other', document: appending() })
    await queueRun(db(), { agentId: id })

    expect(await client.agents.liveThreads({ agent: 'other' })).toEqual([])
    await expect(client.agents.liveThreads({ agent: 'ghost' })).rejects.toMatchObject({
      code: 'NO_SUCH_AGENT',
    })
  })
})
