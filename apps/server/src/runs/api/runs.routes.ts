import type { RunDetail, RunOptions } from '@lathe/contract'
import { api, type Context, uncheckedApi } from '../../api/context.ts'
import { invalidInputs } from '../../platform/http/errors.ts'
import { checkAnswers } from '../start/check-answers.ts'
import {
  cancelRun,
  findRun,
  findRunCalledAgents,
  findRunGraph,
  listRuns,
  resumeRun,
} from './runs.store.ts'
import { startRun } from '../start/start-run.ts'
import { rejectInvalidOptions, pickRunOptions } from '../start/run-options.ts'

export const runRoutes = {
  list: api.runs.list.handler(async ({ input, context }) => {
    const rows = await listRuns(context.db, context.workspaceId, input)
    return { items: rows.slice(0, input.limit), hasMore: rows.length > input.limit }
  }),

  start: api.runs.start.handler(async ({ input, context, errors }) => {
    const { id } = await startRun(context, input, errors)
    return getOwnRun(context, id)
  }),

  wait: api.runs.wait.handler(async ({ input, context, errors, signal }) => {
    const { id } = await startRun(context, input, errors)
    await context.executor.waitUntilSettled(id, signal)
    return getOwnRun(context, id)
  }),

  stream: uncheckedApi.runs.stream.handler(async ({ input, context, errors, signal }) => {
    const { id } = await startRun(context, input, errors)
    context.replyHeaders.set('content-location', `/api/runs/${id}`)
    return context.executor.events(id, { after: 0, until: 'settled', ...(signal && { signal }) })
  }),

  get: api.runs.get.handler(({ input, context, errors }) => getRun(context, input.id, errors)),

  graph: api.runs.graph.handler(async ({ input, context, errors }) => {
    const document = await findRunGraph(context.db, context.workspaceId, input.id)
    if (!document) throw errors.NO_SUCH_RUN()
    return document
  }),

  calledAgents: api.runs.calledAgents.handler(async ({ input, context, errors }) => {
    const calledAgents = await findRunCalledAgents(context.db, context.workspaceId, input.id)
    if (!calledAgents) throw errors.NO_SUCH_RUN()
    return calledAgents
  }),

  events: uncheckedApi.runs.events.handler(
    async ({ input, context, errors, signal, lastEventId }) => {
      await getRun(context, input.id, errors)
      const after = input.after ?? eventNumber(lastEventId)
      return context.executor.events(input.id, { after, until: 'ended', ...(signal && { signal }) })
    },
  ),

  cancel: api.runs.cancel.handler(async ({ input, context, errors }) => {
    const isCancelled = await cancelRun(context.db, context.workspaceId, input.id)
    const run = await getRun(context, input.id, errors)
    if (!isCancelled) throw errors.CONFLICT({ data: { status: run.status } })
    context.executor.abort(input.id)
    return run
  }),

  resume: api.runs.resume.handler(async ({ input, context, errors }) => {
    const run = await getRun(context, input.id, errors)
    const pending = run.interrupts.map(({ id }) => id)
    const answeredIds = Object.keys(input.answers)
    const conflict = () => errors.CONFLICT({ data: { status: run.status, pending } })
    if (answeredIds.length === 0 || answeredIds.some((id) => !pending.includes(id)))
      throw conflict()
    const issues = checkAnswers(run.interrupts, input.answers)
    if (issues.length > 0) throw invalidInputs(issues)

    const options = await updateBreakpoints(context, run, input)
    const { db, workspaceId } = context
    const isQueued = await resumeRun(db, workspaceId, run, input.answers, options)
    if (!isQueued) throw conflict()
    context.executor.wake()
    return getOwnRun(context, input.id)
  }),
}

type Breakpoints = Pick<RunOptions, 'interruptBefore' | 'interruptAfter'>

/** Returns the run options with changed breakpoints, or undefined if they do not change. */
async function updateBreakpoints(
  { db, workspaceId }: Context,
  { id, options }: RunDetail,
  { interruptBefore, interruptAfter }: Breakpoints,
): Promise<RunOptions | undefined> {
  if (interruptBefore === undefined && interruptAfter === undefined) return undefined
  const changedBreakpoints: Breakpoints = {
    ...(interruptBefore && { interruptBefore }),
    ...(interruptAfter && { interruptAfter }),
  }
  const document = await findRunGraph(db, workspaceId, id)
  if (document) rejectInvalidOptions(document, changedBreakpoints)
  return pickRunOptions({ ...options, ...changedBreakpoints })
}

async function getRun(
  { db, workspaceId }: Context,
  id: string,
  errors: { NO_SUCH_RUN: () => Error },
): Promise<RunDetail> {
  const run = await findRun(db, workspaceId, id)
  if (!run) throw errors.NO_SUCH_RUN()
  return run
}

const getOwnRun = (context: Context, id: string) =>
  getRun(context, id, { NO_SUCH_RUN: () => new Error(`run ${id} was deleted`) })

/** The number in `Last-Event-ID`. Zero for anything but a number. */
const eventNumber = (lastEventId: string | undefined): number =>
  lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : 0
