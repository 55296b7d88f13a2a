import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import { Json, JsonObject, Slug } from '@lathe/nodes/schemas'
import { CalledAgents, CallTarget } from '../agents/called-agents.ts'
import { byId, Id, Micros, oneOrMore, page } from '../common.ts'
import { commonErrors, notFound, RunError } from '../errors.ts'
import { GraphDocument, NodeId } from '../graph-document/document.ts'
import { Interrupt, InterruptAnswer } from './interrupts.ts'
import { route } from '../route.ts'
import { RunEvent } from './run-events.ts'
import { RunOptions } from './run-options.ts'
import { RunStatus } from './run-status.ts'
import { Spending } from '../traces/spending.ts'
import { Usage } from '../traces/usage.ts'

/**
 * Limits at which a run stops with a resumable checkpoint. Absent limits come from the workspace.
 */
export const RunBudget = z.strictObject({
  steps: z.int().positive().max(10_000).optional(),
  wallClockMs: z.int().positive().optional(),
  tokens: z.int().positive().optional(),
  costNanos: z.int().positive().optional(),
})
export type RunBudget = z.infer<typeof RunBudget>

export const RunSource = z.enum(['user', 'api', 'replay', 'comparison', 'judge'])
export type RunSource = z.infer<typeof RunSource>

/** Behavior of a new run if another run of its thread has not ended. Values as in LangGraph. */
export const MultitaskStrategy = z.enum(['reject', 'enqueue', 'interrupt', 'rollback'])
export type MultitaskStrategy = z.infer<typeof MultitaskStrategy>

/** A run is the root span of its trace, so `id` is also the id of the trace. */
export const Run = z.object({
  id: Id,
  agentId: Id,
  /** Empty if no agent runs. */
  agentSlug: Slug.or(z.literal('')),
  agentName: z.string(),
  threadId: Id,
  /** Null for the draft. */
  version: z.int().positive().nullable(),
  graphHash: z.string(),
  status: RunStatus,
  attempt: z.int().positive(),
  source: RunSource,
  /** The node that ran alone. Null if the whole graph ran. */
  only: z.string().nullable(),
  /** Start of the input, for lists. */
  title: z.string(),
  error: RunError.nullable(),
  interrupts: z.array(Interrupt),
  usage: Usage,
  ...Spending.shape,
  createdAt: Micros,
  startedAt: Micros.nullable(),
  endedAt: Micros.nullable(),
  firstTokenAt: Micros.nullable(),
  /** Number of runs queued before this one. Null once it is claimed. */
  queuePosition: z.int().nonnegative().nullable(),
})
export type Run = z.infer<typeof Run>

export const RunDetail = Run.extend({
  /** Null if the run continued where an earlier run of its thread stopped. */
  input: Json,
  output: Json,
  budget: RunBudget,
  metadata: JsonObject,
  options: RunOptions,
})
export type RunDetail = z.infer<typeof RunDetail>

export const RunVersion = z.union([z.literal('published'), z.literal('draft'), z.int().positive()])
export type RunVersion = z.infer<typeof RunVersion>

export const StartRun = z
  .strictObject({
    /** Slug or id. */
    agent: z.string(),
    /**
     * Defaults to the published version. Without `input`, only the graph that stopped is allowed,
     * which is then the default.
     */
    version: RunVersion.optional(),
    /** Defaults to a new thread. */
    threadId: Id.optional(),
    /**
     * Values of the input channels. Without it, the run continues from the newest checkpoint of the
     * thread.
     */
    input: z.record(z.string(), Json).optional(),
    budget: RunBudget.default({}),
    metadata: JsonObject.default({}),
    /** LangGraph's `configurable`. Its `user_id` decides whose memory the run reads and writes. */
    configurable: JsonObject.optional(),
    source: RunSource.default('api'),
    /** `enqueue` waits for the other run, `interrupt` cancels it, and `rollback` also reverts its changes to the thread. */
    multitaskStrategy: MultitaskStrategy.default('reject'),
    /** `drafts` runs the drafts of called agents, to test a graph together with them. */
    calls: CallTarget.default('published'),
    ...RunOptions.shape,
  })
  .refine(({ input, threadId }) => input !== undefined || threadId !== undefined, {
    path: ['threadId'],
    error: 'is required: a run without `input` continues a thread',
  })
export type StartRun = z.infer<typeof StartRun>

