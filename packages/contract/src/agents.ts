import * as z from 'zod'
import { CalleeRef, Callees, Calls } from './callees.ts'
import { byId, Id, Micros, PathNumber, Slug } from './common.ts'
import { commonErrors, notFound } from './errors.ts'
import { GraphDocument } from './graph-document/document.ts'
import { LiveThreads } from './graph-document/live-threads.ts'
import { Problem } from './graph-document/problems.ts'
import { route } from './route.ts'
import { RunStatus } from './run-status.ts'

export const Agent = z.object({
  id: Id,
  slug: Slug,
  name: z.string(),
  description: z.string(),
  /** Slug of the template it was made from. */
  template: Slug.nullable(),
  publishedVersion: z.int().positive().nullable(),
  latestVersion: z.int().nonnegative(),
  /** The draft differs from the newest version. */
  hasDraftChanges: z.boolean(),
  createdAt: Micros,
  updatedAt: Micros,
  nodeCount: z.int(),
  /** A chat client can drive the published version, or the draft while none is published. */
  isChat: z.boolean(),
  lastRunAt: Micros.nullable(),
  lastRunStatus: RunStatus.nullable(),
  /** How many of its runs execute at once, the others wait; null for as many as there is room for. */
  concurrency: z.int().positive().nullable(),
})
export type Agent = z.infer<typeof Agent>

/** An agent that calls another, and by which of its nodes. */
export const AgentCaller = z.object({
  id: Id,
  slug: Slug,
  name: z.string(),
  /** Nodes of its draft. */
  draft: z.array(z.string()),
  /** Nodes of its published version. */
  published: z.array(z.string()),
})
export type AgentCaller = z.infer<typeof AgentCaller>

/** Graphs refer to tools and collections by name, and published versions never change. */
export const nameInUse = {
  NAME_IN_USE: {
    status: 409,
    message: 'Agents use it by this name',
    data: z.object({ usedBy: z.array(AgentCaller) }),
  },
}

export const Draft = z.object({
  /** Grows by one with every save; a save names the one it started from. */
  revision: z.int().positive(),
  document: GraphDocument,
  hash: z.string(),
  savedAt: Micros,
})
export type Draft = z.infer<typeof Draft>

/** The owner in a browser, a program with a token, a file that was taken in as it was, or Lathe itself. */
export const VersionAuthor = z.enum(['owner', 'api', 'import', 'lathe'])
export type VersionAuthor = z.infer<typeof VersionAuthor>

export const AgentVersion = z.object({
  number: z.int().positive(),
  hash: z.string(),
  message: z.string(),
  author: VersionAuthor,
  createdAt: Micros,
  isPublished: z.boolean(),
})
export type AgentVersion = z.infer<typeof AgentVersion>

export const Template = z.object({
  slug: Slug,
  name: z.string(),
  description: z.string(),
  /** What it teaches, a few words each. */
  teaches: z.array(z.string()),
  document: GraphDocument,
  /** An input that shows it at work. */
  example: z.record(z.string(), z.json()),
})
export type Template = z.infer<typeof Template>

const oneAgent = z.strictObject({ agent: z.string().describe('Slug or id') })
const agentErrors = { ...commonErrors, ...notFound.agent }
const slugTaken = {
  SLUG_TAKEN: {
    status: 409,
    message: 'Another agent has this slug',
    data: z.object({ slug: Slug }),
  },
}

