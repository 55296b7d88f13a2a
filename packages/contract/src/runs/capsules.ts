import * as z from 'zod'
import { Json, JsonObject, Slug } from '@lathe/nodes/schemas'
import { CalledAgents } from '../agents/called-agents.ts'
import { byId, Id, Micros, NanoDollars } from '../common.ts'
import { commonErrors, notFound, RunError } from '../errors.ts'
import { Exchange } from '../traces/exchanges.ts'
import { GraphDocument } from '../graph-document/document.ts'
import { route } from '../route.ts'
import { RunEvent } from './run-events.ts'
import { RunOptions } from './run-options.ts'
import { RunBudget } from './runs.ts'
import { SpanDetail } from '../traces/spans.ts'
import { Usage } from '../traces/usage.ts'

/** A run with everything needed to inspect and replay it on another server. */
export const CapsuleContent = z.object({
  agent: z.object({ slug: Slug, name: z.string().min(1).max(200) }),
  run: z.object({
    id: Id,
    status: z.enum(['success', 'error', 'timeout', 'cancelled']),
    title: z.string().max(1_000),
    seed: z.int().nonnegative(),
    input: JsonObject,
    output: Json,
    error: RunError.nullable(),
    budget: RunBudget,
    options: RunOptions,
    usage: Usage,
    cost: NanoDollars,
    createdAt: Micros,
    startedAt: Micros.nullable(),
    endedAt: Micros.nullable(),
    firstTokenAt: Micros.nullable(),
  }),
  graph: GraphDocument,
  /** Every agent the graph called, in the versions that ran. */
  calledAgents: CalledAgents,
  spans: z.array(SpanDetail).min(1).max(100_000),
  /** The recording. */
  exchanges: z.array(Exchange).max(100_000),
  events: z.array(RunEvent).max(1_000_000),
})
export type CapsuleContent = z.infer<typeof CapsuleContent>

/** A file with one recorded run. */
export const Capsule = z.strictObject({
  format: z.literal('lathe-capsule-2'),
  /** SHA-256 of the content as canonical JSON, hex. */
  sum: z.string().regex(/^[0-9a-f]{64}$/),
  content: CapsuleContent,
})
export type Capsule = z.infer<typeof Capsule>

/** A file of an earlier version. Its content has former field names, which its checksum covers. */
const FormerCapsule = z.strictObject({
  format: z.literal('lathe-capsule-1'),
  sum: Capsule.shape.sum,
  content: JsonObject,
})

export const CapsuleFile = z.discriminatedUnion('format', [Capsule, FormerCapsule])
export type CapsuleFile = z.infer<typeof CapsuleFile>

/** A key, token or password in a recorded run. */
export const CapsuleSecret = z.object({
  /** For example `a GitHub token`. */
  kind: z.string(),
  /** Replaces it in a redacted capsule, with the same text at every occurrence. */
  placeholder: z.string(),
  /** Number of occurrences. */
  count: z.int().positive(),
  /** Paths of the first occurrences, such as `run.input.question`. */
  paths: z.array(z.string()),
})
export type CapsuleSecret = z.infer<typeof CapsuleSecret>

const exportErrors = {
  ...commonErrors,
  ...notFound.trace,
  NOT_REPLAYABLE: {
    status: 422,
    message: 'This trace cannot be exported as a capsule',
    data: z.object({ reason: z.string() }),
  },
}

export const capsules = {
  get: route('GET', '/traces/{id}/capsule', 'Export a recorded run as one file')
    .input(
      z.strictObject({
        id: Id,
        /** `redact` replaces each key, token and password by the same placeholder in requests, answers and states. The replay stays identical unless the run takes a secret apart, for example to get its length. */
        secrets: z.enum(['redact', 'include']).default('redact'),
      }),
    )
    .errors(exportErrors)
    .output(Capsule),

  secrets: route(
    'GET',
    '/traces/{id}/capsule/secrets',
    'List the secrets that a capsule of this run would contain',
  )
    .input(byId)
    .errors(exportErrors)
    .output(z.object({ secrets: z.array(CapsuleSecret) })),

  import: route('POST', '/capsules', 'Import a recorded run from a capsule')
    .input(z.strictObject({ capsule: CapsuleFile }))
    .errors({
      ...commonErrors,
      BAD_CAPSULE: {
        status: 422,
        message: 'This capsule cannot be imported',
        data: z.object({ reason: z.string() }),
      },
    })
    /** `isNew` is false if the run was stored already: nothing was changed. */
    .output(z.object({ traceId: Id, agentSlug: Slug, isNew: z.boolean() })),
}
