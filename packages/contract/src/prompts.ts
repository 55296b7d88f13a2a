import * as z from 'zod'
import { Id, Json, Micros, PathNumber } from './common.ts'
import { commonErrors } from './errors.ts'
import { ModelSettings, PromptMessage } from './graph-document/model.ts'
import { route } from './route.ts'
import { Spending } from './spending.ts'

export const PromptName = z
  .string()
  .regex(/^[a-zA-Z0-9][\w.-]{0,127}$/, 'letters, digits, _, . and -, at most 128')

/** A name for a version that moves; `latest` always is the newest. */
export const PromptLabel = z
  .string()
  .regex(/^(?!latest$)[a-zA-Z][\w.-]{0,63}$/, 'letters, digits, _, . and -, at most 64; not latest')

export const PromptContent = z.strictObject({
  messages: z.array(PromptMessage).min(1).max(200),
  /** What it was tried with; nodes that refer to it bring their own. */
  model: ModelSettings.optional(),
})
export type PromptContent = z.infer<typeof PromptContent>

export const RegistryPrompt = z.object({
  id: Id,
  name: PromptName,
  description: z.string(),
  tags: z.array(z.string()),
  isArchived: z.boolean(),
  /** The newest; 0 while it has none. */
  version: z.int(),
  labels: z.array(z.object({ label: z.string(), version: z.int() })),
  createdAt: Micros,
  updatedAt: Micros,
  /** Null unless it was deleted. */
  deletedAt: Micros.nullable(),
})
export type RegistryPrompt = z.infer<typeof RegistryPrompt>

export const PromptVersion = z.object({
  version: z.int(),
  /** Of its content: the same content has the same hash. */
  hash: z.string(),
  message: z.string(),
  labels: z.array(z.string()),
  /** Null where a program pushed what is no list of text messages: it can be pulled again, and that is all. */
  content: PromptContent.nullable(),
  /** Why `content` is null. */
  problem: z.string().nullable(),
  /** What its templates take, by name. */
  variables: z.array(z.string()),
  createdAt: Micros,
})
export type PromptVersion = z.infer<typeof PromptVersion>

/** Where an agent's document names a prompt. */
const PromptUse = z.object({
  agent: z.string(),
  name: z.string(),
  node: z.string(),
  document: z.enum(['draft', 'published']),
  /** A label, or null where `version` is pinned. */
  label: z.string().nullable(),
  version: z.int().nullable(),
})

/** A node of an agent that a label's move would make fail. */
export const BrokenPromptUse = PromptUse.extend({
  /** Variables and placeholders of the version that the agent does not provide. */
  missing: z.array(z.string()),
  problems: z.array(z.string()),
})
export type BrokenPromptUse = z.infer<typeof BrokenPromptUse>

export const PromptUses = z.object({
  agents: z.array(PromptUse),
  comparisons: z.array(z.object({ id: Id, name: z.string(), versions: z.array(z.int()) })),
})
export type PromptUses = z.infer<typeof PromptUses>

/** Of the model calls that a version made. */
export const PromptMetrics = z.object({
  version: z.int(),
  runs: z.int(),
  calls: z.int(),
  errors: z.int(),
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  ...Spending.shape,
  /** Means of the feedback that its runs were given. */
  scores: z.array(z.object({ key: z.string(), count: z.int(), mean: z.number() })),
})
export type PromptMetrics = z.infer<typeof PromptMetrics>

const one = { prompt: PromptName }
const byPrompt = z.strictObject(one)
const message = z.string().trim().max(500).default('')
const about = {
  description: z.string().max(2_000),
  tags: z.array(z.string().trim().min(1).max(64)).max(20),
}

const ofOne = {
  ...commonErrors,
  NO_SUCH_PROMPT: { status: 404, message: 'No such prompt' },
}
const flag = z.stringbool().or(z.boolean()).default(false)
const confirm = { confirm: flag }
const inUse = {
  PROMPT_IN_USE: {
    status: 409,
    message: 'Agents or comparisons use this prompt; send `confirm: true` to go ahead',
    data: PromptUses,
  },
}
const breaksAgents = {
  LABEL_BREAKS_AGENTS: {
    status: 409,
    message: 'Agents that follow this label would fail; send `confirm: true` to go ahead',
    data: z.object({ agents: z.array(BrokenPromptUse) }),
  },
}
const noSuchVersion = { NO_SUCH_VERSION: { status: 404, message: 'No such version' } }
const nameTaken = { NAME_TAKEN: { status: 409, message: 'Another prompt has this name' } }
const unusable = {
  PROMPT_INVALID: {
    status: 422,
    message: 'A template is broken',
    data: z.object({ problems: z.array(z.object({ path: z.string(), message: z.string() })) }),
  },
}

