import type { Effect, GraphDocument, JsonSchema, Problem } from '@lathe/contract'
import { topologyOf } from '../flow/topology.ts'
import type { Topology } from '../flow/topology.ts'
import { checkChannels } from './channels.ts'
import { createContext } from './context.ts'
import type { CheckContext } from './context.ts'
import { checkFlow } from './flow.ts'
import { checkFanOuts, checkNode } from './nodes.ts'
import { checkResources } from './resources.ts'
import { checkSecrets } from './secrets.ts'
import { checkStructure } from './structure.ts'
import { checkTexts } from './texts.ts'
import { checkWarnings } from './warnings/warnings.ts'
import { checkWrites } from './writes.ts'

/** What a document may refer to outside itself. */
export type CheckEnvironment = {
  tools: readonly { name: string; schema: JsonSchema; effect: Effect }[]
  /** `timeoutMs` limits every call of the connection. */
  connections: readonly { name: string; timeoutMs?: number | null }[]
  agents: readonly { slug: string; versions: readonly number[] }[]
  prompts: readonly { name: string; labels: readonly string[]; versions: readonly number[] }[]
}

const NOTHING: CheckEnvironment = { tools: [], connections: [], agents: [], prompts: [] }

/** The errors that do not depend on anything outside the document. */
export function checkShape(document: GraphDocument): Problem[] {
  const problems: Problem[] = []
  const context = createContext(document, NOTHING, problems)
  check(context, topologyOf(document))
  return problems
}

/** Every error and warning of a document. Nothing in it is executed. A document without errors compiles. */
export function checkDocument(document: GraphDocument, environment: CheckEnvironment): Problem[] {
  const problems: Problem[] = []
  const context = createContext(document, environment, problems)
  const topology = topologyOf(document)
  check(context, topology)
  for (const facts of context.nodes.values()) checkResources(context, facts)
  checkSecrets(context)
  checkWarnings(context, topology)
  return problems
}

function check(context: CheckContext, topology: Topology): void {
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
