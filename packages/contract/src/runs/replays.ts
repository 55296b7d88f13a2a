import * as z from 'zod'
import { Json, ToolName } from '@lathe/nodes/schemas'
import { byId, Id, Micros, NanoDollars, oneOrMore, page } from '../common.ts'
import { commonErrors, notFound, RunError } from '../errors.ts'
import { CallAddress, ExchangeKind } from '../traces/exchanges.ts'
import { GraphDocument } from '../graph-document/document.ts'
import { route } from '../route.ts'
import { RunStatus } from './run-status.ts'
import { RunVersion } from './runs.ts'

/** `exact`: everything is served from the recording. `until`: recorded up to a superstep, then live. `only-live`: selected nodes run live. `version`: the recording with another graph. `live`: nothing is served from the recording. */
export const ReplayMode = z.enum(['exact', 'until', 'only-live', 'version', 'live'])
export type ReplayMode = z.infer<typeof ReplayMode>

/** Replaces the result of a suppressed write that has no exact match in the recording. */
export const StandIn = z.discriminatedUnion('type', [
  /** The result of the most similar recorded write. */
  z.strictObject({ type: z.literal('recorded') }),
  z.strictObject({ type: z.literal('error'), message: z.string().max(2_000) }),
  z.strictObject({ type: z.literal('result'), result: Json }),
])
export type StandIn = z.infer<typeof StandIn>

export const ReplaySettings = z.strictObject({
  mode: ReplayMode.default('exact'),
  /** The graph to run. Defaults to the recorded graph. */
  version: RunVersion.optional(),
  graph: GraphDocument.optional(),
  /** `only-live`: ids of the nodes that run live. */
  nodes: z.array(z.string().max(64)).max(1_000).optional(),
  /** `until`: the last superstep served from the recording. */
  superstep: z.int().nonnegative().optional(),
  /**
   * Calls missing from the recording either fail or execute live. `exact` does not allow `live`.
   */
  onMiss: z.enum(['fail', 'live']).default('fail'),
  /** Writing tools that may execute in this replay. */
  writes: z.array(ToolName).max(100).default([]),
  standIn: StandIn.default({ type: 'recorded' }),
  /** Overrides of recorded tool results, by exchange id. */
  results: z.record(Id, Json).optional(),
  /** Divides the recorded waiting times. 0 skips them. */
  speed: z.number().min(0).max(100).default(0),
})
export type ReplaySettings = z.infer<typeof ReplaySettings>

export const StartReplay = ReplaySettings.extend({ traceId: Id }).superRefine(
  (settings, context) => {
    const addIssue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const { mode } = settings
    if (mode === 'only-live' && !settings.nodes?.length)
      addIssue('nodes', 'must contain at least one node')
    if (mode === 'until' && settings.superstep === undefined) addIssue('superstep', 'is missing')
    if (mode === 'version' && settings.version === undefined && !settings.graph) {
      addIssue('version', 'is required: pass a version or send a `graph`')
    }
    if (mode === 'exact' && settings.onMiss === 'live')
      addIssue('onMiss', 'is always `fail` in `exact`')
    if (mode === 'exact' && settings.writes.length > 0)
      addIssue('writes', 'must be empty: `exact` replays cannot write')
  },
)
export type StartReplay = z.infer<typeof StartReplay>

export const ReplayVerdict = z.enum(['identical', 'diverged', 'error'])
export type ReplayVerdict = z.infer<typeof ReplayVerdict>

const Equality = z.enum(['same', 'different', 'only-recording', 'only-replay'])
export type Equality = z.infer<typeof Equality>

/** A recorded call paired with the same call of the replay. */
export const ReplayedCall = z.object({
  kind: ExchangeKind,
  name: z.string(),
  address: CallAddress,
  /** Exchange ids in the recording and in the replay's own trace. Null if missing. */
  recording: Id.nullable(),
  replay: Id.nullable(),
  request: Equality,
  /** Null if one of the two is missing. */
  answer: z.enum(['same', 'different']).nullable(),
  servedBy: z.enum(['recording', 'stand-in', 'live']).nullable(),
})
export type ReplayedCall = z.infer<typeof ReplayedCall>

/** Compares the states after one superstep. Ignores generated ids. */
export const StateComparison = z.object({
  superstep: z.int(),
  state: Equality,
  /** Channels whose values differ. */
  channels: z.array(z.string()),
})
export type StateComparison = z.infer<typeof StateComparison>

/** A write that a replay suppressed. */
export const SuppressedWrite = z.object({
  tool: z.string(),
  address: CallAddress,
  args: Json,
  /** The substituted result. */
  result: Json,
  error: RunError.nullable(),
})
export type SuppressedWrite = z.infer<typeof SuppressedWrite>

