import type { WriteCall } from '@lathe/engine'
import { beforeEach, expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { deleteThread } from '../../threads/deleted-threads.store.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { queueRun } from '../../testing/run-factory.ts'
import { createWriteJournal } from './write-journal.store.ts'

const error = { code: 'TOOL_ERROR' as const, message: 'No money', retryable: false }

describeDatabases('write journal', (db) => {
  const journal = () => createWriteJournal(db(), DEFAULT_WORKSPACE)
  let call: WriteCall
  beforeEach(async () => {
    const { id, threadId } = await queueRun(db())
    await db()
      .updateTable('runs')
      .set({ status: 'running', attempt: 2 })
      .where('id', '=', id)
      .execute()
    call = { runId: id, runAttempt: 2, threadId, taskId: 'task', callId: 'call', tool: 'charge' }
  })

  test('begins nothing for a process that has lost the run', async () => {
    const late = { ...call, runAttempt: 1 }

    expect(await journal().begin(late, 1)).toEqual({ status: 'lost' })
    expect(await journal().begin(call, 1)).toBeNull()
    expect(await journal().begin(late, 1)).toEqual({ status: 'begun', startCount: 1 })
  })

  test('lets a call begin once among concurrent attempts', async () => {
    const begun = await Promise.all([1, 2, 3].map(() => journal().begin(call, 1)))

    expect(begun.filter((known) => known === null)).toHaveLength(1)
    expect(await journal().begin(call, 1)).toEqual({ status: 'begun', startCount: 1 })
  })

  test('returns the outcome of a finished call', async () => {
    await journal().begin(call, 1)
    await journal().end(call, { status: 'success', result: { charged: 5 } })

    expect(await journal().begin(call, 2)).toEqual({ status: 'success', result: { charged: 5 } })
  })

  test('lets a failed call begin again only in the next attempt of its node', async () => {
    await journal().begin(call, 1)
    await journal().end(call, { status: 'error', error })

    expect(await journal().begin(call, 1)).toEqual({ status: 'error', error })
    expect(await journal().begin(call, 2)).toBeNull()
    expect(await journal().begin(call, 2)).toEqual({ status: 'begun', startCount: 2 })
  })

  test('accepts a manual outcome only for the attempt in question', async () => {
    await journal().begin(call, 1)
    await journal().storeAnswer(call, 1, null)
    expect(await journal().begin(call, 1)).toBeNull()

    await journal().storeAnswer(call, 1, null)

    expect(await journal().begin(call, 1)).toEqual({ status: 'begun', startCount: 2 })
    await journal().storeAnswer(call, 2, { status: 'success', result: 'by hand' })
    expect(await journal().begin(call, 1)).toEqual({ status: 'success', result: 'by hand' })
  })

  test('distinguishes equal call ids in different tasks and threads', async () => {
    await journal().begin(call, 1)

    expect(await journal().begin({ ...call, taskId: 'other' }, 1)).toBeNull()
    expect(await journal().begin({ ...call, threadId: 'other' }, 1)).toBeNull()
  })

  test('the write journal is deleted with its thread', async () => {
    await journal().begin(call, 1)

    await deleteThread(db(), DEFAULT_WORKSPACE, call.threadId)

    expect(await journal().begin(call, 1)).toBeNull()
  })
})
