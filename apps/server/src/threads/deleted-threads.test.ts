import { emptyCheckpoint } from '@langchain/langgraph-checkpoint'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { Checkpointer } from '../platform/db/checkpoints/checkpointer.ts'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { describeDatabases } from '../testing/databases.ts'
import { settingDocument } from '../testing/documents.ts'
import { createTestApp } from '../testing/test-app.ts'
import { purgeThreads } from './deleted-threads.store.ts'

const input = { question: 'Why?' }

describeDatabases('deleted threads', (db) => {
  test('restores a deleted thread unchanged until it is purged', async () => {
    const { client } = createTestApp(db())
    await client.agents.create({ name: 'Echo', document: settingDocument() })
    const { threadId } = await client.runs.start({ agent: 'echo', version: 'draft', input })
    const before = await client.threads.get({ id: threadId })
    const saver = new Checkpointer(db(), DEFAULT_WORKSPACE)
    const place = { configurable: { thread_id: threadId, checkpoint_ns: '' } }
    const metadata = { source: 'input' as const, step: -1, parents: {} }
    await saver.put(place, emptyCheckpoint(), metadata, {})
    await client.threads.delete({ id: threadId })
    await purgeThreads(db())
    expect((await client.threads.list({})).items).toEqual([])

    expect(await client.threads.restore({ id: threadId })).toEqual({
      ...before,
      status: 'cancelled',
    })
    expect((await client.threads.tree({ id: threadId })).items).toHaveLength(1)

    await client.threads.delete({ id: threadId })
    await db().updateTable('deleted_threads').set({ deleted_at: 0 }).execute()
    await purgeThreads(db())
    await expect(client.threads.restore({ id: threadId })).rejects.toMatchObject({
      code: 'NO_SUCH_THREAD',
    })
    expect(await db().selectFrom('checkpoints').selectAll().execute()).toEqual([])
  })

  test('deleted threads lose nothing if another workspace uses their id', async () => {
    const { client } = createTestApp(db())
    await client.agents.create({ name: 'Echo', document: settingDocument() })
    const { id } = await client.threads.create({ agent: 'echo' })
    const row = await db()
      .selectFrom('threads')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await client.threads.delete({ id })
    const other = { id: v7(), name: 'Other', created_at: 1 }
    await db().insertInto('workspaces').values(other).execute()
    await db()
      .insertInto('threads')
      .values({ ...row, workspace_id: other.id })
      .execute()

    await purgeThreads(db())
    await expect(client.threads.restore({ id })).rejects.toMatchObject({ code: 'NO_SUCH_THREAD' })
    await db().deleteFrom('threads').where('workspace_id', '=', other.id).execute()

    expect(await client.threads.restore({ id })).toMatchObject({ id })
  })
})
