import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { v7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { type ServerProcess, startServer } from '../../../testing/server-process.ts'

const post = ({ call }: ServerProcess, id: string) =>
  call('POST', '/api/v1/runs/batch', {
    post: [{ id, trace_id: id, name: 'run', run_type: 'chain', start_time: Date.now() }],
  })

test('runs are rejected while another process locks the database file, and accepted afterwards', async () => {
  const home = await mkdtemp(join(tmpdir(), 'lathe-locked-'))
  const server = await startServer({ LATHE_HOME: home })
  const other = new DatabaseSync(join(home, 'lathe.db'))
  onTestFinished(async () => {
    other.close()
    await server.stop()
    await rm(home, { recursive: true, force: true })
  })
  expect((await post(server, v7())).status).toBe(202)
  const id = v7()

  other.exec('begin immediate')
  const rejected = await post(server, id)
  other.exec('rollback')

  expect(rejected.status).toBe(503)
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await server.call('GET', `/api/v1/runs/${id}`)).status).toBe(404)
  expect((await post(server, id)).status).toBe(202)
  expect((await server.call('GET', `/api/v1/runs/${id}`)).status).toBe(200)
})
