import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../db/schema.ts'
import { createJobs, DRAINING } from './jobs.ts'
import { describeDatabases } from '../../testing/databases.ts'

const ID = '0190b8f0-0000-7000-8000-000000000001'

describeDatabases('jobs', (db, engine) => {
  /**
   * Simulates processes that share one job. The job stays listed as running until it is stopped.
   */
  function createProcesses() {
    let isWanted = true
    const starts: string[] = []
    const ends: string[] = []
    return (name: string, runLeaseMs = 60_000) => {
      const jobs = createJobs({
        db: db(),
        limits: { runLeaseMs },
        log: { error: (...problem: unknown[]) => expect.unreachable(String(problem)) },
        kind: 'replays',
        listRunning: async () => (isWanted ? [{ workspaceId: DEFAULT_WORKSPACE, id: ID }] : []),
        async work(_, signal) {
          starts.push(name)
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          ends.push(`${name} ${signal.reason}`)
          if (signal.reason !== DRAINING) isWanted = false
        },
      })
      onTestFinished(() => jobs.drain())
      return { ...jobs, start: () => jobs.start(DEFAULT_WORKSPACE, ID), starts: starts, ends: ends }
    }
  }

  test('a job runs in one process at a time', async () => {
    const process = createProcesses()
    const [one, other] = [process('one'), process('other')]

    one.start()
    await expect.poll(() => one.starts).toEqual(['one'])
    other.start()
    await other.drain()
    await one.drain()

    expect(one.starts).toEqual(['one'])
  })

  test('a stopped job can be started again by its process', async () => {
    const process = createProcesses()
    const one = process('one')

    one.start()
    await expect.poll(() => one.starts).toEqual(['one'])
    await one.stop(ID)
    one.start()

    await expect.poll(() => one.starts).toEqual(['one', 'one'])
    expect(one.ends).toEqual(['one stopped'])
  })

  test('a drained job is resumed by the next process that starts it', async () => {
    const process = createProcesses()
    const [one, other] = [process('one'), process('other')]
    one.start()
    await expect.poll(() => one.starts).toEqual(['one'])
    if (engine === 'postgres') await one.resume()

    await (engine === 'postgres' ? other : one).leave(ID)
    other.start()

    await expect.poll(() => one.starts).toEqual(['one', 'other'])
    expect(one.ends).toEqual(['one draining'])
  })

  test.runIf(engine === 'postgres')('a job is stopped by another process', async () => {
    const process = createProcesses()
    const [one, other] = [process('one'), process('other')]
    await one.resume()
    await expect.poll(() => one.starts).toEqual(['one'])

    await other.stop(ID)

    expect(one.ends).toEqual(['one stopped'])
  })

  test.runIf(engine === 'postgres')(
    'a job is resumed at once when its process drains',
    async () => {
      const process = createProcesses()
      const [one, other] = [process('one'), process('other')]
      await one.resume()
      await expect.poll(() => one.starts).toEqual(['one'])
      await other.resume()

      await one.drain()

      await expect.poll(() => one.starts).toEqual(['one', 'other'])
    },
  )

  test.runIf(engine === 'postgres')('a job is taken over from a process that died', async () => {
    const process = createProcesses()
    const [one, other] = [process('one'), process('other', 60)]
    one.start()
    await expect.poll(() => one.starts).toEqual(['one'])
    await other.resume()
    expect(one.starts).toEqual(['one'])

    await db().updateTable('job_leases').set({ lease_until: 0 }).execute()

    await expect.poll(() => one.starts).toEqual(['one', 'other'])
  })

  test('a job that another process took over is left to that process', async () => {
    const process = createProcesses()
    const one = process('one', 60)
    one.start()
    await expect.poll(() => one.starts).toEqual(['one'])

    await db().updateTable('job_leases').set({ owner: 'other' }).execute()

    await expect.poll(() => one.ends).toEqual([`one ${DRAINING}`])
    expect(await db().selectFrom('job_leases').select('owner').execute()).toEqual([
      { owner: 'other' },
    ])
  })
})