export const prompts = {
  list: route('GET', '/prompts', 'List prompts, by name')
    .input(
      z.strictObject({
        q: z.string().max(200).optional(),
        /** Lists the deleted prompts instead, last deleted first. */
        deleted: flag,
      }),
    )
    .errors(commonErrors)
    .output(z.array(RegistryPrompt)),

  create: route('POST', '/prompts', 'Create a prompt, with or without a first version')
    .input(
      z.strictObject({
        name: PromptName,
        description: about.description.default(''),
        tags: about.tags.default([]),
        content: PromptContent.optional(),
        message,
      }),
    )
    .errors({ ...commonErrors, ...nameTaken, ...unusable })
    .output(RegistryPrompt),

  get: route('GET', '/prompts/{prompt}', 'Get a prompt')
    .input(byPrompt)
    .errors(ofOne)
    .output(RegistryPrompt),

  edit: route(
    'PATCH',
    '/prompts/{prompt}',
    'Describe or archive a prompt',
    'Archiving a prompt that agents or comparisons use requires `confirm: true`.',
  )
    .input(
      z.strictObject({
        ...one,
        description: about.description.optional(),
        tags: about.tags.optional(),
        isArchived: z.boolean().optional(),
        ...confirm,
      }),
    )
    .errors({ ...ofOne, ...inUse })
    .output(RegistryPrompt),

  delete: route(
    'DELETE',
    '/prompts/{prompt}',
    'Delete a prompt; `restore` brings it back',
    'Deleting a prompt that agents or comparisons use requires `confirm`, in the body or as `?confirm=true`.',
  )
    .input(z.strictObject({ ...one, ...confirm }))
    .errors({ ...ofOne, ...inUse })
    .output(z.object({ id: Id })),

  restore: route('POST', '/prompts/{id}/restore', 'Restore a deleted prompt')
    .input(z.strictObject({ id: Id }))
    .errors({ ...ofOne, ...nameTaken })
    .output(RegistryPrompt),

  versions: route('GET', '/prompts/{prompt}/versions', 'List versions, newest first')
    .input(byPrompt)
    .errors(ofOne)
    .output(z.array(PromptVersion)),

  version: route(
    'GET',
    '/prompts/{prompt}/versions/{version}',
    'Get a version as a serialized LangChain object',
  )
    .input(z.strictObject({ ...one, version: PathNumber }))
    .errors({ ...ofOne, ...noSuchVersion })
    .output(PromptVersion.extend({ manifest: Json })),

  commit: route(
    'POST',
    '/prompts/{prompt}/versions',
    'Save a version; unchanged content creates none',
  )
    .input(
      z.strictObject({
        ...one,
        content: PromptContent,
        message,
        /** The version that was looked at; a newer one is not passed over. */
        base: z.int().nonnegative().optional(),
        /** Set on the version as it is made. */
        labels: z.array(PromptLabel).max(10).default([]),
        ...confirm,
      }),
    )
    .errors({
      ...ofOne,
      ...unusable,
      ...breaksAgents,
      CONFLICT: {
        status: 409,
        message: 'Somebody saved a newer version meanwhile',
        data: z.object({ version: z.int() }),
      },
    })
    .output(PromptVersion.extend({ isNew: z.boolean() })),

  label: route(
    'PUT',
    '/prompts/{prompt}/labels/{label}',
    'Move a label to a version, or remove it',
    'A move that would make agents fail, because they lack a variable of the version, requires `confirm: true`.',
  )
    .input(
      z.strictObject({
        ...one,
        label: PromptLabel,
        version: z.int().positive().nullable(),
        ...confirm,
      }),
    )
    .errors({ ...ofOne, ...noSuchVersion, ...breaksAgents })
    .output(RegistryPrompt),

  uses: route('GET', '/prompts/{prompt}/uses', 'List the agents and comparisons that use a prompt')
    .input(byPrompt)
    .errors(ofOne)
    .output(PromptUses),

  metrics: route('GET', '/prompts/{prompt}/metrics', 'Get cost and results of each version')
    .input(byPrompt)
    .errors(ofOne)
    .output(z.array(PromptMetrics)),
}
