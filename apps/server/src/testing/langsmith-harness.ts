import { Client, RunTree } from 'langsmith'
import { traceable } from 'langsmith/traceable'
import * as older from 'langsmith-older'
import { traceable as olderTraceable } from 'langsmith-older/traceable'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Db } from '../platform/db/db.ts'
import { describeDatabases, describeSqlite } from './databases.ts'
import { createTestApp } from './test-app.ts'

/** The parts of LangSmith's SDK that tests use. */
const currentSdk = { Client, RunTree, traceable }
export type LangsmithSdk = typeof currentSdk

export async function startLangsmithServer(
  db: Db,
  env: Record<string, string> = {},
  langsmith: LangsmithSdk = currentSdk,
) {
  const app = createTestApp(db, { env })
  const served = await app.serve()
  const apiUrl = `${served.url}/api/v1`
  return {
    ...app,
    apiUrl,
    url: served.url,
    close: served.close,
    langsmith,
    sdk: (options: ConstructorParameters<typeof Client>[0] = {}) =>
      new langsmith.Client({ apiUrl, apiKey: 'any', callerOptions: { maxRetries: 0 }, ...options }),
    post: async (path: string, body: unknown, method = 'POST') =>
      await fetch(`${apiUrl}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

type LangsmithServer = Awaited<ReturnType<typeof startLangsmithServer>>
export type StartLangsmith = (env?: Record<string, string>) => Promise<LangsmithServer>

/** Starts one server per test and closes it afterwards. Call `start` inside the test. */
export function useLangsmithServer(db: () => Db, langsmith = currentSdk): StartLangsmith {
  let server: LangsmithServer | undefined
  afterEach(async () => {
    await server?.close()
    server = undefined
  })
  return async (env) => {
    server = await startLangsmithServer(db(), env, langsmith)
    return server
  }
}

/** The cast holds: the two versions differ only in private members and newer methods. */
const olderSdk = { ...older, traceable: olderTraceable } as unknown as LangsmithSdk

/** Runs the tests with the current SDK on both engines, and with the oldest supported one on SQLite. */
export function describeLangsmithSdks(
  name: string,
  tests: (start: StartLangsmith, db: () => Db) => void,
) {
  describeDatabases(name, (db) => tests(useLangsmithServer(db), db))
  describeSqlite(`${name}, SDK 0.10`, (db) => tests(useLangsmithServer(db, olderSdk), db))
}

/** `evaluate()` starts eighteen git processes to describe the repository, but only three outside of one. */
export function evaluateOutsideOfGit() {
  beforeEach(() => void vi.stubEnv('GIT_DIR', '/dev/null'))
  afterEach(() => void vi.unstubAllEnvs())
}
