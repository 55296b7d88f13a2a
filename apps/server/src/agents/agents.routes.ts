import type { Agent, CalledAgents, GraphDocument } from '@lathe/contract'
import { emptyDocument } from '@lathe/graph'
import { templates } from '@lathe/graph/templates'
import { api, type Context } from '../api/context.ts'
import { invalidInput } from '../platform/http/errors.ts'
import { importCalledAgents } from './import-called-agents.ts'
import { deleteAgent, renameAgent, restoreAgent } from './agent-changes.store.ts'
import { listCallers } from './callers.store.ts'
import { findAgent, insertAgent, listAgents, type NewAgent } from './agents.store.ts'
import { slugOf, slugsFrom } from './slug.ts'

type NoSuchAgent = { NO_SUCH_AGENT: () => Error }

/** Loads the agent of a route. */
export async function getAgent(
  { db, workspaceId }: Context,
  agent: string,
  errors: NoSuchAgent,
): Promise<Agent> {
  const found = await findAgent(db, workspaceId, agent)
  if (!found) throw errors.NO_SUCH_AGENT()
  return found
}

export const agentRoutes = {
  list: api.agents.list.handler(({ input, context }) =>
    listAgents(context.db, context.workspaceId, input.q),
  ),

  get: api.agents.get.handler(({ input, context, errors }) =>
    getAgent(context, input.agent, errors),
  ),

  create: api.agents.create.handler(async ({ input, context, errors }) => {
    if (input.template !== undefined && input.document !== undefined) {
      throw invalidInput('document', 'provide a template or a document, not both')
    }
    const template = templates.find(({ slug }) => slug === input.template)
    if (input.template !== undefined && !template) throw errors.NO_SUCH_TEMPLATE()
    if (input.slug !== undefined && (await isTaken(context, input.slug))) {
      throw errors.SLUG_TAKEN({ data: { slug: input.slug } })
    }

    const agent = {
      name: input.name,
      description: input.description || (template?.description ?? ''),
      template: template?.slug ?? null,
      document: await graphOf(context, input, template?.document),
    }
    const id = await insertFree(context, agent, input.slug ?? slugsFrom(slugOf(input.name)))
    if (id === undefined)
      throw errors.SLUG_TAKEN({ data: { slug: input.slug ?? slugOf(input.name) } })
    return getAgent(context, id, { NO_SUCH_AGENT: () => new Error('the new agent was deleted') })
  }),

  rename: api.agents.rename.handler(async ({ input, context, errors }) => {
    const { agent, ...change } = input
    const { id, slug } = await getAgent(context, agent, errors)
    const isFree = await renameAgent(context.db, context.workspaceId, id, change)
    if (!isFree) throw errors.SLUG_TAKEN({ data: { slug: change.slug ?? slug } })
    const isMoved = change.slug !== undefined && change.slug !== slug
    const callers = isMoved ? await listCallers(context.db, context.workspaceId, slug) : []
    return { ...(await getAgent(context, id, errors)), calledBy: callers }
  }),

  delete: api.agents.delete.handler(async ({ input, context, errors }) => {
    const { id, slug } = await getAgent(context, input.agent, errors)
    const callers = await listCallers(context.db, context.workspaceId, slug)
    await deleteAgent(context.db, context.workspaceId, id)
    return { id, calledBy: callers.filter((caller) => caller.id !== id) }
  }),

  callers: api.agents.callers.handler(async ({ input, context, errors }) => {
    const { slug } = await getAgent(context, input.agent, errors)
    return listCallers(context.db, context.workspaceId, slug)
  }),

  restore: api.agents.restore.handler(async ({ input, context, errors }) => {
    const result = await restoreAgent(context.db, context.workspaceId, input.id)
    if (result === 'unknown') throw errors.NO_SUCH_AGENT()
    if (result !== 'restored') throw errors.SLUG_TAKEN({ data: { slug: result.taken } })
    return getAgent(context, input.id, errors)
  }),

  templates: api.agents.templates.handler(() => templates),
}

/** Tries the slugs in order. Undefined if all are taken. */
type NewGraph = {
  slug?: string | undefined
  document?: GraphDocument | undefined
  calledAgents?: CalledAgents | undefined
}

async function graphOf(
  context: Context,
  { slug, document, calledAgents }: NewGraph,
  template: GraphDocument | undefined,
): Promise<GraphDocument> {
  const drawn = document ?? template ?? emptyDocument()
  return calledAgents ? importCalledAgents(context, drawn, calledAgents, slug) : drawn
}

/** Checked before anything is created. The insert decides races. */
const isTaken = async ({ db, workspaceId }: Context, slug: string): Promise<boolean> =>
  (await findAgent(db, workspaceId, slug)) !== undefined

async function insertFree(
  { db, workspaceId }: Context,
  agent: Omit<NewAgent, 'slug'>,
  slugs: string | Iterable<string>,
): Promise<string | undefined> {
  for (const slug of typeof slugs === 'string' ? [slugs] : slugs) {
    const id = await insertAgent(db, workspaceId, { ...agent, slug })
    if (id !== undefined) return id
  }
  return undefined
}
