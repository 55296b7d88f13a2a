import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createDatabase, engines } from '../../../testing/databases.ts'
import { type DatabaseConfig, openDatabase } from '../open.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { Checkpointer } from './checkpointer.ts'
import { crashGraph } from './crash.fixture.ts'

const fixture = fileURLToPath(new URL('./crash.fixture.ts', import.meta.url))

/** Runs the graph in a process and kills it during `slow`. */
async function runUntilKilled(config: DatabaseConfig, log: string) {
  const child = spawn(process.execPath, [fixture, JSON.stringify(config), log], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(child.stdout)) if (line === '["quick"]') break
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const lines = async (file: string) => (await readFile(file, 'utf8')).trim().split('\n')

test.each(engines)(
  'resumes after kill -9 without repeating finished steps, on %s',
  async (engine) => {
    const { config, remove } = await createDatabase(engine)
    const folder = await mkdtemp(join(tmpdir(), 'lathe-crash-'))
    const log = join(folder, 'log')
    await runUntilKilled(config, log)
    expect((await lines(log)).toSorted()).toEqual(['prepare', 'quick', 'slow'])

    const db = await openDatabase(config)
    const graph = crashGraph(new Checkpointer(db, DEFAULT_WORKSPACE), log, 0)
    const result = await graph.invoke(null, { configurable: { thread_id: 'crash' } })

    expect(result.done).toEqual(['prepare', 'quick', 'slow', 'join'])
    expect((await lines(log)).slice(3)).toEqual(['slow', 'join'])
    await db.close()
    await remove()
    await rm(folder, { recursive: true })
  },
)
