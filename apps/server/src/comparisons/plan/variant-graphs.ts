import { createHash } from 'node:crypto'
import type { CalledAgents, ComparisonPlan, JsonObject, RunVersion, Variant } from '@lathe/contract'
import {
  listCalledAgents,
  canonicalJson,
  hashDocument,
  overrideProblems,
  promptDocument,
  withOverrides,
} from '@lathe/graph'
import { noteBarePrompt } from '../../agents/registry-prompts.ts'
import { resolveCallees } from '../../agents/resolve-callees.ts'
import type { Context } from '../../api/context.ts'
import { checkGraph } from '../../agents/check-graph.ts'
import { judgeGraph } from '../judging/judge-graph.ts'
import { findRunnable, type RunnableGraph } from '../../runs/start/runnable-graph.ts'
import { problemPath } from '../../runs/start/start-run.ts'
import { hasEnded } from '@lathe/verdicts'
import { listCells } from '../runner/cells.store.ts'
import { type ComparisonRow, planOf } from '../api/comparisons.store.ts'
import { tapeFor, tapesOf } from '../runner/tapes.ts'

export type VariantGraph = RunnableGraph & { callees: CalledAgents }
type Issue = { path: string; message: string }

/** Returns the graph that each variant runs now, or the reason it cannot run. */
export async function variantGraphs(
  context: GraphContext,
  { variants }: Pick<ComparisonPlan, 'variants'>,
): Promise<{ graphs: Map<string, VariantGraph>; problems: Issue[] }> {
  const graphs = new Map<string, VariantGraph>()
  const problems: Issue[] = []
  for (const [index, variant] of variants.entries()) {
    const found = await graphOf(context, variant)
    const path = `variants.${index}.base`
    if ('problems' in found) {
      problems.push(...found.problems.map((one) => ({ ...one, path: joined(path, one.path) })))
    } else graphs.set(variant.key, found)
  }
  return { graphs, problems }
}

/** Returns the reasons why judge graphs cannot run. */
export async function judgeProblems(
  context: GraphContext,
  checks: ComparisonPlan['checks'],
): Promise<Issue[]> {
  const found = checks.map(async ({ evaluator }, index) => {
    if (evaluator.kind !== 'judge' && evaluator.kind !== 'pairwise') return []
    const { document } = await judgeGraph(evaluator)
    const graph = await checked(context, '', null, document)
    if (evaluator.from && 'hash' in graph)
      await noteBarePrompt(context.db, context.workspaceId, evaluator, graph)
    const problems = 'problems' in graph ? graph.problems : []
    return problems.map((one) => ({ ...one, path: joined(`checks.${index}.evaluator`, one.path) }))
  })
  return (await Promise.all(found)).flat()
}

/** Returns undefined if the agent or version does not exist. `version` is null for a draft. */
export async function findAgentVersion(
  { db, workspaceId }: Pick<Context, 'db' | 'workspaceId'>,
  agent: string,
  version: RunVersion,
): Promise<Pick<RunnableGraph, 'agentId' | 'version'> | undefined> {
  const found = await findRunnable(db, workspaceId, agent, version)
  return typeof found === 'string' ? undefined : found
}

export type GraphContext = Pick<Context, 'db' | 'workspaceId' | 'tools'>

async function graphOf(
  context: GraphContext,
  { base }: Variant,
): Promise<VariantGraph | { problems: Issue[] }> {
  const { db, workspaceId } = context
  if (base.type === 'prompt') {
    const graph = await checked(context, '', null, promptDocument(base))
    if (base.from && 'hash' in graph) await noteBarePrompt(db, workspaceId, base, graph)
    return graph
  }
  const found = await findRunnable(db, workspaceId, base.agent, base.version)
  if (found === 'no-agent') return refusal('agent', 'no such agent')
  if (found === 'no-version') return refusal('version', 'no such version')
  const misplaced = overrideProblems(found.document, base.overrides)
  if (misplaced.length > 0) {
    return { problems: misplaced.map((one) => ({ ...one, path: `overrides.${one.path}` })) }
  }
  const document = withOverrides(found.document, base.overrides)
  return checked(context, found.agentId, found.version, document)
}

async function checked(
  context: GraphContext,
  agentId: string,
  version: number | null,
  document: VariantGraph['document'],
): Promise<VariantGraph | { problems: Issue[] }> {
  const { db, workspaceId } = context
  const callees = await resolveCallees(db, workspaceId, listCalledAgents(document))
  const problems = await checkGraph(context, document, { callees, deeply: true })
  const grave = problems.filter(({ severity }) => severity === 'error')
  if (grave.length === 0) {
    return { agentId, version, hash: hashDocument(document), document, callees }
  }
  return {
    problems: grave.map((problem) => ({ path: problemPath(problem), message: problem.message })),
  }
}

const refusal = (path: string, message: string) => ({ problems: [{ path, message }] })
const joined = (path: string, rest: string) => (rest === '' ? path : `${path}.${rest}`)

/** Drops input fields that the graph does not declare: dataset rows may have more columns. */
export const inputFor = ({ document }: VariantGraph, input: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(input).filter(([name]) => document.input.includes(name)))

/** Cells with equal fingerprints send the same requests. Repeats differ on purpose. */
export function cellFingerprint(
  graph: VariantGraph,
  input: JsonObject,
  { repeat, tape }: { repeat: number; tape?: string | undefined },
): string {
  const called = Object.fromEntries(
    Object.entries(graph.callees).map(([key, { hash }]) => [key, hash]),
  )
  const asked = [graph.hash, called, inputFor(graph, input), repeat, ...(tape ? [{ tape }] : [])]
  return createHash('sha256').update(canonicalJson(asked)).digest('hex')
}

/** A sample suffices: all cells of a variant have the same graph. */
const LOOKED_AT = 20

/**
 * Returns the keys of variants whose graph has changed since they ran: the draft was edited, a
 * version was published, or a called agent changed. A bare prompt is part of the plan and loses its
 * cells when its text changes.
 */
export async function movedVariants(context: GraphContext, row: ComparisonRow): Promise<string[]> {
  const { db, workspaceId } = context
  const plan = planOf(row)
  const variants = plan.variants.filter(({ base }) => base.type === 'agent')
  if (variants.length === 0) return []
  const cases = plan.cases.slice(0, LOOKED_AT)
  const only = { variants: variants.map(({ key }) => key), cases: cases.map(({ key }) => key) }
  const [{ graphs }, tapes, cells] = await Promise.all([
    variantGraphs(context, { variants }),
    tapesOf(db, workspaceId, { ...plan, cases }),
    listCells(db, workspaceId, row.id, only),
  ])
  const inputs = new Map(cases.map((one) => [one.key, one.input]))
  const isMoved = (key: string): boolean => {
    const graph = graphs.get(key)
    if (!graph) return false
    return cells.some((cell) => {
      const { variant, case_key: of, repeat, fingerprint } = cell
      const input = inputs.get(of)
      if (variant !== key || !hasEnded(cell) || !input) return false
      const tape = tapeFor(tapes, { key: of }, graph)?.traceId
      return cellFingerprint(graph, input, { repeat, tape }) !== fingerprint
    })
  }
  return variants.map(({ key }) => key).filter(isMoved)
}
