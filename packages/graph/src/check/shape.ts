import type { GraphDocument, Problem } from '@lathe/contract'
import { buildTopology } from '../flow/topology.ts'
import type { Topology } from '../flow/topology.ts'
import { checkChannels } from './channels.ts'
import type { CheckEnvironment } from './check.ts'
import { createContext } from './context.ts'
import type { CheckContext } from './context.ts'
import { checkFlow } from './flow.ts'
import { checkFanOuts, checkNode } from './nodes.ts'
import { checkStructure } from './structure.ts'
import { checkTexts } from './texts.ts'
import { checkWrites } from './writes.ts'

const NOTHING: CheckEnvironment = {
  tools: [],
  connections: [],
  collections: [],
  agents: [],
  calledAgents: {},
  prompts: [],
}

/** Returns the errors that depend on the document alone. */
export function checkShape(document: GraphDocument): Problem[] {
  const problems: Problem[] = []
  const context = createContext(document, NOTHING, problems)
  checkOwn(context, buildTopology(document))
  return problems
}

export function checkOwn(context: CheckContext, topology: Topology): void {
  checkStructure(context, topology)
  checkChannels(context)
  for (const facts of context.nodes.values()) {
    checkNode(context, facts)
    checkWrites(context, facts)
  }
  checkFanOuts(context)
  checkTexts(context)
  checkFlow(context, topology)
}
