import type { Cost, SpanDetail, Usage } from '@lathe/contract'
import { audioUsage, ZERO_USAGE } from '@lathe/contract'
import { v7 as uuidv7 } from 'uuid'
import type { Queries } from '../../platform/db/db.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'

/** A time in the middle of an hour, in microseconds. */
export const NOON = Date.UTC(2026, 10, 20, 12, 30) * 1_000

export const ms = (milliseconds: number) => milliseconds * 1_000

/** A successful root span of one second. */
export const makeSpan = (overrides: Partial<SpanDetail> = {}): SpanDetail => ({
  id: uuidv7(),
  traceId: uuidv7(),
  parentId: null,
  kind: 'chain',
  name: 'agent',
  node: null,
  superstep: null,
  status: 'success',
  startedAt: NOON,
  endedAt: NOON + ms(1_000),
  firstTokenAt: null,
  model: null,
  provider: null,
  usage: null,
  cost: null,
  error: null,
  tags: [],
  payloadBytes: 0,
  inputs: null,
  outputs: null,
  events: [],
  metadata: {},
  ...overrides,
})

/** The same span before it ended. */
export const unfinished = (span: SpanDetail): SpanDetail => ({
  ...span,
  status: 'running',
  endedAt: null,
  firstTokenAt: null,
  usage: null,
  cost: null,
  error: null,
  outputs: null,
})

export const tokens = (input: number, output: number, overrides: Partial<Usage> = {}): Usage => ({
  ...ZERO_USAGE,
  input,
  output,
  ...overrides,
})

export const costs = (input: number, output: number): Cost => ({
  total: input + output,
  input,
  output,
  priceId: 'price',
})

/** Usage of the model call in `makeRun`. */
export const RUN_USAGE = tokens(100, 20, { cachedRead: 40, ...audioUsage(30, 15) })

/** A run with one node that calls a model and a tool. */
export function makeRun(overrides: Partial<SpanDetail> = {}) {
  const root = makeSpan({ name: 'support', ...overrides })
  const childFields = { traceId: root.traceId, startedAt: root.startedAt + ms(100) }
  const node = makeSpan({
    ...childFields,
    parentId: root.id,
    name: 'answer',
    node: 'answer',
    superstep: 1,
    endedAt: childFields.startedAt + ms(600),
  })
  const model = makeSpan({
    ...childFields,
    parentId: node.id,
    kind: 'model',
    name: 'ChatOpenAI',
    node: 'answer',
    model: 'demo-1',
    provider: 'demo',
    firstTokenAt: childFields.startedAt + ms(200),
    endedAt: childFields.startedAt + ms(500),
    usage: RUN_USAGE,
    cost: costs(3_000, 2_000),
  })
  const tool = makeSpan({
    ...childFields,
    parentId: node.id,
    kind: 'tool',
    name: 'calculator',
    node: 'answer',
    endedAt: childFields.startedAt + ms(50),
  })
  return { root, node, model, tool, all: [root, node, model, tool] }
}

export async function insertAgent(db: Queries, slug: string): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('agents')
    .values({
      id,
      workspace_id: DEFAULT_WORKSPACE,
      slug,
      name: slug,
      description: '',
      created_at: NOON,
      updated_at: NOON,
      draft_revision: 1,
      draft_hash: '',
      draft_saved_at: NOON,
      draft_node_count: 0,
      draft_document: '{}',
    })
    .execute()
  return id
}
