import { Client } from 'langsmith'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Db } from '../db/db.ts'
import { createTestApp } from './test-app.ts'

export async function startLangsmithServer(db: Db, env: Record<string, string> = {}) {
  const app = createTestApp(db, { env })
  const served = await app.serve()
  const apiUrl = `${served.url}/api/v1`
  return {
    ...app,
    apiUrl,
    url: served.url,
    close: served.close,
    sdk: (options: ConstructorParameters<typeof Client>[0] = {}) =>
      new Client({ apiUrl, apiKey: 'any', callerOptions: { maxRetries: 0 }, ...options }),
    post: async (path: string, body: unknown, method = 'POST') =>
      await fetch(`${apiUrl}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

type Start = Parameters<typeof startLangsmithServer> extends [unknown, ...infer Rest] ? Rest : never

/** One server a test, closed after it; call `start` inside the test. */
export function useLangsmithServer(db: () => Db) {
  let server: Awaited<ReturnType<typeof startLangsmithServer>> | undefined
  afterEach(async () => {
    await server?.close()
    server = undefined
  })
  return async (...options: Start) => {
    server = await startLangsmithServer(db(), ...options)
    return server
  }
}

/** `evaluate()` starts eighteen processes of git to tell where it ran: outside of a repository, three. */
export function evaluateOutsideOfGit() {
  beforeEach(() => void vi.stubEnv('GIT_DIR', '/dev/null'))
  afterEach(() => void vi.unstubAllEnvs())
}
