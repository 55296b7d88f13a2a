import type { GraphDocument } from '@lathe/contract'
import { v7 as uuidv7 } from 'uuid'
import type { Queries } from '../platform/db/db.ts'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { insertPending, type NewRun } from '../runs/start/start-run.store.ts'

export const emptyDocument: GraphDocument = {
  format: 1,
  state: {},
  input: [],
  output: [],
  nodes: {},
  edges: [],
  layout: {},
  notes: [],
}

export const newRun = (overrides: Partial<NewRun> = {}): NewRun => ({
  id: uuidv7(),
  agentId: uuidv7(),
  threadId: uuidv7(),
  version: null,
  graph: { hash: 'the-hash', document: emptyDocument },
  calledAgents: {},
  source: 'api',
  title: 'A run',
  input: {},
  budget: {},
  metadata: {},
  options: {},
  ...overrides,
})

/** Stores a pending run. */
export async function queueRun(db: Queries, overrides: Partial<NewRun> = {}): Promise<NewRun> {
  const run = newRun(overrides)
  const { type } = await insertPending(db, { workspaceId: DEFAULT_WORKSPACE, run }, 1_000)
  if (type !== 'inserted') throw new Error(`The run was not queued: ${type}`)
  return run
}
