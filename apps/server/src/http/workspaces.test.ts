import { contract } from '@lathe/contract'
import { createRouterClient } from '@orpc/server'
import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp } from '../testing/test-app.ts'
import { declareErrors } from './mount-contract.ts'
import { router } from './router.ts'
import { asked } from './workspaces.cases.ts'
import { fillOther } from './workspaces.fixture.ts'

const procedures = Object.entries(contract).flatMap(([group, routes]) =>
  Object.keys(routes).map((name) => `${group}.${name}`),
)

test('every procedure is asked', () => {
  expect(Object.keys(asked).toSorted()).toEqual(procedures.toSorted())
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

  test.each(procedures.filter((name) => asked[name] !== null))(
    'stays closed to %s',
    async (name) => {
      const theirs = await fillOther(db())
      const { context } = createTestApp(db())
      const client = createRouterClient(router, { context, interceptors: [declareErrors] })
      const [group = '', verb = ''] = name.split('.')
      const call = Reflect.get(Reflect.get(client, group), verb) as (
        sent: unknown,
      ) => Promise<unknown>
      const before = await everything()

      const answer = await call(asked[name]?.(theirs)).catch((error: unknown) => error)

      const refusal = answer instanceof Error ? String(Reflect.get(answer, 'code')) : 'none'
      expect(refusal).toMatch(/^(none|NO_SUCH_[A-Z_]+)$/)
      const told = refusal === 'none' ? JSON.stringify(answer) : ''
      for (const id of Object.values(theirs)) expect(told).not.toContain(id)
      expect(await everything()).toBe(before)
    },
  )
})
