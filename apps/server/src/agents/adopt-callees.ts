import type { Callee, CalleeRef, Callees, GraphDocument } from '@lathe/contract'
import { calleeKey, calleesWithin, hashDocument, mapCalls } from '@lathe/graph'
import { resolveCallees } from './resolve-callees.ts'
import type { Context } from '../api/context.ts'
import { insertAgent } from './agents.store.ts'
import { checkGraph } from './check-graph.ts'
import { saveDraft } from './drafts.store.ts'
import { slugsFrom } from './slug.ts'
import { insertVersion } from './versions.store.ts'

/** An agent that was made for this import, by the slug it had. */
type Made = { id: string; slug: string; revision: number }

/**
 * Makes the agents a document calls where they are not here, and gives the document with calls of those that are:
 * one of the same slug that does something else keeps it, and the newcomer gets another. `taken` is no slug for them.
 */
export async function adoptCallees(
  context: Context,
  document: GraphDocument,
  callees: Callees,
  taken: string | undefined,
): Promise<GraphDocument> {
  const calls = new Map<string, CalleeRef>()
  const made = new Map<string, Made>()
  const withCalls = (calling: GraphDocument) =>
    mapCalls(calling, (ref) => calls.get(calleeKey(ref)) ?? ref)
  for (const [key, callee] of calleesWithin(document, callees)) {
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

type Place = { ref: CalleeRef; made: Map<string, Made>; taken: string | undefined }

/** What cannot run here is left a draft, for somebody to put right and publish. */
async function addVersion(
  context: Context,
  callee: Callee,
  document: GraphDocument,
  { ref, made, taken }: Place,
): Promise<CalleeRef> {
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

/** The agent made for this slug before, its draft now this document; else a new one. */
async function holderOf(
  { db, workspaceId }: Context,
  { agent: slug, name }: Callee,
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
