import type { GraphDocument, NodeOf, Value } from '@lathe/contract'
import { calleeKey } from '../../callees/callees.ts'
import type { PlannedCallee } from '../parts/callees.ts'
import type { NodeWriter, Valued } from '../parts/scope.ts'
import { heldSchema } from '../parts/state.ts'
import { isSure } from '../parts/sure.ts'
import { isAssignable } from '../parts/types.ts'
import { valueCode, writeCode } from '../parts/writes.ts'
import { list } from '../print/layout.ts'
import { key, member } from '../print/literal.ts'
import type { Body } from './body.ts'

/** Steps a called agent may take, at least. */
const STEPS = 100
/** More than a graph without loops can need. */
const STEPS_BESIDE_NODES = 10

/** Another agent of the project as a subgraph: it gets its input, and of what it ends with its output is taken. */
export function callBody(writer: NodeWriter, node: NodeOf<'agent-call'>): Body {
  const { module, plan, planned } = writer
  const callee = plan.callees.get(calleeKey(node))
  if (!callee) throw new Error(`${planned.id} calls an agent that is not part of the project`)
  const { document } = callee
  const graph = module.use(`graph as ${callee.ident}`, `/${plan.toRoot}${callee.folder}/agent.ts`)
  const input = list('{}', inputCode(writer, node, callee))
  const limit = Math.max(STEPS, Object.keys(document.nodes).length + STEPS_BESIDE_NODES)
  const args = [input, `{ recursionLimit: ${limit} }`]
  const call = list('()', args, `await ${graph.split(' ').at(-1)}.invoke`)
  const entries = Object.entries(node.output)
  if (entries.length === 0) return { isAsync: true, lines: [call], update: [] }
  return {
    isAsync: true,
    lines: [`const given = ${call}`],
    update: entries.map(([here, there]) => outputCode(writer, document, here, there)),
  }
}

function inputCode(
  writer: NodeWriter,
  node: NodeOf<'agent-call'>,
  { document }: PlannedCallee,
): string[] {
  const own: string[] = []
  const optional: string[] = []
  for (const [name, value] of Object.entries(node.input)) {
    const isOptional = document.state[name]?.default !== undefined && !('template' in value)
    const code = given(writer, document, name, value, isOptional)
    if (isOptional) optional.push(code)
    else own.push(code)
  }
  if (optional.length === 0) return own
  // What holds nothing here is left to the default it has there.
  const present = writer.module.use('present', '/lib/present.ts')
  return [...own, `...${present}(${list('{}', optional)})`]
}

function given(
  writer: NodeWriter,
  document: GraphDocument,
  name: string,
  value: Value,
  isOptional: boolean,
): string {
  const { code, schema } = valueCode(writer, value, `${writer.planned.id} ${name}`)
  const channel = document.state[name]
  const isTyped = channel && schema !== null && channel.type !== 'messages'
  // What code gives has the type of where it goes, unless something stands between.
  const fits = isTyped ? isAssignable(schema, heldSchema(channel)) : schema === null && !isOptional
  return `${key(name)}: ${fits ? code : `${code} as never`}`
}

/** What it never wrote is not written here. */
function outputCode(
  writer: NodeWriter,
  document: GraphDocument,
  here: string,
  there: string,
): string {
  const channel = document.state[there]
  const held = member('given', there)
  const isConversation = channel?.type === 'messages'
  const isPlain = isConversation && writer.plan.document.state[here]?.type !== 'messages'
  const value: Valued = isPlain
    ? { code: `${writer.module.use('plain', '/lib/scope.ts')}(${held})`, schema: {} }
    : { code: held, schema: channel && !isConversation ? heldSchema(channel) : {} }
  const write = writeCode(writer, here, value)
  const isThere = isConversation || isSure(document, there)
  return isThere ? write : `...(${held} !== undefined && { ${write} })`
}
