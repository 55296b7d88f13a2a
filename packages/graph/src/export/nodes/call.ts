import type { GraphDocument, NodeOf, Value } from '@lathe/contract'
import type { CodeValue } from '@lathe/nodes'
import type { ExportedBody } from '@lathe/nodes'
import { calledAgentKey } from '../../called-agents/called-agents.ts'
import type { PlannedAgent } from '../parts/called-agents.ts'
import { RUNTIME } from '../parts/code.ts'
import type { NodeWriter } from '../parts/scope.ts'
import { heldSchema } from '../parts/state.ts'
import { isSure } from '../parts/sure.ts'
import { isAssignable } from '../parts/types.ts'
import { valueCode, writeCode } from '../parts/writes.ts'
import { list } from '../print/layout.ts'
import { key, member } from '../print/literal.ts'

/** Minimum recursion limit of a called agent. */
const STEPS = 100
/** Added to the number of nodes: more than a graph without loops can need. */
const STEPS_BESIDE_NODES = 10

/** Calls another agent of the project as a subgraph, with its input and output channels only. */
export function callBody(writer: NodeWriter, node: NodeOf<'agent-call'>): ExportedBody {
  const { module, plan, planned } = writer
  const calledAgent = plan.calledAgents.get(calledAgentKey(node))
  if (!calledAgent) throw new Error(`${planned.id} calls an agent that is not part of the project`)
  const { document } = calledAgent
  const graph = module.use(
    `graph as ${calledAgent.ident}`,
    `/${plan.toRoot}${calledAgent.folder}/agent.ts`,
  )
  const input = list('{}', inputCode(writer, node, calledAgent))
  const limit = Math.max(STEPS, Object.keys(document.nodes).length + STEPS_BESIDE_NODES)
  const args = [input, `{ recursionLimit: ${limit} }`]
  const call = list('()', args, `await ${graph.split(' ').at(-1)}.invoke`)
  const entries = Object.entries(node.output)
  if (entries.length === 0) return { isAsync: true, lines: [call], update: [] }
  return {
    isAsync: true,
    lines: [`const result = ${call}`],
    update: entries.map(([target, source]) => outputCode(writer, document, target, source)),
  }
}

function inputCode(
  writer: NodeWriter,
  node: NodeOf<'agent-call'>,
  { document }: PlannedAgent,
): string[] {
  const required: string[] = []
  const optional: string[] = []
  for (const [name, value] of Object.entries(node.input)) {
    const isOptional = document.state[name]?.default !== undefined && !('template' in value)
    const code = inputField(writer, document, name, value)
    if (isOptional) optional.push(code)
    else required.push(code)
  }
  if (optional.length === 0) return required
  // An empty value leaves the channel at its default.
  const present = writer.module.use('withoutEmpty', RUNTIME)
  return [...required, `...${present}(${list('{}', optional)})`]
}

function inputField(
  writer: NodeWriter,
  document: GraphDocument,
  name: string,
  value: Value,
): string {
  const { code, schema } = valueCode(writer, value, `${writer.planned.id} ${name}`)
  const channel = document.state[name]
  const isTyped = channel && schema !== null && channel.type !== 'messages'
  const fits = isTyped && isAssignable(schema, heldSchema(channel))
  return `${key(name)}: ${fits ? code : `${code} as never`}`
}

/** Copies an output channel, unless the agent never wrote it. */
function outputCode(
  writer: NodeWriter,
  document: GraphDocument,
  here: string,
  there: string,
): string {
  const channel = document.state[there]
  const source = member('result', there)
  const isConversation = channel?.type === 'messages'
  const isPlain = isConversation && writer.plan.document.state[here]?.type !== 'messages'
  const value: CodeValue = isPlain
    ? { code: `${writer.module.use('toPlain', RUNTIME)}(${source})`, schema: {} }
    : { code: source, schema: channel && !isConversation ? heldSchema(channel) : {} }
  const write = writeCode(writer, here, value)
  const isThere = isConversation || isSure(document, there)
  return isThere ? write : `...(${source} !== undefined && { ${write} })`
}
