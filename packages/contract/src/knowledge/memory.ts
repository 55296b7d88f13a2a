import * as z from 'zod'
import { JsonObject } from '@lathe/nodes/schemas'
import { Micros } from '../common.ts'
import { commonErrors } from '../errors.ts'
import { route } from '../route.ts'

const Label = z
  .string()
  .min(1, 'a label must not be empty')
  .max(512)
  .refine((label) => !label.includes('.'), 'a label must not contain dots')

export const MemoryNamespace = z.array(Label).min(1).max(32)

/**
 * An item of the long-term memory (LangGraph's store), which agents and programs share across
 * threads.
 */
export const MemoryItem = z.object({
  namespace: z.array(z.string()),
  key: z.string(),
  value: JsonObject,
  createdAt: Micros,
  updatedAt: Micros,
})
export type MemoryItem = z.infer<typeof MemoryItem>

const Key = z.string().min(1).max(1_024)

export const memory = {
  namespaces: route('GET', '/memory/namespaces', 'List memory namespaces')
    .errors(commonErrors)
    .output(z.array(z.array(z.string()))),

  items: route('POST', '/memory/search', 'Search memory items, last written first')
    .input(
      z.strictObject({
        /** Includes everything below it. Defaults to all namespaces. */
        prefix: z.array(Label).max(32).default([]),
        /** Text in the value. */
        q: z.string().max(200).default(''),
        offset: z.int().nonnegative().default(0),
        limit: z.int().min(1).max(200).default(50),
      }),
    )
    .errors(commonErrors)
    .output(z.object({ items: z.array(MemoryItem), hasMore: z.boolean() })),

  put: route('PUT', '/memory/items', 'Create or replace a memory item')
    .input(z.strictObject({ namespace: MemoryNamespace, key: Key, value: JsonObject }))
    .errors(commonErrors)
    .output(z.object({})),

  delete: route('POST', '/memory/items/delete', 'Delete a memory item')
    .input(z.strictObject({ namespace: MemoryNamespace, key: Key }))
    .errors(commonErrors)
    .output(z.object({})),
}
