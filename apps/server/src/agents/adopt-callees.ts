import type { CalledAgent, AgentCall, CalledAgents, GraphDocument } from '@lathe/contract'
import { calledAgentKey, collectCalledAgents, hashDocument, mapCalledAgents } from '@lathe/graph'
import { resolveCallees } from './resolve-callees.ts'
import type { Context } from '../api/context.ts'
import { insertAgent } from './agents.store.ts'
import { checkGraph } from './check-graph.ts'
import { saveDraft } from './drafts.store.ts'
import { slugsFrom } from './slug.ts'
import { insertVersion } from './versions.store.ts'

/** An agent created by this import, with its original slug. */
type Made = { id: string; slug: string; revision: number }

/**
 * Creates the missing called agents and returns the document with local calls. If a local agent of
 * the same slug differs, the imported one gets another slug. `taken`: a slug to avoid.
 */
export async function adoptCallees(
  context: Context,
  document: GraphDocument,
  callees: CalledAgents,
  taken: string | undefined,
): Promise<GraphDocument> {
  const calls = new Map<string, AgentCall>()
  const made = new Map<string, Made>()
  const withCalls = (calling: GraphDocument) =>
    mapCalledAgents(calling, (ref) => calls.get(calledAgentKey(ref)) ?? ref)
  for (const [key, callee] of collectCalledAgents(document, callees)) {
    const own = withCalls(callee.document)
    const { agent, version } = callee
    const isPinned = key.includes('@') && version !== null
    const ref = { agent, ...(isPinned && { version }) }
    const here = await resolveCallees(context.db, context.workspaceId, [ref])
    const isHere = here[key]?.hash === hashDocument(own)
    calls.set(key, isHere ? ref : await addVersion(context, callee, own, { ref, made, taken }))
  }
  return withCalls(document)
}

type Place = { ref: AgentCall; made: Map<string, Made>; taken: string | undefined }

/** An agent that cannot run here stays a draft to be fixed and published. */
async function addVersion(
  context: Context,
  callee: CalledAgent,
  document: GraphDocument,
  { ref, made, taken }: Place,
): Promise<AgentCall> {
  const { db, workspaceId } = context
  const agent = await holderOf(context, callee, document, { ref, made, taken })
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
async function holderOf(
  { db, workspaceId }: Context,
  { agent: slug, name }: CalledAgent,
  document: GraphDocument,
  { made, taken }: Place,
): Promise<Made> {
  const before = made.get(slug)
  if (before) {
    const saved = await saveDraft(db, workspaceId, before.id, {
      revision: before.revision,
      document,
    })
    const now = { ...before, revision: saved?.revision ?? before.revision }
    made.set(slug, now)
    return now
  }
  for (const free of slugsFrom(slug)) {
    if (free === taken) continue
    const agent = { name, description: '', template: null, document, slug: free }
    const id = await insertAgent(db, workspaceId, agent)
    if (id === undefined) continue
    const fresh = { id, slug: free, revision: 1 }
    made.set(slug, fresh)
    return fresh
  }
  throw new Error(`no slug is free for ${slug}`)
}
