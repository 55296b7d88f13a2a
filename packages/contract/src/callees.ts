import * as z from 'zod'
import { Slug } from './common.ts'
import { GraphDocument } from './graph-document/document.ts'

/** How an `agent-call` names what it calls; without a version, the published one. */
export const CalleeRef = z.strictObject({
  agent: Slug,
  version: z.int().positive().optional(),
})
export type CalleeRef = z.infer<typeof CalleeRef>

/** An agent that a graph calls, as one version of it. */
export const Callee = z.object({
  agent: Slug,
  name: z.string(),
  /** What it does, for a model that may ask it. */
  description: z.string().optional(),
  /** Null for its draft. */
  version: z.int().positive().nullable(),
  hash: z.string(),
  document: GraphDocument,
})
export type Callee = z.infer<typeof Callee>

/** What stands for an agent that is called without a version: what is published of it, or its draft. */
export const Calls = z.enum(['published', 'drafts'])
export type Calls = z.infer<typeof Calls>

/** By `slug` where the published version is followed, by `slug@version` where it is pinned. */
export const Callees = z.record(z.string(), Callee)
export type Callees = z.infer<typeof Callees>
