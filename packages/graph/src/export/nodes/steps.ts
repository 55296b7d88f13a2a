import type { NodeOf } from '@lathe/contract'
import { toolsOffered } from '../../kinds/tools.ts'
import { list } from '../print/layout.ts'
import { key, literal, member, quote } from '../print/literal.ts'
import { CODE_FILE, RUNTIME } from '../parts/code.ts'
import { toolIdent } from '../parts/plan.ts'
import type { NodeWriter } from '../parts/scope.ts'
import { valueCode, writeCode } from '../parts/writes.ts'
import type { Body } from './body.ts'

export function setBody(writer: NodeWriter, node: NodeOf<'set'>): Body {
  const update = Object.entries(node.values).map(([name, value]) =>
    writeCode(writer, name, valueCode(writer, value, `${writer.planned.id} ${name}`)),
  )
  return { lines: [], update }
}

export function codeBody(writer: NodeWriter, node: NodeOf<'code'>): Body {
  const { module, userCode, planned } = writer
  const name = userCode.addCode(`${planned.id} code`, node.code, node.writes)
  const call = `${module.use(name, `/${CODE_FILE}`)}(state)`
  return { isAsync: true, lines: [], update: [`...await ${call}`] }
}

export function toolBody(writer: NodeWriter, node: NodeOf<'tool'>): Body {
  const { module, planned } = writer
  const tool = module.use(toolIdent(writer.plan, node.tool), '/tools.ts')
  const entries = Object.entries(node.args).map(([name, value]) => {
    const { code } = valueCode(writer, value, `${planned.id} ${name}`)
    return `${key(name)}: ${code}`
  })
  const args = list('{}', entries)
  const approvedArgs = node.approval
    ? `${module.use('approveArgs', RUNTIME)}(${tool}, ${args})`
    : args
  const callTool = module.use('callTool', RUNTIME)
  if (node.writes === undefined) {
    return { isAsync: true, lines: [`await ${callTool}(${tool}, ${approvedArgs})`], update: [] }
  }
  const type = `${module.useType('Update', '/state.ts')}[${quote(node.writes)}]`
  const call = list('()', [tool, approvedArgs], `${callTool}<${type}>`)
  return { isAsync: true, lines: [], update: [`${key(node.writes)}: await ${call}`] }
}

/** Runs the tool calls that a conversation waits for, as an earlier model node made them. */
export function toolsBody(writer: NodeWriter, node: NodeOf<'tools'>): Body {
  const { module, plan, planned } = writer
  const tools = [...toolsOffered(plan.document)].map((name) =>
    module.use(toolIdent(plan, name), '/tools.ts'),
  )
  const options = [
    `name: ${quote(planned.id)}`,
    `tools: [${tools.join(', ')}]`,
    ...(node.approvals?.length ? [`approvals: ${literal(node.approvals)}`] : []),
  ]
  const create = `const toolRunner = ${module.use('createToolRunner', RUNTIME)}(`
  const held = member('state', node.channel)
  return {
    isAsync: true,
    before: [`${list('{}', options, create)})`],
    lines: [],
    update: [`${key(node.channel)}: await toolRunner.invoke(${held})`],
  }
}
