import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

type Old = {
  agents: { id: string; draft_document: string; draft_is_chat: number }
  agent_versions: { id: string; document: string; is_chat: number }
}

/** Lists show which agents a chat client can drive, without reading documents. */
export async function chatAgents(db: Kysely<unknown>, { int }: ColumnTypes) {
  const flag = (table: string, column: string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, int, (c) => c.notNull().defaultTo(0))
      .execute()
  await flag('agents', 'draft_is_chat')
  await flag('agent_versions', 'is_chat')
  const old = db as Kysely<Old>
  for (const { id, draft_document: text } of await old
    .selectFrom('agents')
    .select(['id', 'draft_document'])
    .execute()) {
    if (!isChat(text)) continue
    await old.updateTable('agents').set({ draft_is_chat: 1 }).where('id', '=', id).execute()
  }
  for (const { id, document: text } of await old
    .selectFrom('agent_versions')
    .select(['id', 'document'])
    .execute()) {
    if (!isChat(text)) continue
    await old.updateTable('agent_versions').set({ is_chat: 1 }).where('id', '=', id).execute()
  }
}

type Document = {
  input: string[]
  state: Record<string, { type: string; default?: unknown }>
}

/** The rule of `isChatGraph` as it was when this was written. */
function isChat(text: string): boolean {
  // The cast holds: every stored document was checked.
  const { state, input } = JSON.parse(text) as Document
  if (!input.includes('messages') || state['messages']?.type !== 'messages') return false
  return input.every((name) => name === 'messages' || state[name]?.default !== undefined)
}
