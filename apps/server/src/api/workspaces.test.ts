import { contract } from '@lathe/contract'
import { createRouterClient } from '@orpc/server'
import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp } from '../testing/test-app.ts'
import { declareErrors } from './mount-contract.ts'
import { router } from './router.ts'
import { procedureInputs } from './workspaces.cases.ts'
import { fillOther } from './workspaces.fixture.ts'

const procedures = Object.entries(contract).flatMap(([group, routes]) =>
  Object.keys(routes).map((name) => `${group}.${name}`),
)

test('every procedure has a case', () => {
  expect(Object.keys(procedureInputs).toSorted()).toEqual(procedures.toSorted())
})

describeDatabases('another workspace', (db) => {
  const everything = async () => {
    const tables = [
      'store_items',
      'comparisons',
      'datasets',
      'prompts',
      'prompt_versions',
      'prompt_labels',
      'dataset_versions',
      'dataset_tags',
      'dataset_examples',
      'agents',
      'agent_versions',
      'runs',
      'threads',
      'deleted_threads',
      'connections',
      'suites',
      'traces',
      'saved_views',
      'feedback_configs',
      'alerts',
      'feedback',
      'trace_shares',
      'tools',
      'mcp_servers',
      'collections',
      'collection_documents',
    ] as const
    const rows = await Promise.all(
      tables.map((table) => db().selectFrom(table).selectAll().execute()),
    )
    return JSON.stringify(rows)
  }

  const closed = procedures.filter((name) => procedureInputs[name] !== null)

  // Fill the workspace only once, because no procedure may change it.
  test('another workspace is inaccessible to every procedure', async () => {
    const theirs = await fillOther(db())
    const { context } = createTestApp(db())
    const client = createRouterClient(router, { context, interceptors: [declareErrors] })
    const before = await everything()
    const open: string[] = []
    for (const name of closed) {
      const [group = '', verb = ''] = name.split('.')
      const call = Reflect.get(Reflect.get(client, group), verb) as (
        sent: unknown,
      ) => Promise<unknown>

      const answer = await call(procedureInputs[name]?.(theirs)).catch((error: unknown) => error)

      const refusal = answer instanceof Error ? String(Reflect.get(answer, 'code')) : 'none'
      if (!/^(none|NO_SUCH_[A-Z_]+)$/.test(refusal)) open.push(`${name}: ${refusal}`)
      const told = refusal === 'none' ? JSON.stringify(answer) : ''
      const tells = Object.values(theirs).some((id) => told?.includes(id))
      if (tells) open.push(`${name} tells of it`)
      if ((await everything()) !== before) open.push(`${name} changes it`)
    }

    expect(open).toEqual([])
  })
})