export const agents = {
  list: route('GET', '/agents', 'List agents')
    .input(z.strictObject({ q: z.string().max(200).optional() }))
    .errors(commonErrors)
    .output(z.array(Agent)),

  get: route('GET', '/agents/{agent}', 'Get an agent')
    .input(oneAgent)
    .errors(agentErrors)
    .output(Agent),

  create: route('POST', '/agents', 'Create an agent: empty, from a template or from a document')
    .input(
      z.strictObject({
        name: z.string().min(1).max(200),
        /** Made from the name when absent. */
        slug: Slug.optional(),
        description: z.string().max(2_000).default(''),
        template: Slug.optional(),
        document: GraphDocument.optional(),
        /** Agents the document calls: made too where they are not here, by another slug where theirs is taken. */
        callees: Callees.optional(),
      }),
    )
    .errors({ ...commonErrors, ...slugTaken, ...notFound.template })
    .output(Agent),

  rename: route(
    'PATCH',
    '/agents/{agent}',
    'Change name, slug, description or the limit of concurrent runs',
  )
    .input(
      z.strictObject({
        agent: z.string(),
        name: z.string().min(1).max(200).optional(),
        slug: Slug.optional(),
        description: z.string().max(2_000).optional(),
        concurrency: z.int().positive().max(10_000).nullable().optional(),
      }),
    )
    .errors({ ...agentErrors, ...slugTaken })
    .output(
      Agent.extend({
        /** Who still calls it by the slug it had, and cannot any more. */
        calledBy: z.array(AgentCaller),
      }),
    ),

  /** Hidden at once, kept so that `restore` brings it back with everything. */
  delete: route('DELETE', '/agents/{agent}', 'Delete an agent; it can be restored')
    .input(oneAgent)
    .errors(agentErrors)
    .output(
      z.object({
        id: Id,
        /** Who still calls it, and cannot any more. */
        calledBy: z.array(AgentCaller),
      }),
    ),

  restore: route('POST', '/agents/{id}/restore', 'Restore a deleted agent')
    .input(byId)
    .errors({ ...agentErrors, ...slugTaken })
    .output(Agent),

  callers: route('GET', '/agents/{agent}/callers', 'List the agents that call this agent')
    .input(oneAgent)
    .errors(agentErrors)
    .output(z.array(AgentCaller)),

  templates: route('GET', '/templates', 'List templates')
    .errors(commonErrors)
    .output(z.array(Template)),

  draft: route('GET', '/agents/{agent}/draft', 'Get the draft and its revision')
    .input(oneAgent)
    .errors(agentErrors)
    .output(Draft),

  saveDraft: route(
    'PUT',
    '/agents/{agent}/draft',
    'Save the draft; rejected if the revision is stale',
  )
    .input(
      z.strictObject({
        agent: z.string(),
        /** The revision this one was edited from. */
        revision: z.int().positive(),
        document: GraphDocument,
      }),
    )
    .errors({
      ...agentErrors,
      CONFLICT: {
        status: 409,
        message: 'Somebody else saved this draft meanwhile',
        data: z.object({ theirs: Draft, base: GraphDocument.nullable() }),
      },
    })
    .output(Draft),

  check: route('POST', '/graphs/check', 'Check a document without saving or running it')
    .input(
      z.strictObject({
        document: GraphDocument,
        agent: z.string().optional().describe('Slug of the agent whose graph it is to be'),
      }),
    )
    .errors(commonErrors)
    .output(z.array(Problem)),

  callees: route('POST', '/graphs/callees', 'Resolve the called agents of a document to versions')
    .input(
      z.strictObject({
        refs: z.array(CalleeRef).max(500),
        calls: Calls.default('published'),
      }),
    )
    .errors(commonErrors)
    .output(Callees.describe('With what those call in turn; without what cannot be called')),

  liveThreads: route(
    'GET',
    '/agents/{agent}/live-threads',
    'List threads that can continue, by graph',
  )
    .input(oneAgent)
    .errors(agentErrors)
    .output(z.array(LiveThreads)),

  versions: route('GET', '/agents/{agent}/versions', 'List versions, newest first')
    .input(oneAgent)
    .errors(agentErrors)
    .output(z.array(AgentVersion)),

  version: route('GET', '/agents/{agent}/versions/{number}', 'Get a version with its document')
    .input(z.strictObject({ agent: z.string(), number: PathNumber }))
    .errors({ ...agentErrors, ...notFound.version })
    .output(AgentVersion.extend({ document: GraphDocument })),

  saveVersion: route('POST', '/agents/{agent}/versions', 'Save the draft as a version')
    .input(
      z.strictObject({
        agent: z.string(),
        revision: z.int().positive(),
        message: z.string().max(2_000).default(''),
        publish: z.boolean().default(false),
      }),
    )
    .errors({
      ...agentErrors,
      CONFLICT: {
        status: 409,
        message: 'The draft has moved on',
        data: z.object({ revision: z.int().positive() }),
      },
      GRAPH_INVALID: {
        status: 422,
        message: 'The graph has errors',
        data: z.object({ problems: z.array(Problem) }),
      },
    })
    .output(AgentVersion),

  publish: route('POST', '/agents/{agent}/versions/{number}/publish', 'Publish a version')
    .input(z.strictObject({ agent: z.string(), number: PathNumber }))
    .errors({ ...agentErrors, ...notFound.version })
    .output(Agent),
}
