import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import { Callees, Calls } from './callees.ts'
import { byId, Id, Json, JsonObject, Micros, oneOrMore, page, Slug } from './common.ts'
import { commonErrors, notFound, RunError } from './errors.ts'
import { GraphDocument, NodeId } from './graph-document/document.ts'
import { Interrupt, InterruptAnswer } from './interrupts.ts'
import { route } from './route.ts'
import { RunEvent } from './run-events.ts'
import { RunSteering } from './run-steering.ts'
import { RunStatus } from './run-status.ts'
import { Spending } from './spending.ts'
import { Usage } from './usage.ts'

/** What a run may spend before it stops at a resumable checkpoint; absent means the workspace's limit. */
export const RunBudget = z.strictObject({
  steps: z.int().positive().max(10_000).optional(),
  wallClockMs: z.int().positive().optional(),
  tokens: z.int().positive().optional(),
  costNanos: z.int().positive().optional(),
})
export type RunBudget = z.infer<typeof RunBudget>

export const RunSource = z.enum(['user', 'api', 'replay', 'comparison', 'judge'])
export type RunSource = z.infer<typeof RunSource>

/** What a new run does where another of its thread has not ended; LangGraph's words. */
export const MultitaskStrategy = z.enum(['reject', 'enqueue', 'interrupt', 'rollback'])
export type MultitaskStrategy = z.infer<typeof MultitaskStrategy>

/** A run is the root span of its trace, so `id` is also the trace's id. */
export const Run = z.object({
  id: Id,
  agentId: Id,
  /** Empty where what runs is no agent's. */
  agentSlug: Slug.or(z.literal('')),
  agentName: z.string(),
  threadId: Id,
  /** Null when the draft ran. */
  version: z.int().positive().nullable(),
  graphHash: z.string(),
  status: RunStatus,
  attempt: z.int().positive(),
  source: RunSource,
  /** The node that ran alone; null where the graph ran. */
  only: z.string().nullable(),
  /** The first words of the input, for lists. */
  title: z.string(),
  error: RunError.nullable(),
  interrupts: z.array(Interrupt),
  usage: Usage,
  ...Spending.shape,
  createdAt: Micros,
  startedAt: Micros.nullable(),
  endedAt: Micros.nullable(),
  firstTokenAt: Micros.nullable(),
  /** How many runs wait before this one; null once it has been claimed. */
  queuePosition: z.int().nonnegative().nullable(),
})
export type Run = z.infer<typeof Run>

export const RunDetail = Run.extend({
  /** Null when the run went on where an earlier run of its thread stopped. */
  input: Json,
  output: Json,
  budget: RunBudget,
  metadata: JsonObject,
  steering: RunSteering,
})
export type RunDetail = z.infer<typeof RunDetail>

export const RunVersion = z.union([z.literal('published'), z.literal('draft'), z.int().positive()])
export type RunVersion = z.infer<typeof RunVersion>

export const StartRun = z
  .strictObject({
    /** Slug or id. */
    agent: z.string(),
    /** Without one the published version; without `input` the graph that stopped, which is the only one allowed. */
    version: RunVersion.optional(),
    /** Without one a new thread is made. */
    threadId: Id.optional(),
    /** Values of the graph's input channels; without them the run goes on from the thread's newest checkpoint. */
    input: z.record(z.string(), Json).optional(),
    budget: RunBudget.default({}),
    metadata: JsonObject.default({}),
    /** LangGraph's `configurable`. Its `user_id` decides whose memory the run reads and writes. */
    configurable: JsonObject.optional(),
    source: RunSource.default('api'),
    /** `enqueue` waits its turn, `interrupt` cancels the other, `rollback` also undoes what it did to the thread. */
    multitaskStrategy: MultitaskStrategy.default('reject'),
    /** `drafts` runs what is drawn of the agents it calls, to try a graph and what it calls together. */
    calls: Calls.default('published'),
    ...RunSteering.shape,
  })
  .refine(({ input, threadId }) => input !== undefined || threadId !== undefined, {
    path: ['threadId'],
    error: 'is missing: a run without `input` goes on where a thread stopped',
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
    message: 'Nothing is left to do on this thread: give the run an `input`',
  },
}

const STARTING = `Without \`input\` the run goes on from the newest checkpoint of its thread, with the graph that stopped there:
after a budget or the steps ran out, a timeout, an error or a cancel. Finished steps are not run again, and the budget counts anew.

\`\`\`sh
curl $LATHE_URL/api/runs -H "authorization: Bearer $LATHE_TOKEN" -H 'content-type: application/json' \\
  -d '{ "agent": "support", "threadId": "'$THREAD'", "budget": { "tokens": 50000 } }'
\`\`\`

With \`checkpoint\` it goes on from an earlier checkpoint of the thread instead, as a new branch, with the graph that \`version\` names and
with edited \`values\` if there are any. \`interruptBefore\` and \`interruptAfter\` stop it at nodes: it waits as \`interrupted\`, and
\`resume\` takes it on. \`only\` executes one node alone, with
\`tape\` for the answers it was given in an earlier run.

\`multitaskStrategy\` decides about runs of the same thread that have not ended: \`reject\` refuses the new run, \`enqueue\` lets it
wait its turn, \`interrupt\` cancels the running one and the queue behind it, \`rollback\` also undoes what they did to the thread.`

export const runs = {
  list: route('GET', '/runs', 'List runs, newest first')
    .input(
      z.strictObject({
        agent: z.string().optional(),
        threadId: Id.optional(),
        status: oneOrMore(RunStatus).optional(),
        /** Tests of this node alone; without it runs of whole graphs. */
        only: NodeId.optional(),
        ...page,
      }),
    )
    .errors(commonErrors)
    .output(z.object({ items: z.array(Run), hasMore: z.boolean() })),

  start: route('POST', '/runs', 'Start a run and return immediately', STARTING)
    .input(StartRun)
    .errors(startErrors)
    .output(RunDetail),

  wait: route('POST', '/runs/wait', 'Start a run and return when it ends or pauses', STARTING)
    .input(StartRun)
    .errors(startErrors)
    .output(RunDetail),

  stream: route('POST', '/runs/stream', 'Start a run and stream its events', STARTING)
    .input(StartRun)
    .errors(startErrors)
    .output(eventIterator(RunEvent)),

  get: route('GET', '/runs/{id}', 'Get a run with its input and output')
    .input(byId)
    .errors({ ...commonErrors, ...notFound.run })
    .output(RunDetail),

  /** The document the run executed, whatever has become of its agent. */
  graph: route('GET', '/runs/{id}/graph', 'Get the graph of a run')
    .input(byId)
    .errors({ ...commonErrors, ...notFound.run })
    .output(GraphDocument),

  callees: route('GET', '/runs/{id}/callees', 'List the called agents of a run')
    .input(byId)
    .errors({ ...commonErrors, ...notFound.run })
    .output(Callees),

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
        /** Breakpoints from here on; without them those it has. */
        interruptBefore: RunSteering.shape.interruptBefore,
        interruptAfter: RunSteering.shape.interruptAfter,
      }),
    )
    .errors({
      ...commonErrors,
      ...notFound.run,
      CONFLICT: {
        status: 409,
        message: 'The run does not wait for this',
        data: z.object({ status: RunStatus, pending: z.array(z.string()) }),
      },
    })
    .output(RunDetail),
}
