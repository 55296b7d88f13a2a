import type { CalledAgent, AgentCall, CalledAgents, GraphDocument } from '@lathe/contract'
import { calledAgentKey, collectCalledAgents, hashDocument, mapCalledAgents } from '@lathe/graph'
import { resolveAgentCalls } from './resolve-agent-calls.ts'
import type { Context } from '../api/context.ts'
import { insertAgent } from './agents.store.ts'
import { checkGraph } from './check-graph.ts'
import { saveDraft } from './drafts.store.ts'
import { slugsFrom } from './slug.ts'
import { insertVersion } from './versions.store.ts'

/** An agent created by this import, with its original slug. */
type CreatedAgent = { id: string; slug: string; revision: number }

/**
 * Creates the missing called agents and returns the document with local calls. If a local agent of
 * the same slug differs, the imported one gets another slug. `reservedSlug` is not given to an imported agent.
 */
export async function importCalledAgents(
  context: Context,
  document: GraphDocument,
  calledAgents: CalledAgents,
  reservedSlug: string | undefined,
): Promise<GraphDocument> {
  const calls = new Map<string, AgentCall>()
  const created = new Map<string, CreatedAgent>()
  const withCalls = (calling: GraphDocument) =>
    mapCalledAgents(calling, (ref) => calls.get(calledAgentKey(ref)) ?? ref)
  for (const [key, calledAgent] of collectCalledAgents(document, calledAgents)) {
    const localDocument = withCalls(calledAgent.document)
    const { agent, version } = calledAgent
    const isPinned = key.includes('@') && version !== null
    const ref = { agent, ...(isPinned && { version }) }
    const stored = await resolveAgentCalls(context.db, context.workspaceId, [ref])
    const isStored = stored[key]?.hash === hashDocument(localDocument)
    calls.set(
      key,
      isStored
        ? ref
        : await addVersion(context, calledAgent, localDocument, { ref, created, reservedSlug }),
    )
  }
  return withCalls(document)
}

type ImportState = {
  ref: AgentCall
  created: Map<string, CreatedAgent>
  reservedSlug: string | undefined
}

/** An agent that cannot run here stays a draft to be fixed and published. */
async function addVersion(
  context: Context,
  calledAgent: CalledAgent,
  document: GraphDocument,
  { ref, created, reservedSlug }: ImportState,
): Promise<AgentCall> {
  const { db, workspaceId } = context
  const agent = await findOrCreateAgent(context, calledAgent, document, {
    ref,
    created,
    reservedSlug,
  })
  const problems = await checkGraph(context, document, { self: agent.slug })
  if (problems.some(({ severity }) => severity === 'error')) return { agent: agent.slug }
  const number = await insertVersion(db, workspaceId, agent.id, {
    revision: agent.revision,
    hash: hashDocument(document),
    document,
    message: 'Imported',
    author: 'import',
    publish: ref.version === undefined,
  })
  const isPinned = ref.version !== undefined && number !== undefined
  return { agent: agent.slug, ...(isPinned && { version: number }) }
}

/** Updates the draft of the agent created for this slug, or creates one. */
async function findOrCreateAgent(
  { db, workspaceId }: Context,
  { agent: originalSlug, name }: CalledAgent,
  document: GraphDocument,
  { created, reservedSlug }: ImportState,
): Promise<CreatedAgent> {
  const existing = created.get(originalSlug)
  if (existing) {
    const saved = await saveDraft(db, workspaceId, existing.id, {
      revision: existing.revision,
      document,
    })
    const updated = { ...existing, revision: saved?.revision ?? existing.revision }
    created.set(originalSlug, updated)
    return updated
  }
  for (const slug of slugsFrom(originalSlug)) {
    if (slug === reservedSlug) continue
    const agent = { name, description: '', template: null, document, slug }
    const id = await insertAgent(db, workspaceId, agent)
    if (id === undefined) continue
    const inserted = { id, slug, revision: 1 }
    created.set(originalSlug, inserted)
    return inserted
  }
  throw new Error(`No slug is free for ${originalSlug}`)
}
