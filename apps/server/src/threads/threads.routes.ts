import type { Thread } from '@lathe/contract'
import { findAgentId } from '../agents/find-agent-id.ts'
import { api, type Context } from '../api/context.ts'
import { readTree } from './checkpoint-tree.ts'
import { hideThread, restoreThread } from './deleted-threads.store.ts'
import { stopThread } from './stop-thread.ts'
import { listInterrupts, readHistory, readState } from './thread-state.ts'
import { findThread, insertThread, listThreads, renameThread } from './threads.store.ts'

export const threadRoutes = {
  list: api.threads.list.handler(async ({ input, context, errors }) => {
    const { agent, ...filter } = input
    const agentId = agent === undefined ? undefined : await getAgentId(context, agent, errors)
    const { db, workspaceId } = context
    const rows = await listThreads(db, workspaceId, { ...filter, agentId })
    return { items: rows.slice(0, input.limit), hasMore: rows.length > input.limit }
  }),

  create: api.threads.create.handler(async ({ input, context, errors }) => {
    const { agent, ...thread } = input
    const agentId = await getAgentId(context, agent, errors)
    const id = await insertThread(context.db, context.workspaceId, { ...thread, agentId })
    return getThread(context, id, { NO_SUCH_THREAD: () => new Error(`thread ${id} was deleted`) })
  }),

  get: api.threads.get.handler(({ input, context, errors }) =>
    getThread(context, input.id, errors),
  ),

  rename: api.threads.rename.handler(async ({ input, context, errors }) => {
    await renameThread(context.db, context.workspaceId, input.id, input.title)
    return getThread(context, input.id, errors)
  }),

  delete: api.threads.delete.handler(async ({ input, context, errors }) => {
    const { id } = await getThread(context, input.id, errors)
    await stopThread(context, id)
    await hideThread(context.db, context.workspaceId, id)
    return {}
  }),

  restore: api.threads.restore.handler(async ({ input, context, errors }) => {
    await restoreThread(context.db, context.workspaceId, input.id)
    return getThread(context, input.id, errors)
  }),

  state: api.threads.state.handler(async ({ input, context, errors }) => {
    const { id } = await getThread(context, input.id, errors)
    const [state, interrupts] = await Promise.all([
      readState(context.db, context.workspaceId, id),
      listInterrupts(context.db, context.workspaceId, id),
    ])
    return { ...state, interrupts }
  }),

  history: api.threads.history.handler(async ({ input, context, errors }) => {
    const { id } = await getThread(context, input.id, errors)
    const rows = await readHistory(context.db, context.workspaceId, id, input)
    return { items: rows.slice(0, input.limit), hasMore: rows.length > input.limit }
  }),

  tree: api.threads.tree.handler(async ({ input, context, errors }) => {
    const { id } = await getThread(context, input.id, errors)
    return readTree(context.db, context.workspaceId, id)
  }),

  checkpoint: api.threads.checkpoint.handler(async ({ input, context, errors }) => {
    const { id } = await getThread(context, input.id, errors)
    const page = { limit: 1, at: input.checkpointId }
    const [found] = await readHistory(context.db, context.workspaceId, id, page)
    if (!found) throw errors.NO_SUCH_CHECKPOINT()
    return found
  }),
}

async function getThread(
  { db, workspaceId }: Context,
  id: string,
  errors: { NO_SUCH_THREAD: () => Error },
): Promise<Thread> {
  const thread = await findThread(db, workspaceId, id)
  if (!thread) throw errors.NO_SUCH_THREAD()
  return thread
}

async function getAgentId(
  { db, workspaceId }: Context,
  agent: string,
  errors: { NO_SUCH_AGENT: () => Error },
): Promise<string> {
  const id = await findAgentId(db, workspaceId, agent)
  if (id === undefined) throw errors.NO_SUCH_AGENT()
  return id
}
