import type { CalledAgents, GraphDocument, Problem } from '@lathe/contract'
import {
  listCalledAgents,
  checkDocument,
  type CheckEnvironment,
  type KnownPrompt,
  registryRefs,
} from '@lathe/graph'
import { usablePrompts } from './registry-prompts.ts'
import { resolveAgentCalls } from './resolve-agent-calls.ts'
import type { Context } from '../api/context.ts'

type CheckOptions = {
  /** Slug of the document's agent. */
  self?: string | undefined
  /** The called agents, if they are pinned. */
  calledAgents?: CalledAgents
  /** Also checks the documents of called agents. */
  deeply?: boolean
  /** Replaces the prompts of the registry, to check a change before it is made. */
  changePrompts?: (prompts: readonly KnownPrompt[]) => readonly KnownPrompt[]
}

/** Returns every problem of a document in this workspace. Executes nothing. */
export async function checkGraph(
  context: Pick<Context, 'db' | 'workspaceId' | 'tools'>,
  document: GraphDocument,
  { self, calledAgents, deeply = false, changePrompts = (prompts) => prompts }: CheckOptions = {},
): Promise<Problem[]> {
  const { db, workspaceId } = context
  const called =
    calledAgents ?? (await resolveAgentCalls(db, workspaceId, listCalledAgents(document)))
  const checked = deeply ? Object.values(called).map((calledAgent) => calledAgent.document) : []
  const environment = await environmentOf(context, [document, ...checked])
  const prompts = changePrompts(environment.prompts)
  const whole = { ...environment, prompts, calledAgents: called, self }
  const own = checkDocument(document, whole)
  if (!deeply) return own
  const inside = Object.entries(called).flatMap(([name, calledAgent]) =>
    checkDocument(calledAgent.document, { ...whole, self: undefined })
      .filter(({ severity }) => severity === 'error')
      .map((problem) => ({ ...problem, message: `\`${name}\`: ${problem.message}` })),
  )
  return [...own, ...inside]
}

async function listSearchable(db: Context['db'], workspaceId: string) {
  const rows = await db
    .selectFrom('collections as c')
    .select('c.name')
    .select((eb) =>
      eb
        .exists(
          eb.selectFrom('collection_chunks').select('seq').whereRef('collection_id', '=', 'c.id'),
        )
        .as('has_chunks'),
    )
    .where('c.workspace_id', '=', workspaceId)
    .where('c.deleted_at', 'is', null)
    .execute()
  return rows.map(({ name, has_chunks: hasChunks }) => ({ name, isEmpty: !hasChunks }))
}

async function environmentOf(
  { db, workspaceId, tools }: Pick<Context, 'db' | 'workspaceId' | 'tools'>,
  documents: readonly GraphDocument[],
): Promise<Omit<CheckEnvironment, 'calledAgents'>> {
  const [offered, connections, collections, versions, prompts] = await Promise.all([
    tools(workspaceId),
    db
      .selectFrom('connections')
      .select(['name', 'timeout_ms as timeoutMs'])
      .where('workspace_id', '=', workspaceId)
      .execute(),
    listSearchable(db, workspaceId),
    db
      .selectFrom('agents as a')
      .leftJoin('agent_versions as v', 'v.agent_id', 'a.id')
      .select(['a.slug', 'a.published_version', 'v.number'])
      .where('a.workspace_id', '=', workspaceId)
      .where('a.deleted_at', 'is', null)
      .execute(),
    usablePrompts(
      db,
      workspaceId,
      documents.flatMap((document) => registryRefs(document).map(({ ref }) => ref)),
    ),
  ])
  const numbers = Map.groupBy(versions, ({ slug }) => slug)
  const agents = [...numbers].map(([slug, rows]) => ({
    slug,
    versions: rows.flatMap(({ number }) => number ?? []),
    published: rows[0]?.published_version ?? null,
  }))
  return { tools: offered, connections, collections, agents, prompts }
}
