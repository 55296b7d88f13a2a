import type { GraphDocument } from '@lathe/contract'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { settingDocument } from '../../../testing/documents.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { chatAgents } from './0079-chat-agents.ts'
import { columnTypes } from './column-types.ts'

const set = settingDocument()
const chat: GraphDocument = {
  ...set,
  state: {
    ...set.state,
    messages: { type: 'messages' },
    question: { type: 'string', default: '' },
  },
  input: ['messages', 'question'],
}

describeDatabases('a store without chat marks', (db, engine) => {
  test('marks its drafts and versions that take messages', async () => {
    const { client } = createTestApp(db())
    for (const [slug, document] of [
      ['chat', chat],
      ['draft', chat],
      ['set', set],
    ] as const) {
      await client.agents.create({ name: slug, slug, document })
    }
    const publish = { revision: 1, publish: true }
    await client.agents.saveVersion({ agent: 'chat', ...publish })
    await client.agents.saveVersion({ agent: 'set', ...publish })
    const old = db() as unknown as Kysely<unknown>
    await old.schema.alterTable('agents').dropColumn('draft_is_chat').execute()
    await old.schema.alterTable('agent_versions').dropColumn('is_chat').execute()

    await chatAgents(old, columnTypes(engine))

    const agents = await client.agents.list({})
    expect(agents.map(({ slug, isChat }) => [slug, isChat])).toEqual([
      ['chat', true],
      ['draft', true],
      ['set', false],
    ])
  })
})
