import * as z from 'zod'
import { Slug } from '../common.ts'
import { GraphDocument } from '../graph-document/document.ts'

/** The agent called by an `agent-call` node. Without a version, its published version. */
export const CalleeRef = z.strictObject({
  agent: Slug,
  version: z.int().positive().optional(),
})
export type CalleeRef = z.infer<typeof CalleeRef>

/** A called agent, resolved to one version. */
export const Callee = z.object({
  agent: Slug,
  name: z.string(),
  /** Description for a model that may call it. */
  description: z.string().optional(),
  /** Null for its draft. */
  version: z.int().positive().nullable(),
  hash: z.string(),
  document: GraphDocument,
})
export type Callee = z.infer<typeof Callee>

/** Which version replaces a call without one: the published version or the draft. */
export const Calls = z.enum(['published', 'drafts'])
export type Calls = z.infer<typeof Calls>

/** Keyed by `slug` for the published version and by `slug@version` for a pinned one. */
export const Callees = z.record(z.string(), Callee)
export type Callees = z.infer<typeof Callees>
