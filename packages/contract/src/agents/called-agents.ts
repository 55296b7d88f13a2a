import * as z from 'zod'
import { Slug } from '@lathe/nodes/schemas'

import { GraphDocument } from '../graph-document/document.ts'

/** The agent called by an `agent-call` node. Without a version, its published version. */
export const AgentCall = z.strictObject({
  agent: Slug,
  version: z.int().positive().optional(),
})
export type AgentCall = z.infer<typeof AgentCall>

/** A called agent, resolved to one version. */
export const CalledAgent = z.object({
  agent: Slug,
  name: z.string(),
  /** Description for a model that may call it. */
  description: z.string().optional(),
  /** Null for its draft. */
  version: z.int().positive().nullable(),
  hash: z.string(),
  document: GraphDocument,
})
export type CalledAgent = z.infer<typeof CalledAgent>

/** Which version replaces a call without one: the published version or the draft. */
export const CallTarget = z.enum(['published', 'drafts'])
export type CallTarget = z.infer<typeof CallTarget>

/** Keyed by `slug` for the published version and by `slug@version` for a pinned one. */
export const CalledAgents = z.record(z.string(), CalledAgent)
export type CalledAgents = z.infer<typeof CalledAgents>
