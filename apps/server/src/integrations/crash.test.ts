import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { spanUuid } from '@lathe/traces'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { createDatabase, engines } from '../testing/databases.ts'
import { BOUNDARY, multipartBody } from '../testing/langsmith-runs.ts'
import { type ServerProcess, startServer } from '../testing/server-process.ts'

const SENDERS = 4
const BATCH = 20
const FIRST_ANSWER = { interval: 5 }
const TIMES = Number(process.env['LATHE_CRASHES'] ?? 2)

type Batch = { ids: string[]; type: string; body: Buffer }

const endpoints = {
  '/api/v1/runs/multipart': (): Batch => {
    const ids = Array.from({ length: BATCH }, () => v7())
    const parts = ids.flatMap((id) => [
      {
        name: `post.${id}`,
        body: JSON.stringify({ id, trace_id: id, name: 'run', run_type: 'chain' }),
      },
      { name: `post.${id}.inputs`, body: JSON.stringify({ text: 'x'.repeat(500) }) },
    ])
    return { ids, type: `multipart/form-data; boundary=${BOUNDARY}`, body: multipartBody(parts) }
  },
  '/v1/traces': (): Batch => {
    const traceIds = Array.from({ length: BATCH }, () => v7().replaceAll('-', ''))
    const spanId = 'b7ad6b7169203331'
    const nanos = String(Date.now() * 1_000_000)
    const times = { startTimeUnixNano: nanos, endTimeUnixNano: nanos }
    const spans = traceIds.map((traceId) => ({ traceId, spanId, name: 'run', ...times }))
    const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })
    return {
      ids: traceIds.map((traceId) => spanUuid(traceId, spanId)),
      type: 'application/json',
      body: Buffer.from(body),
    }
  },
}
type Path = keyof typeof endpoints

/** Sends batches until the server is gone, and collects the ids of acknowledged runs. */
async function sendUntilGone({ url }: ServerProcess, path: Path, acknowledged: string[]) {
  for (;;) {
    const { ids, type, body } = endpoints[path]()
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(body),
    }).catch(() => undefined)
    if (!response) return
    if (response.ok) acknowledged.push(...ids)
  }
}

async function missingFrom(server: ServerProcess, ids: readonly string[]): Promise<string[]> {
  const storedIds = new Set<string>()
  for (let start = 0; start < ids.length; start += 100) {
    const body = { id: ids.slice(start, start + 100), limit: 100 }
    const response = await server.call('POST', '/api/v1/runs/query', body)
    const { runs } = (await response.json()) as { runs: { id: string }[] }
    for (const { id } of runs) storedIds.add(id)
  }
  return ids.filter((id) => !storedIds.has(id))
}

const cases = engines.flatMap((engine) =>
  (Object.keys(endpoints) as Path[]).map((path) => [engine, path] as const),
)

test.each(cases)('%s: everything %s acknowledged survives kill -9', async (engine, path) => {
  const folder = await mkdtemp(join(tmpdir(), 'lathe-crash-'))
  const { config, remove } = await createDatabase(engine)
  const env = { LATHE_HOME: folder, ...('url' in config && { DATABASE_URL: config.url }) }
  try {
    for (let time = 0; time < TIMES; time++) {
      const server = await startServer(env)
      const acknowledged: string[] = []
      const senders = Array.from({ length: SENDERS }, () =>
        sendUntilGone(server, path, acknowledged),
      )
      await expect.poll(() => acknowledged.length, FIRST_ANSWER).toBeGreaterThan(0)
      await wait(time * 130)
      await server.stop('SIGKILL')
      await Promise.all(senders)

      const restarted = await startServer(env)
      expect(await missingFrom(restarted, acknowledged)).toEqual([])
      await restarted.stop()
    }
  } finally {
    await remove()
    await rm(folder, { recursive: true, force: true })
  }
})
