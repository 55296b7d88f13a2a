import { setTimeout as wait } from 'node:timers/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { createDatabase, engines } from '../../../testing/databases.ts'
import { BOUNDARY, multipartBody } from '../../../testing/langsmith-runs.ts'
import { type ServerProcess, startServer } from '../../../testing/server-process.ts'

const SENDERS = 4
const FIRST_ANSWER = { interval: 5 }
const TIMES = Number(process.env['LATHE_CRASHES'] ?? 2)

const batch = (ids: string[]) =>
  multipartBody(
    ids.flatMap((id) => [
      {
        name: `post.${id}`,
        body: JSON.stringify({ id, trace_id: id, name: 'run', run_type: 'chain' }),
      },
      { name: `post.${id}.inputs`, body: JSON.stringify({ text: 'x'.repeat(500) }) },
    ]),
  )

/** Sends batches until the server is gone, and notes the ids of those that were acknowledged. */
async function sendUntilGone({ url }: ServerProcess, acknowledged: string[]): Promise<void> {
  for (;;) {
    const ids = Array.from({ length: 20 }, () => v7())
    const response = await fetch(`${url}/api/v1/runs/multipart`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: new Uint8Array(batch(ids)),
    }).catch(() => undefined)
    if (!response) return
    if (response.status === 202) acknowledged.push(...ids)
  }
}

async function missingFrom(server: ServerProcess, ids: readonly string[]): Promise<string[]> {
  const known = new Set<string>()
  for (let start = 0; start < ids.length; start += 100) {
    const body = { id: ids.slice(start, start + 100), limit: 100 }
    const response = await server.call('POST', '/api/v1/runs/query', body)
    const { runs } = (await response.json()) as { runs: { id: string }[] }
    for (const { id } of runs) known.add(id)
  }
  return ids.filter((id) => !known.has(id))
}

test.each(engines)('%s: holds every run that was acknowledged before kill -9', async (engine) => {
  const home = await mkdtemp(join(tmpdir(), 'lathe-crash-'))
  const { config, remove } = await createDatabase(engine)
  const env = { LATHE_HOME: home, ...('url' in config && { DATABASE_URL: config.url }) }
  try {
    for (let time = 0; time < TIMES; time++) {
      const server = await startServer(env)
      const acknowledged: string[] = []
      const sending = Array.from({ length: SENDERS }, () => sendUntilGone(server, acknowledged))
      await expect.poll(() => acknowledged.length, FIRST_ANSWER).toBeGreaterThan(0)
      await wait(time * 130)
      await server.stop('SIGKILL')
      await Promise.all(sending)

      const again = await startServer(env)
      expect(await missingFrom(again, acknowledged)).toEqual([])
      await again.stop()
    }
  } finally {
    await remove()
    await rm(home, { recursive: true, force: true })
  }
})
