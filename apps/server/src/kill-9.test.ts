import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, engines } from './testing/databases.ts'
import { killRuns } from './testing/kills/kill-runs.ts'

/** Set `LATHE_KILL_RUNS=100` for a long run. */
const RUNS = Number(process.env['LATHE_KILL_RUNS'] ?? 8)
const KILLS = Math.max(4, RUNS / 2)

const SHARED = {
  LATHE_TOKEN: 'the-token-of-both-servers-of-a-test',
  LATHE_SECRET_KEY: 'the-key-of-both-servers-of-this-test',
  // Processes are killed repeatedly before a run can finish.
  LATHE_RUN_ATTEMPTS: '1000',
  LATHE_RUN_LEASE_MS: '900',
  LATHE_RUNS_AT_ONCE: '4',
  LATHE_LOG_LEVEL: 'silent',
}

async function serversOn(engine: (typeof engines)[number]) {
  const { config, remove } = await createDatabase(engine)
  const homes = await Promise.all(
    (engine === 'postgres' ? ['one', 'other'] : ['only']).map((name) =>
      mkdtemp(join(tmpdir(), `lathe-kill-${name}-`)),
    ),
  )
  onTestFinished(async () => {
    await Promise.all(homes.map((home) => rm(home, { recursive: true, force: true })))
    await remove()
  })
  return homes.map((home) => ({
    ...SHARED,
    LATHE_HOME: home,
    ...(config.url !== undefined && { DATABASE_URL: config.url }),
  }))
}

test.each(engines)(
  'servers killed with -9 at any moment on %s never repeat a write and lose no run',
  async (engine) => {
    const servers = await serversOn(engine)

    const report = await killRuns({ servers, runs: RUNS, kills: KILLS })
    if (process.env['LATHE_KILL_RUNS'] !== undefined) console.info(engine, report)

    expect(report).toMatchObject({
      ended: { success: RUNS },
      repeatedKeys: [],
      missing: 0,
      kills: KILLS,
    })
  },
  900_000,
)
