import * as z from 'zod'
import { Json, ModelSettings, PromptMessage } from '@lathe/nodes/schemas'
import { Id, Micros, PathNumber } from '../common.ts'
import { commonErrors } from '../errors.ts'
import { route } from '../route.ts'
import { Spending } from '../traces/spending.ts'

export const PromptName = z
  .string()
  .regex(/^[a-zA-Z0-9][\w.-]{0,127}$/, 'letters, digits, _, . and -, at most 128')

/** A movable name of a version. `latest` always refers to the newest version. */
export const PromptLabel = z
  .string()
  .regex(/^(?!latest$)[a-zA-Z][\w.-]{0,63}$/, 'letters, digits, _, . and -, at most 64; not latest')

export const PromptContent = z.strictObject({
  messages: z.array(PromptMessage).min(1).max(200),
  /** Model settings for testing. Nodes that use the prompt have their own. */
  model: ModelSettings.optional(),
})
export type PromptContent = z.infer<typeof PromptContent>

export const RegistryPrompt = z.object({
  id: Id,
  name: PromptName,
  description: z.string(),
  tags: z.array(z.string()),
  isArchived: z.boolean(),
  /** The newest version. 0 without versions. */
  version: z.int(),
  labels: z.array(z.object({ label: z.string(), version: z.int() })),
  createdAt: Micros,
  updatedAt: Micros,
  /** Null unless deleted. */
  deletedAt: Micros.nullable(),
})
export type RegistryPrompt = z.infer<typeof RegistryPrompt>

export const PromptVersion = z.object({
  version: z.int(),
  /** Hash of the content. Equal contents have equal hashes. */
  hash: z.string(),
  message: z.string(),
  labels: z.array(z.string()),
  /**
   * Null if a program pushed anything but a list of text messages. Such a version can only be
   * pulled again.
   */
  content: PromptContent.nullable(),
  /** Reason `content` is null. */
  problem: z.string().nullable(),
  /** Names of the variables in its templates. */
  variables: z.array(z.string()),
  createdAt: Micros,
})
export type PromptVersion = z.infer<typeof PromptVersion>

/** A reference to a prompt in an agent. */
const PromptUse = z.object({
  agent: z.string(),
  name: z.string(),
  node: z.string(),
  document: z.enum(['draft', 'published']),
  /** The label, or null if a version is pinned. */
  label: z.string().nullable(),
  version: z.int().nullable(),
})

/** A node that would fail after a label moves. */
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

/** Metrics of the model calls of one version. */
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
  /** Mean feedback scores of its runs. */
  scores: z.array(z.object({ key: z.string(), count: z.int(), mean: z.number() })),
})
export type PromptMetrics = z.infer<typeof PromptMetrics>

const promptParam = { prompt: PromptName }
const byPrompt = z.strictObject(promptParam)
const message = z.string().trim().max(500).default('')
const promptFields = {
  description: z.string().max(2_000),
  tags: z.array(z.string().trim().min(1).max(64)).max(20),
}

const promptErrors = {
  ...commonErrors,
  NO_SUCH_PROMPT: { status: 404, message: 'No such prompt' },
}
const flag = z.stringbool().or(z.boolean()).default(false)
const confirm = { confirm: flag }
const inUse = {
  PROMPT_IN_USE: {
    status: 409,
    message: 'Agents or comparisons use this prompt. Send `confirm: true` to continue',
    data: PromptUses,
  },
}
const breaksAgents = {
  LABEL_BREAKS_AGENTS: {
    status: 409,
    message: 'Agents that follow this label would fail. Send `confirm: true` to continue',
    data: z.object({ agents: z.array(BrokenPromptUse) }),
  },
}
const noSuchVersion = { NO_SUCH_VERSION: { status: 404, message: 'No such version' } }
const nameTaken = { NAME_TAKEN: { status: 409, message: 'Another prompt has this name' } }
const promptInvalid = {
  PROMPT_INVALID: {
    status: 422,
    message: 'A template is invalid',
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
        description: promptFields.description.default(''),
        tags: promptFields.tags.default([]),
        content: PromptContent.optional(),
        message,
      }),
    )
    .errors({ ...commonErrors, ...nameTaken, ...promptInvalid })
    .output(RegistryPrompt),

  get: route('GET', '/prompts/{prompt}', 'Get a prompt')
    .input(byPrompt)
    .errors(promptErrors)
    .output(RegistryPrompt),

  edit: route(
    'PATCH',
    '/prompts/{prompt}',
    'Describe or archive a prompt',
    'Archiving a prompt that agents or comparisons use requires `confirm: true`.',
  )
    .input(
      z.strictObject({
        ...promptParam,
        description: promptFields.description.optional(),
        tags: promptFields.tags.optional(),
        isArchived: z.boolean().optional(),
        ...confirm,
      }),
    )
    .errors({ ...promptErrors, ...inUse })
    .output(RegistryPrompt),

  delete: route(
    'DELETE',
    '/prompts/{prompt}',
    'Delete a prompt; `restore` brings it back',
    'Deleting a prompt that agents or comparisons use requires `confirm`, in the body or as `?confirm=true`.',
  )
    .input(z.strictObject({ ...promptParam, ...confirm }))
    .errors({ ...promptErrors, ...inUse })
    .output(z.object({ id: Id })),

  restore: route('POST', '/prompts/{id}/restore', 'Restore a deleted prompt')
    .input(z.strictObject({ id: Id }))
    .errors({ ...promptErrors, ...nameTaken })
    .output(RegistryPrompt),

  versions: route('GET', '/prompts/{prompt}/versions', 'List versions, newest first')
    .input(byPrompt)
    .errors(promptErrors)
    .output(z.array(PromptVersion)),

  version: route(
    'GET',
    '/prompts/{prompt}/versions/{version}',
    'Get a version as a serialized LangChain object',
  )
    .input(z.strictObject({ ...promptParam, version: PathNumber }))
    .errors({ ...promptErrors, ...noSuchVersion })
    .output(PromptVersion.extend({ manifest: Json })),

  commit: route(
    'POST',
    '/prompts/{prompt}/versions',
    'Save a version; unchanged content creates none',
  )
    .input(
      z.strictObject({
        ...promptParam,
        content: PromptContent,
        message,
        /** The version that the edit is based on. A newer version is a conflict. */
        base: z.int().nonnegative().optional(),
        /** Labels of the new version. */
        labels: z.array(PromptLabel).max(10).default([]),
        ...confirm,
      }),
    )
    .errors({
      ...promptErrors,
      ...promptInvalid,
      ...breaksAgents,
      CONFLICT: {
        status: 409,
        message: 'A newer version was saved by someone else. Reload the prompt and try again',
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
        ...promptParam,
        label: PromptLabel,
        version: z.int().positive().nullable(),
        ...confirm,
      }),
    )
    .errors({ ...promptErrors, ...noSuchVersion, ...breaksAgents })
    .output(RegistryPrompt),

  uses: route('GET', '/prompts/{prompt}/uses', 'List the agents and comparisons that use a prompt')
    .input(byPrompt)
    .errors(promptErrors)
    .output(PromptUses),

  metrics: route('GET', '/prompts/{prompt}/metrics', 'Get cost and results of each version')
    .input(byPrompt)
    .errors(promptErrors)
    .output(z.array(PromptMetrics)),
}
