import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { describeDatabases } from '../testing/databases.ts'
import { settingDocument } from '../testing/documents.ts'
import { createTestApp } from '../testing/test-app.ts'
import { findRevision } from './drafts.store.ts'

describeDatabases('draft revisions', (db) => {
  test('draft revisions are separate per workspace', async () => {
    const { client } = createTestApp(db())
    const { id } = await client.agents.create({ name: 'Mine', document: settingDocument() })

    expect(await findRevision(db(), DEFAULT_WORKSPACE, id, 1)).toEqual(settingDocument())
    expect(await findRevision(db(), 'another', id, 1)).toBeNull()
  })
})
