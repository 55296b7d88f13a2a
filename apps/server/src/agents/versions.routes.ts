import type { Agent, GraphDocument, VersionAuthor } from '@lathe/contract'
import { resolveAgentCalls } from './resolve-agent-calls.ts'
import { api, type Context } from '../api/context.ts'
import { getAgent } from './agents.routes.ts'
import { checkGraph } from './check-graph.ts'
import { findDraft, findRevision, saveDraft } from './drafts.store.ts'
import { listLiveThreads } from './live-threads.store.ts'
import { findVersion, insertVersion, listVersions, publishVersion } from './versions.store.ts'

export const versionRoutes = {
  draft: api.agents.draft.handler(async ({ input, context, errors }) => {
    const { id } = await getAgent(context, input.agent, errors)
    return getDraft(context, id)
  }),

  saveDraft: api.agents.saveDraft.handler(async ({ input, context, errors }) => {
    const { id } = await getAgent(context, input.agent, errors)
    const saved = await saveDraft(context.db, context.workspaceId, id, input)
    if (saved) return saved
    const base = await findRevision(context.db, context.workspaceId, id, input.revision)
    throw errors.CONFLICT({ data: { current: await getDraft(context, id), base } })
  }),

  check: api.agents.check.handler(({ input, context }) =>
    checkGraph(context, input.document, { self: input.agent }),
  ),

  calledAgents: api.agents.calledAgents.handler(({ input, context }) =>
    resolveAgentCalls(context.db, context.workspaceId, input.refs, input.calls),
  ),

  liveThreads: api.agents.liveThreads.handler(async ({ input, context, errors }) => {
    const { id } = await getAgent(context, input.agent, errors)
    return listLiveThreads(context.db, context.workspaceId, id)
  }),

  versions: api.agents.versions.handler(async ({ input, context, errors }) => {
    const { id } = await getAgent(context, input.agent, errors)
    return listVersions(context.db, context.workspaceId, id)
  }),

  version: api.agents.version.handler(async ({ input, context, errors }) => {
    const { id } = await getAgent(context, input.agent, errors)
    const version = await findVersion(context.db, context.workspaceId, id, input.number)
    if (!version) throw errors.NO_SUCH_VERSION()
    return version
  }),

  saveVersion: api.agents.saveVersion.handler(async ({ input, context, errors }) => {
    const agent = await getAgent(context, input.agent, errors)
    const { id, slug } = agent
    const { document, hash, revision } = await getDraft(context, id)
    if (revision !== input.revision) throw errors.CONFLICT({ data: { revision } })
    const problems = await checkGraph(context, document, { self: slug })
    if (problems.some(({ severity }) => severity === 'error')) {
      throw errors.GRAPH_INVALID({ data: { problems } })
    }

    const author = authorOf(context, agent, revision, document)
    const version = { ...input, author, document, hash }
    const number = await insertVersion(context.db, context.workspaceId, id, version)
    if (number === undefined) {
      throw errors.CONFLICT({ data: { revision: (await getDraft(context, id)).revision } })
    }
    const saved = await findVersion(context.db, context.workspaceId, id, number)
    if (!saved) throw new Error(`version ${number} of ${id} was deleted`)
    return saved
  }),

  publish: api.agents.publish.handler(async ({ input, context, errors }) => {
    const { id } = await getAgent(context, input.agent, errors)
    const version = await findVersion(context.db, context.workspaceId, id, input.number)
    if (!version) throw errors.NO_SUCH_VERSION()
    await publishVersion(context.db, context.workspaceId, id, input.number)
    return getAgent(context, id, errors)
  }),
}

/** An unchanged import has no author. */
function authorOf(
  { caller }: Context,
  { template }: Agent,
  revision: number,
  { nodes }: GraphDocument,
): VersionAuthor {
  const isAsItCame = revision === 1 && template === null && Object.keys(nodes).length > 0
  return caller === 'owner' && isAsItCame ? 'import' : caller
}

async function getDraft({ db, workspaceId }: Context, agentId: string) {
  const draft = await findDraft(db, workspaceId, agentId)
  if (!draft) throw new Error(`agent ${agentId} has no draft`)
  return draft
}
