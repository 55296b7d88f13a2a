import type { GraphDocument, GraphEdge, GraphNode, Problem } from '@lathe/contract'
import type { CheckEnvironment } from '../check/check.ts'

/** A change that takes a problem away; the label says what it does. */
export type Fix = { label: string; apply: (document: GraphDocument) => GraphDocument }

/** Offered as it is, or only after a check of what it leads to. */
export type Candidate = Fix & { isTried?: boolean }

export type FixContext = {
  document: GraphDocument
  problem: Problem
  environment: CheckEnvironment | undefined
  /** What the place names, as far as it exists. */
  node: { id: string; node: GraphNode } | undefined
  edge: { index: number; edge: GraphEdge } | undefined
  /** What the field names, or the place's channel. */
  name: string
  field: string
}

export type Fixer = (context: FixContext) => Candidate[]

export const always = (label: string, apply: Fix['apply']): Candidate => ({ label, apply })
export const tried = (label: string, apply: Fix['apply']): Candidate => ({
  label,
  apply,
  isTried: true,
})
