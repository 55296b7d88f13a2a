import type { ModelSettings } from '@lathe/contract'
import { v7 } from 'uuid'
import type { Queries } from '../../platform/db/db.ts'
import type { Batches } from '../../runs/engine/engine-batches.ts'
import { inputFor, type VariantGraph } from '../plan/variant-graphs.ts'
import type { QueuedCell } from '../runner/cell-queue.ts'
import { failCells } from '../runner/cell-transitions.store.ts'
import { type BatchRequest, insertBatch } from './batches.store.ts'

/** Files stay small enough to be read in one piece. */
const MAX_REQUESTS = 2_000
const MAX_CHARACTERS = 16_000_000

export type BatchContext = {
  db: Queries
  batches: Batches
  workspaceId: string
  comparisonId: string
}

/** Claims queued cells in batches: providers accept one model and one API per batch. */
export async function createBatches(
  context: BatchContext,
  cells: readonly QueuedCell[],
): Promise<void> {
  const groups = Map.groupBy(cells, ({ graph }) => {
    const { connection, name, api = 'chat' } = promptNode(graph).model
    return `${connection} ${name} ${api}`
  })
  for (const group of groups.values()) {
    for (let from = 0; from < group.length; from += MAX_REQUESTS) {
      await createModelBatches(context, group.slice(from, from + MAX_REQUESTS))
    }
  }
}

async function createModelBatches(
  { db, batches, workspaceId, comparisonId }: BatchContext,
  cells: readonly QueuedCell[],
): Promise<void> {
  const [first] = cells
  if (!first) return
  const { connection, name: model }: ModelSettings = promptNode(first.graph).model
  const requests: BatchRequest[] = []
  for (const { cell, graph, case: planCase } of cells) {
    const prompt = { document: graph.document, node: promptNode(graph) }
    const body = await batches.createBody(
      { workspaceId, connection },
      prompt,
      inputFor(graph, planCase.input),
    )
    if (body.ok) requests.push({ cell, runId: v7(), body: body.value })
    else await failCells(db, [cell], body.error)
  }
  for (const batch of splitBySize(requests)) {
    const ids = { id: v7(), workspace_id: workspaceId, comparison_id: comparisonId }
    await insertBatch(db, { ...ids, connection, model }, batch)
  }
}

/** Splits requests, in order, into batches that fit one file. */
function splitBySize(requests: readonly BatchRequest[]): BatchRequest[][] {
  const batches: BatchRequest[][] = []
  let remaining = 0
  for (const request of requests) {
    const length = JSON.stringify(request.body).length
    const batch = length > remaining ? undefined : batches.at(-1)
    if (batch) batch.push(request)
    else batches.push([request])
    remaining = (batch ? remaining : MAX_CHARACTERS) - length
  }
  return batches
}

function promptNode({ document }: VariantGraph) {
  const [node] = Object.values(document.nodes)
  if (node?.kind === 'model') return node
  throw new Error('A bare prompt is a graph of one model node')
}
