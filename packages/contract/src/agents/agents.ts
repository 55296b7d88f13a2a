import * as z from 'zod'
import { Slug } from '@lathe/nodes/schemas'
import { AgentCall, CalledAgents, CallTarget } from './called-agents.ts'
import { byId, Id, Micros, PathNumber } from '../common.ts'
import { commonErrors, notFound } from '../errors.ts'
import { GraphDocument } from '../graph-document/document.ts'
import { LiveThreads } from '../graph-document/live-threads.ts'
import { Problem } from '../graph-document/problems.ts'
import { route } from '../route.ts'
import { RunStatus } from '../runs/run-status.ts'

export const Agent = z.object({
  id: Id,
  slug: Slug,
  name: z.string(),
  description: z.string(),
  /** Slug of the template it was created from. Null without one. */
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
  /** Maximum concurrent runs of this agent; further runs are queued. Null means no limit. */
  concurrency: z.int().positive().nullable(),
})
export type Agent = z.infer<typeof Agent>

/** An agent that calls another, with the calling nodes. */
export const AgentCaller = z.object({
  id: Id,
  slug: Slug,
  name: z.string(),
  /** Calling nodes of its draft. */
  draft: z.array(z.string()),
  /** Calling nodes of its published version. */
  published: z.array(z.string()),
})
export type AgentCaller = z.infer<typeof AgentCaller>

/** Graphs refer to tools and collections by name, and published versions never change. */
export const nameInUse = {
  NAME_IN_USE: {
    status: 409,
    message: 'Agents refer to it by this name',
    data: z.object({ usedBy: z.array(AgentCaller) }),
  },
}

export const Draft = z.object({
  /** Increases by one with every save. A save sends the revision it is based on. */
  revision: z.int().positive(),
  document: GraphDocument,
  hash: z.string(),
  savedAt: Micros,
})
export type Draft = z.infer<typeof Draft>

/** `owner` saves in the browser, `api` with a token. `import` is an imported file. */
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
  /** Concepts it demonstrates, a few words each. */
  concepts: z.array(z.string()),
  document: GraphDocument,
  /** Input that demonstrates the template. */
  example: z.record(z.string(), z.json()),
})
export type Template = z.infer<typeof Template>

const byAgent = z.strictObject({ agent: z.string().describe('Slug or id') })
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
    .input(byAgent)
    .errors(agentErrors)
    .output(Agent),

  create: route('POST', '/agents', 'Create an agent: empty, from a template or from a document')
    .input(
      z.strictObject({
        name: z.string().min(1).max(200),
        /** Derived from the name if absent. */
        slug: Slug.optional(),
        description: z.string().max(2_000).default(''),
        template: Slug.optional(),
        document: GraphDocument.optional(),
        /**
         * Called agents to create if they do not exist. They get another slug if theirs is taken.
         */
        calledAgents: CalledAgents.optional(),
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
        /** Agents that still call it by its former slug, which no longer resolves. */
        calledBy: z.array(AgentCaller),
      }),
    ),

  /** Soft delete: `restore` brings the agent back with all its data. */
  delete: route('DELETE', '/agents/{agent}', 'Delete an agent; it can be restored')
    .input(byAgent)
    .errors(agentErrors)
    .output(
      z.object({
        id: Id,
        /** Agents that still call it and now fail. */
        calledBy: z.array(AgentCaller),
      }),
    ),

  restore: route('POST', '/agents/{id}/restore', 'Restore a deleted agent')
    .input(byId)
    .errors({ ...agentErrors, ...slugTaken })
    .output(Agent),

  callers: route('GET', '/agents/{agent}/callers', 'List the agents that call this agent')
    .input(byAgent)
    .errors(agentErrors)
    .output(z.array(AgentCaller)),

  templates: route('GET', '/templates', 'List templates')
    .errors(commonErrors)
    .output(z.array(Template)),

  draft: route('GET', '/agents/{agent}/draft', 'Get the draft and its revision')
    .input(byAgent)
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
        /** The revision that the edit is based on. */
        revision: z.int().positive(),
        document: GraphDocument,
      }),
    )
    .errors({
      ...agentErrors,
      CONFLICT: {
        status: 409,
        message: 'The draft was changed by someone else. Reload it and apply your changes again',
        data: z.object({ current: Draft, base: GraphDocument.nullable() }),
      },
    })
    .output(Draft),

  check: route('POST', '/graphs/check', 'Check a document without saving or running it')
    .input(
      z.strictObject({
        document: GraphDocument,
        agent: z.string().optional().describe('Slug of the agent that the document belongs to'),
      }),
    )
    .errors(commonErrors)
    .output(z.array(Problem)),

  calledAgents: route(
    'POST',
    '/graphs/called-agents',
    'Resolve the called agents of a document to versions',
  )
    .input(
      z.strictObject({
        refs: z.array(AgentCall).max(500),
        calls: CallTarget.default('published'),
      }),
    )
    .errors(commonErrors)
    .output(
      CalledAgents.describe(
        'Includes the agents that those call in turn. Omits agents that cannot be called.',
      ),
    ),

  liveThreads: route(
    'GET',
    '/agents/{agent}/live-threads',
    'List threads that can continue, by graph',
  )
    .input(byAgent)
    .errors(agentErrors)
    .output(z.array(LiveThreads)),

  versions: route('GET', '/agents/{agent}/versions', 'List versions, newest first')
    .input(byAgent)
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
        message: 'The draft has changed since. Reload it and try again',
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
