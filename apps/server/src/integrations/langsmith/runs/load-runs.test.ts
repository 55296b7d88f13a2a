import { CompiledQuery } from 'kysely'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../../platform/db/schema.ts'
import { describeSqlite } from '../../../testing/databases.ts'
import { feedbackOn } from './load-runs.ts'

describeSqlite('feedback of runs', (db) => {
  test('feedback of runs is looked up by index regardless of the amount of other feedback', async () => {
    const runs = Array.from({ length: 100 }, () => ({ id: v7(), trace_id: v7() }))
    const { sql, parameters } = feedbackOn(db(), DEFAULT_WORKSPACE, runs).compile()

    const { rows } = await db().executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    )

    expect(rows.map(({ detail }) => detail).join('\n')).toMatch(/\(workspace_id=\? AND \w+_id=\?/)
  })
})
