import type { ModelSettings } from '@lathe/contract'
import { v7 } from 'uuid'
import type { Batches } from '../../runs/engine/engine-batches.ts'
import type { Queries } from '../../platform/db/db.ts'
import type { CellJob } from '../runner/run-cell.ts'
import { inputFor, type VariantGraph } from '../plan/variant-graphs.ts'
import { type Gathered, insertBatch } from './batches.store.ts'
import { failCells } from './collect.ts'

/** Files stay small enough to be read in one piece. */
const MOST_REQUESTS = 2_000
const MOST_CHARACTERS = 16_000_000

export type GatherContext = { db: Queries; batches: Batches; workspaceId: string }

/** Groups queued cells into batches: providers accept one model and one API per batch. */
export async function gatherBatches(
  context: GatherContext,
  comparisonId: string,
  cells: readonly CellJob[],
): Promise<void> {
  const groups = Map.groupBy(cells, ({ graph }) => {
    const { connection, name, api = 'chat' } = modelOf(graph)
    return `${connection} ${name} ${api}`
  })
  for (const group of groups.values()) {
    for (let from = 0; from < group.length; from += MOST_REQUESTS) {
      await gather(context, comparisonId, group.slice(from, from + MOST_REQUESTS))
    }
  }
}

async function gather(
  { db, batches, workspaceId }: GatherContext,
  comparisonId: string,
  cells: readonly CellJob[],
): Promise<void> {
  const [first] = cells
  if (!first) return
  const { connection, name: model } = modelOf(first.graph)
  const gathered: Gathered[] = []
  for (const { cell, graph, row } of cells) {
    const prompt = { document: graph.document, node: promptOf(graph) }
    const body = await batches.bodyOf(
      { workspaceId, connection },
      prompt,
      inputFor(graph, row.input),
    )
    if (body.ok) gathered.push({ cell, runId: v7(), body: body.value })
    else await failCells(db, [cell], body.error)
  }
  for (const part of inParts(gathered)) {
    const ids = { id: v7(), workspace_id: workspaceId, comparison_id: comparisonId }
    await insertBatch(db, { ...ids, connection, model }, part)
  }
}

/** Splits requests, in order, into batches that fit one file. */
function inParts(gathered: readonly Gathered[]): Gathered[][] {
  const parts: Gathered[][] = []
  let left = 0
  for (const one of gathered) {
    const length = JSON.stringify(one.body).length
    const part = length > left ? undefined : parts.at(-1)
    if (part) part.push(one)
    else parts.push([one])
    left = (part ? left : MOST_CHARACTERS) - length
  }
  return parts
}

const modelOf = (graph: VariantGraph): ModelSettings => promptOf(graph).model

function promptOf({ document }: VariantGraph) {
  const [node] = Object.values(document.nodes)
  if (node?.kind === 'model') return node
  throw new Error('A bare prompt is a graph of one model node')
}
