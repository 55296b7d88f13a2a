import { Json, JsonObject } from '@lathe/contract'
import * as z from 'zod'

export const STREAM_MODES = [
  'values',
  'updates',
  'messages',
  'messages-tuple',
  'custom',
  'events',
  'debug',
  'tasks',
  'checkpoints',
  'tools',
] as const
export const StreamMode = z.enum(STREAM_MODES)
export type StreamMode = z.infer<typeof StreamMode>

export const StreamModes = z.union([StreamMode.transform((mode) => [mode]), z.array(StreamMode)])

const Send = z.object({ node: z.string(), input: Json.optional() })
const Goto = z.union([z.string(), Send])

export const Command = z.object({
  resume: Json.optional(),
  update: z.union([JsonObject, z.array(z.tuple([z.string(), Json]))]).nullish(),
  goto: z.union([Goto, z.array(Goto)]).nullish(),
})
export type Command = z.infer<typeof Command>

const Names = z.union([z.literal('*').transform((): '*' => '*'), z.array(z.string())])

/** Body of a run request. Unknown fields are ignored. */
export const RunBody = z.object({
  assistant_id: z.string().min(1),
  input: Json.optional(),
  command: Command.nullish(),
  config: z
    .object({
      recursion_limit: z.int().positive().max(10_000).nullish(),
      metadata: JsonObject.nullish(),
      configurable: JsonObject.nullish(),
    })
    .nullish(),
  metadata: JsonObject.nullish(),
  context: JsonObject.nullish(),
  stream_mode: StreamModes.nullish(),
  stream_subgraphs: z.boolean().nullish(),
  interrupt_before: Names.nullish(),
  interrupt_after: Names.nullish(),
  checkpoint: z.object({ checkpoint_id: z.string().nullish() }).nullish(),
  checkpoint_id: z.string().nullish(),
  multitask_strategy: z.enum(['reject', 'enqueue', 'interrupt', 'rollback']).nullish(),
  on_completion: z.enum(['delete', 'keep']).nullish(),
  on_disconnect: z.enum(['cancel', 'continue']).nullish(),
  if_not_exists: z.enum(['create', 'reject']).nullish(),
  webhook: z.string().nullish(),
  after_seconds: z.number().nullish(),
})
export type RunBody = z.infer<typeof RunBody>
