import * as z from 'zod'
import type { NodeDefinition } from './definition.ts'
import { agentKind } from './kinds/agent.ts'
import { agentCallKind } from './kinds/agent-call.ts'
import { askKind } from './kinds/ask.ts'
import { branchKind } from './kinds/branch.ts'
import { codeKind } from './kinds/code.ts'
import { modelKind } from './kinds/model.ts'
import { retrieveKind } from './kinds/retrieve.ts'
import { setKind } from './kinds/set.ts'
import { toolKind } from './kinds/tool.ts'
import { toolsKind } from './kinds/tools.ts'

/** All node kinds, in palette order. */
const KINDS = {
  agent: agentKind,
  model: modelKind,
  branch: branchKind,
  ask: askKind,
  tool: toolKind,
  tools: toolsKind,
  set: setKind,
  code: codeKind,
  retrieve: retrieveKind,
  'agent-call': agentCallKind,
} satisfies { [K in string]: { kind: K } }

export type NodeKind = keyof typeof KINDS
type NodeOfKind = { [K in NodeKind]: z.infer<(typeof KINDS)[K]['schema']> }
export type NodeOf<K extends NodeKind> = NodeOfKind[K]
export type GraphNode = NodeOf<NodeKind>

const { agent, ...others } = KINDS

export const GraphNode = z.discriminatedUnion('kind', [
  agent.schema,
  ...Object.values(others).map(({ schema }) => schema),
])

/** Definition of a kind, for code that handles all kinds alike. */
export type KindDefinition<K extends NodeKind = NodeKind> = NodeDefinition<NodeOf<K>>

/** The definitions of all kinds, in palette order. */
export const NODE_KINDS: readonly KindDefinition[] = Object.values(KINDS)

/** Returns the definition of a kind. */
export const kindDefinition = (kind: NodeKind): KindDefinition => KINDS[kind]