const recordedAndReplayed = <T extends z.ZodType>(value: T) =>
  z.object({ recording: value, replay: value })

export const ReplayReport = z.object({
  verdict: ReplayVerdict,
  status: recordedAndReplayed(z.string()),
  output: Equality,
  error: RunError.nullable(),
  calls: z.object({
    served: z.int(),
    live: z.int(),
    suppressed: z.int(),
    /** Recorded calls that the replay did not make. */
    unused: z.int(),
    /** Served calls whose request changed: their recorded answer belongs to another request. */
    reused: z.int().default(0),
  }),
  steps: z.array(ReplayedCall),
  /** Index in `steps` of the first difference. Null without one. */
  firstDivergence: z.int().nullable(),
  states: z.array(StateComparison),
  /** Nodes whose requests, answers or writes differ from the recording. */
  differingNodes: z.array(z.string()),
  suppressedWrites: z.array(SuppressedWrite),
  /** Tokens and cost as if every call had been made. Milliseconds are the sum over all calls. */
  inputTokens: recordedAndReplayed(z.int()),
  outputTokens: recordedAndReplayed(z.int()),
  cost: recordedAndReplayed(NanoDollars),
  callMs: recordedAndReplayed(z.number()),
})
export type ReplayReport = z.infer<typeof ReplayReport>

/** A replay is a run on a hidden thread. `id` is the id of its run and of its trace. */
export const Replay = z.object({
  id: Id,
  /** The trace whose recording is played. */
  traceId: Id,
  mode: ReplayMode,
  /** Version of the graph. Null for a draft or an edited graph. */
  version: z.int().nullable(),
  agentSlug: z.string(),
  title: z.string(),
  status: RunStatus,
  /** Null while it runs. */
  verdict: ReplayVerdict.nullable(),
  createdAt: Micros,
  endedAt: Micros.nullable(),
})
export type Replay = z.infer<typeof Replay>

export const ReplayDetail = Replay.extend({
  settings: ReplaySettings,
  /** Null while it runs. */
  report: ReplayReport.nullable(),
})
export type ReplayDetail = z.infer<typeof ReplayDetail>

/**
 * Assertions of a test: the output, the nodes by superstep, the called tools, and that every
 * recorded call is made.
 */
export const TestAssertion = z.enum(['output', 'nodes', 'tools', 'requests'])
export type TestAssertion = z.infer<typeof TestAssertion>

export const TestFile = z.object({
  /** Path from the root of the exported project. */
  path: z.string(),
  /** The content as text or base64. */
  text: z.string(),
  encoding: z.literal('base64').optional(),
})
export type TestFile = z.infer<typeof TestFile>

const startErrors = {
  ...commonErrors,
  ...notFound.trace,
  ...notFound.version,
  NOT_REPLAYABLE: {
    status: 422,
    message: 'This trace cannot be replayed',
    data: z.object({ reason: z.string() }),
  },
  GRAPH_INVALID: {
    status: 422,
    message: 'The graph has errors',
    data: z.object({ problems: z.array(z.object({ path: z.string(), message: z.string() })) }),
  },
}

const noSuchReplay = { NO_SUCH_REPLAY: { status: 404, message: 'No such replay' } }

export const replays = {
  start: route('POST', '/replays', 'Replay a trace; returns immediately')
    .input(StartReplay)
    .errors(startErrors)
    .output(ReplayDetail),

  wait: route('POST', '/replays/wait', 'Replay a trace and return its report')
    .input(StartReplay)
    .errors(startErrors)
    .output(ReplayDetail),

  toTest: route(
    'GET',
    '/traces/{id}/test',
    'Export a recorded run as a Vitest test with its recording',
  )
    .input(
      z.strictObject({
        id: Id,
        assertions: oneOrMore(TestAssertion).default(TestAssertion.options),
        /** Part of the file names. */
        name: z
          .string()
          .regex(/^[a-z0-9][a-z0-9-]{0,60}$/)
          .optional(),
      }),
    )
    .errors({
      ...commonErrors,
      ...notFound.trace,
      NOT_REPLAYABLE: startErrors.NOT_REPLAYABLE,
    })
    .output(z.array(TestFile)),

  get: route('GET', '/replays/{id}', 'Get a replay with its report')
    .input(byId)
    .errors({ ...commonErrors, ...noSuchReplay })
    .output(ReplayDetail),

  list: route('GET', '/replays', 'List replays, newest first')
    .input(
      z.strictObject({
        traceId: oneOrMore(Id).optional(),
        verdict: ReplayVerdict.optional(),
        ...page,
      }),
    )
    .errors(commonErrors)
    .output(z.object({ items: z.array(Replay), hasMore: z.boolean() })),
}
