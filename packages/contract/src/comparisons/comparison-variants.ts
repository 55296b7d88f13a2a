import * as z from 'zod'
import { ModelSettings, PromptMessage, Slug, ToolName } from '@lathe/nodes/schemas'

import { Key } from './comparison-selection.ts'
import { NodeId } from '../graph-document/document.ts'
import { PromptName } from '../models/prompts.ts'
import { RunVersion } from '../runs/runs.ts'

/** Changes of a variant to one node of its agent. */
export const NodeOverride = z.strictObject({
  messages: z.array(PromptMessage).max(200).optional(),
  model: ModelSettings.optional(),
  tools: z.array(ToolName).max(64).optional(),
})
export type NodeOverride = z.infer<typeof NodeOverride>

/**
 * A version of an agent with changed nodes, or a bare prompt whose variables are the inputs of a
 * case.
 */
export const VariantBase = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('agent'),
    agent: Slug,
    version: RunVersion.default('published'),
    overrides: z.record(NodeId, NodeOverride).default({}),
  }),
  z.strictObject({
    type: z.literal('prompt'),
    messages: z.array(PromptMessage).min(1).max(200),
    model: ModelSettings,
    /** Offered to the model. Calls are recorded but not executed. */
    tools: z.array(ToolName).max(128).optional(),
    /** The registry version that the messages were copied from. They may have been edited since. */
    from: z.strictObject({ prompt: PromptName, version: z.int().positive() }).optional(),
  }),
])
export type VariantBase = z.infer<typeof VariantBase>

export const Variant = z.strictObject({
  key: Key,
  name: z.string().min(1).max(100),
  base: VariantBase,
  /** Applies to its own cells. Defaults to the setting of the plan. */
  reuse: z.boolean().optional(),
})
export type Variant = z.infer<typeof Variant>
