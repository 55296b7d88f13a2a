import * as z from 'zod'
import { Slug, ToolName } from './common.ts'
import { Key } from './comparison-selection.ts'
import { NodeId } from './graph-document/document.ts'
import { ModelSettings, PromptMessage } from './graph-document/model.ts'
import { PromptName } from './prompts.ts'
import { RunVersion } from './runs.ts'

/** What a variant changes in one node of its agent. */
export const NodeOverride = z.strictObject({
  messages: z.array(PromptMessage).max(200).optional(),
  model: ModelSettings.optional(),
  tools: z.array(ToolName).max(64).optional(),
})
export type NodeOverride = z.infer<typeof NodeOverride>

/** A version of an agent with some nodes changed, or a bare prompt whose variables are the case's inputs. */
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
    /** Offered to the model; what it calls of them is told and not carried out. */
    tools: z.array(ToolName).max(128).optional(),
    /** The version of the registry that its messages were taken from; they may be others by now. */
    from: z.strictObject({ prompt: PromptName, version: z.int().positive() }).optional(),
  }),
])
export type VariantBase = z.infer<typeof VariantBase>

export const Variant = z.strictObject({
  key: Key,
  name: z.string().min(1).max(100),
  base: VariantBase,
  /** Of its own cells; as the plan says without it. */
  reuse: z.boolean().optional(),
})
export type Variant = z.infer<typeof Variant>
