import type { GraphDocument, GraphEdge, GraphNode, Problem } from '@lathe/contract'
import type { CheckEnvironment } from '../check/check.ts'

/** A change that resolves a problem; the label describes the change. */
export type Fix = { label: string; apply: (document: GraphDocument) => GraphDocument }

/** `isTried`: offer the fix only if a check of the result shows an improvement. */
export type Candidate = Fix & { isVerified?: boolean }

export type FixContext = {
  document: GraphDocument
  problem: Problem
  environment: CheckEnvironment | undefined
  /** The node or edge with the problem, if it exists. */
  node: { id: string; node: GraphNode } | undefined
  edge: { index: number; edge: GraphEdge } | undefined
  /** The name at the field, or the channel of the problem. */
  name: string
  field: string
}

export type Fixer = (context: FixContext) => Candidate[]

export const safeFix = (label: string, apply: Fix['apply']): Candidate => ({ label, apply })
export const verifiedFix = (label: string, apply: Fix['apply']): Candidate => ({
  label,
  apply,
  isVerified: true,
})
