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
import { resolveAgentCalls } from '../../agents/resolve-agent-calls.ts'
import type { ComparisonContext } from '../context.ts'
import { checkGraph } from '../../agents/check-graph.ts'
import { judgeGraph } from '../judging/judge-graph.ts'
import { findRunnable, type RunnableGraph } from '../../runs/start/runnable-graph.ts'
import { problemPath } from '../../runs/start/start-run.ts'
import { hasEnded } from '@lathe/verdicts'
import { listCells } from '../runner/cells.store.ts'
import { type ComparisonRow, readPlan } from '../api/comparisons.store.ts'
import { findCaseRecordings, recordingFor } from '../runner/case-recordings.ts'

export type VariantGraph = RunnableGraph & { calledAgents: CalledAgents }
type Issue = { path: string; message: string }

/** Returns the graph that each variant runs now, or the reason it cannot run. */
export async function variantGraphs(
  context: GraphContext,
  { variants }: Pick<ComparisonPlan, 'variants'>,
): Promise<{ graphs: Map<string, VariantGraph>; problems: Issue[] }> {
  const graphs = new Map<string, VariantGraph>()
  const problems: Issue[] = []
  for (const [index, variant] of variants.entries()) {
    const result = await findVariantGraph(context, variant)
    const path = `variants.${index}.base`
    if ('problems' in result) {
      problems.push(
        ...result.problems.map((problem) => ({ ...problem, path: joinPath(path, problem.path) })),
      )
    } else graphs.set(variant.key, result)
  }
  return { graphs, problems }
}

/** Returns the reasons why judge graphs cannot run. */
export async function judgeProblems(
  context: GraphContext,
  evaluators: ComparisonPlan['evaluators'],
): Promise<Issue[]> {
  const problemLists = evaluators.map(async ({ evaluator }, index) => {
    if (evaluator.kind !== 'judge' && evaluator.kind !== 'pairwise') return []
    const { document } = await judgeGraph(evaluator)
    const graph = await checkVariantGraph(context, '', null, document)
    if (evaluator.from && 'hash' in graph)
      await noteBarePrompt(context.db, context.workspaceId, evaluator, graph)
    const problems = 'problems' in graph ? graph.problems : []
    return problems.map((problem) => ({
      ...problem,
      path: joinPath(`evaluators.${index}.evaluator`, problem.path),
    }))
  })
  return (await Promise.all(problemLists)).flat()
}

/** Returns undefined if the agent or version does not exist. `version` is null for a draft. */
export async function findAgentVersion(
  { db, workspaceId }: Pick<ComparisonContext, 'db' | 'workspaceId'>,
  agent: string,
  version: RunVersion,
): Promise<Pick<RunnableGraph, 'agentId' | 'version'> | undefined> {
  const runnable = await findRunnable(db, workspaceId, agent, version)
  return typeof runnable === 'string' ? undefined : runnable
}

export type GraphContext = Pick<ComparisonContext, 'db' | 'workspaceId' | 'tools'>

async function findVariantGraph(
  context: GraphContext,
  { base }: Variant,
): Promise<VariantGraph | { problems: Issue[] }> {
  const { db, workspaceId } = context
  if (base.type === 'prompt') {
    const graph = await checkVariantGraph(context, '', null, promptDocument(base))
    if (base.from && 'hash' in graph) await noteBarePrompt(db, workspaceId, base, graph)
    return graph
  }
  const runnable = await findRunnable(db, workspaceId, base.agent, base.version)
  if (runnable === 'no-agent') return problemAt('agent', 'no such agent')
  if (runnable === 'no-version') return problemAt('version', 'no such version')
  const problems = overrideProblems(runnable.document, base.overrides)
  if (problems.length > 0) {
    return {
      problems: problems.map(({ path, message }) => ({ path: `overrides.${path}`, message })),
    }
  }
  const document = withOverrides(runnable.document, base.overrides)
  return checkVariantGraph(context, runnable.agentId, runnable.version, document)
}

async function checkVariantGraph(
  context: GraphContext,
  agentId: string,
  version: number | null,
  document: VariantGraph['document'],
): Promise<VariantGraph | { problems: Issue[] }> {
  const { db, workspaceId } = context
  const calledAgents = await resolveAgentCalls(db, workspaceId, listCalledAgents(document))
  const problems = await checkGraph(context, document, { calledAgents, deeply: true })
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) {
    return { agentId, version, hash: hashDocument(document), document, calledAgents }
  }
  return {
    problems: errors.map((problem) => ({ path: problemPath(problem), message: problem.message })),
  }
}

const problemAt = (path: string, message: string) => ({ problems: [{ path, message }] })
const joinPath = (path: string, rest: string) => (rest === '' ? path : `${path}.${rest}`)

/** Drops input fields that the graph does not declare: dataset rows may have more columns. */
export const inputFor = ({ document }: VariantGraph, input: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(input).filter(([name]) => document.input.includes(name)))

/** Cells with equal fingerprints send the same requests. Repeats differ on purpose. */
export function cellFingerprint(
  graph: VariantGraph,
  input: JsonObject,
  { repeat, recordingId }: { repeat: number; recordingId?: string | undefined },
): string {
  const calledHashes = Object.fromEntries(
    Object.entries(graph.calledAgents).map(([key, { hash }]) => [key, hash]),
  )
  const recording = recordingId ? [{ tape: recordingId }] : []
  const content = [graph.hash, calledHashes, inputFor(graph, input), repeat, ...recording]
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}

/** A sample suffices: all cells of a variant have the same graph. */
const SAMPLED_CASES = 20

/**
 * Returns the keys of variants whose graph has changed since they ran: the draft was edited, a
 * version was published, or a called agent changed. A bare prompt is part of the plan and loses its
 * cells when its text changes.
 */
export async function listOutdatedVariants(
  context: GraphContext,
  row: ComparisonRow,
): Promise<string[]> {
  const { db, workspaceId } = context
  const plan = readPlan(row)
  const variants = plan.variants.filter(({ base }) => base.type === 'agent')
  if (variants.length === 0) return []
  const cases = plan.cases.slice(0, SAMPLED_CASES)
  const sample = { variants: variants.map(({ key }) => key), cases: cases.map(({ key }) => key) }
  const [{ graphs }, recordings, cells] = await Promise.all([
    variantGraphs(context, { variants }),
    findCaseRecordings(db, workspaceId, { ...plan, cases }),
    listCells(db, workspaceId, row.id, sample),
  ])
  const inputs = new Map(cases.map(({ key, input }) => [key, input]))
  const isOutdated = (key: string): boolean => {
    const graph = graphs.get(key)
    if (!graph) return false
    return cells.some((cell) => {
      const { variant, case_key, repeat, fingerprint } = cell
      const input = inputs.get(case_key)
      if (variant !== key || !hasEnded(cell) || !input) return false
      const recordingId = recordingFor(recordings, { key: case_key }, graph)?.traceId
      return cellFingerprint(graph, input, { repeat, recordingId }) !== fingerprint
    })
  }
  return variants.map(({ key }) => key).filter(isOutdated)
}