const startErrors = {
  ...commonErrors,
  ...notFound.agent,
  ...notFound.version,
  ...notFound.thread,
  GRAPH_INVALID: {
    status: 422,
    message: 'The graph has errors',
    data: z.object({ problems: z.array(z.object({ path: z.string(), message: z.string() })) }),
  },
  THREAD_BUSY: {
    status: 409,
    message: 'Another run of this thread has not ended',
    data: z.object({ runId: Id, status: RunStatus }),
  },
  NOTHING_TO_CONTINUE: {
    status: 409,
    message: 'The thread has no pending steps. Send an `input`',
  },
}

const START_DESCRIPTION = `Without \`input\`, the run continues from the newest checkpoint of its thread with the graph that stopped there: after an
exhausted budget or step limit, a timeout, an error or a cancellation. Finished steps are not repeated, and the budget starts at zero.

\`\`\`sh
curl $LATHE_URL/api/runs -H "authorization: Bearer $LATHE_TOKEN" -H 'content-type: application/json' \\
  -d '{ "agent": "support", "threadId": "'$THREAD'", "budget": { "tokens": 50000 } }'
\`\`\`

With \`checkpoint\`, the run continues from an earlier checkpoint of the thread, on a new branch. It uses the graph of \`version\` and, if
present, the edited \`values\`. \`interruptBefore\` and \`interruptAfter\` pause the run at nodes with the status \`interrupted\`, and
\`resume\` continues it. \`only\` executes a single node; \`recording\` answers its calls from an earlier run.

\`multitaskStrategy\` applies if other runs of the thread have not ended: \`reject\` rejects the new run, \`enqueue\` queues it,
\`interrupt\` cancels the running run and the queued ones, and \`rollback\` also reverts their changes to the thread.`

export const runs = {
  list: route('GET', '/runs', 'List runs, newest first')
    .input(
      z.strictObject({
        agent: z.string().optional(),
        threadId: Id.optional(),
        status: oneOrMore(RunStatus).optional(),
        /** Runs of this node alone. Without it, runs of whole graphs. */
        only: NodeId.optional(),
        ...page,
      }),
    )
    .errors(commonErrors)
    .output(z.object({ items: z.array(Run), hasMore: z.boolean() })),

  start: route('POST', '/runs', 'Start a run and return immediately', START_DESCRIPTION)
    .input(StartRun)
    .errors(startErrors)
    .output(RunDetail),

  wait: route(
    'POST',
    '/runs/wait',
    'Start a run and return when it ends or pauses',
    START_DESCRIPTION,
  )
    .input(StartRun)
    .errors(startErrors)
    .output(RunDetail),

  stream: route('POST', '/runs/stream', 'Start a run and stream its events', START_DESCRIPTION)
    .input(StartRun)
    .errors(startErrors)
    .output(eventIterator(RunEvent)),

  get: route('GET', '/runs/{id}', 'Get a run with its input and output')
    .input(byId)
    .errors({ ...commonErrors, ...notFound.run })
    .output(RunDetail),

  /** Returns the executed document, even if its agent has changed or was deleted. */
  graph: route('GET', '/runs/{id}/graph', 'Get the graph of a run')
    .input(byId)
    .errors({ ...commonErrors, ...notFound.run })
    .output(GraphDocument),

  calledAgents: route('GET', '/runs/{id}/called-agents', 'List the called agents of a run')
    .input(byId)
    .errors({ ...commonErrors, ...notFound.run })
    .output(CalledAgents),

  events: route('GET', '/runs/{id}/events', 'Stream events of a run; resumes after Last-Event-ID')
    .input(z.strictObject({ id: Id, after: z.coerce.number().int().nonnegative().optional() }))
    .errors({ ...commonErrors, ...notFound.run })
    .output(eventIterator(RunEvent)),

  cancel: route('POST', '/runs/{id}/cancel', 'Cancel a run; its model call is aborted')
    .input(byId)
    .errors({
      ...commonErrors,
      ...notFound.run,
      CONFLICT: {
        status: 409,
        message: 'The run has already ended',
        data: z.object({ status: RunStatus }),
      },
    })
    .output(RunDetail),

  resume: route('POST', '/runs/{id}/resume', 'Resume an interrupted run with answers')
    .input(
      z.strictObject({
        id: Id,
        answers: z.record(z.string(), InterruptAnswer),
        /** New breakpoints. By default, the breakpoints of the run stay. */
        interruptBefore: RunOptions.shape.interruptBefore,
        interruptAfter: RunOptions.shape.interruptAfter,
      }),
    )
    .errors({
      ...commonErrors,
      ...notFound.run,
      CONFLICT: {
        status: 409,
        message: 'The run is not waiting for this answer',
        data: z.object({ status: RunStatus, pending: z.array(z.string()) }),
      },
    })
    .output(RunDetail),
}
