import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { settingDocument } from '../../testing/documents.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { findRunnable } from './runnable-graph.ts'

describeDatabases('the graph an agent runs', (db) => {
  test.each([
    ['older', 'one', 'two'],
    ['newer', 'two', 'one'],
  ])("prefers an agent's id over another agent's slug, %s", async (_, wanted, other) => {
    const { client } = createTestApp(db())
    const agents = [
      await client.agents.create({ name: 'one', document: settingDocument() }),
      await client.agents.create({ name: 'two', document: settingDocument() }),
    ]
    const id = agents.find(({ name }) => name === wanted)?.id ?? ''
    await db().updateTable('agents').set({ slug: id }).where('name', '=', other).execute()

    const found = await findRunnable(db(), DEFAULT_WORKSPACE, id, 'draft')

    expect(found).toMatchObject({ agentId: id })
  })
})
