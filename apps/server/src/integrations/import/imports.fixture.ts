import { TraceImportReport } from '@lathe/contract'
import { afterEach } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { appendSpans } from '../../traces/store/append-spans.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { makeRun } from '../../traces/store/span.fixture.ts'
import type { TraceContext } from '../../traces/store/trace-context.ts'
import { createTestApp, TEST_TOKEN } from '../../testing/test-app.ts'

/** Serves the database to tests of imports and closes the server after each test. */
export function imports(db: () => Db) {
  let close: (() => Promise<void>) | undefined
  afterEach(async () => await close?.())

  return async (env: Record<string, string> = {}) => {
    const app = createTestApp(db(), { env })
    const server = await app.serve()
    close = server.close
    const headers = { authorization: `Bearer ${TEST_TOKEN}` }
    const request = (path: string, init: RequestInit = {}) =>
      fetch(`${server.url}/api/traces/${path}`, { ...init, headers })
    const post = (body: BodyInit, query = '') => request(`import${query}`, { method: 'POST', body })
    const importFile = async (body: BodyInit, query?: string) =>
      TraceImportReport.parse(await (await post(body, query)).json())
    const exported = async () => await (await request('export?format=jsonl&spans=true')).text()
    return { ...app, post, take: importFile, exported }
  }
}

export const lines = (...records: unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

/** Stores a run, received through the LangSmith API unless the context overrides it. */
export async function storeRun(
  db: Db,
  priceId: string,
  context: Partial<TraceContext> = { source: 'langsmith', title: 'Why?', threadId: 'talk' },
  ids = {},
) {
  const { root, node, model, tool } = makeRun({
    inputs: { question: 'Why?' },
    tags: ['seen'],
    ...ids,
  })
  const priced = { ...model, cost: model.cost && { ...model.cost, priceId } }
  await appendSpans(db, DEFAULT_WORKSPACE, [root, node, priced, tool], context)
  return { own: root, model: priced, tool }
}
