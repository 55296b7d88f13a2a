import type { GraphDocument, Problem } from '@lathe/contract'
import { checkDocument, type CheckEnvironment } from '@lathe/graph'
import type { Context } from '../../http/api.ts'

/** Every problem of a document in this workspace; nothing in it is executed. */
export async function checkGraph(
  context: Pick<Context, 'db' | 'workspaceId' | 'tools'>,
  document: GraphDocument,
): Promise<Problem[]> {
  return checkDocument(document, await environmentOf(context))
}

async function environmentOf({
  db,
  workspaceId,
  tools,
}: Pick<Context, 'db' | 'workspaceId' | 'tools'>): Promise<CheckEnvironment> {
  const [offered, connections, versions] = await Promise.all([
    tools(),
    db
      .selectFrom('connections')
      .select(['name', 'timeout_ms as timeoutMs'])
      .where('workspace_id', '=', workspaceId)
      .execute(),
    db
      .selectFrom('agents as a')
      .leftJoin('agent_versions as v', 'v.agent_id', 'a.id')
      .select(['a.slug', 'v.number'])
      .where('a.workspace_id', '=', workspaceId)
      .where('a.deleted_at', 'is', null)
      .execute(),
  ])
  const numbers = Map.groupBy(versions, ({ slug }) => slug)
  const agents = [...numbers].map(([slug, rows]) => ({
    slug,
    versions: rows.flatMap(({ number }) => number ?? []),
  }))
  return { tools: offered, connections, agents, prompts: [] }
}
