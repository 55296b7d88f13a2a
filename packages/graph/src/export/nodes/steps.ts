import type { NodeOf } from '@lathe/contract'
import { list } from '../print/layout.ts'
import { key, literal, quote } from '../print/literal.ts'
import { callCode } from '../parts/scope.ts'
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
  const call = callCode(writer, node.code, `${writer.planned.id} code`, 'code')
  const only = writer.module.use('only', '/lib/only.ts')
  const channels = literal(node.writes)
  return { isAsync: true, lines: [], update: [`...${only}(${channels}, await ${call})`] }
}

export function toolBody(writer: NodeWriter, node: NodeOf<'tool'>): Body {
  const { module, planned } = writer
  const tool = module.use(toolIdent(writer.plan, node.tool), '/tools.ts')
  const entries = Object.entries(node.args).map(([name, value]) => {
    const { code } = valueCode(writer, value, `${planned.id} ${name}`)
    return `${key(name)}: ${code}`
  })
  const args = list('{}', entries)
  const given = node.approval
    ? `${module.use('approved', '/lib/approved.ts')}(${tool}, ${args})`
    : args
  const callTool = module.use('callTool', '/lib/call-tool.ts')
  if (node.writes === undefined) {
    return { isAsync: true, lines: [`await ${callTool}(${tool}, ${given})`], update: [] }
  }
  const type = `${module.useType('Update', '/state.ts')}[${quote(node.writes)}]`
  const call = list('()', [tool, given], `${callTool}<${type}>`)
  return { isAsync: true, lines: [], update: [`${key(node.writes)}: await ${call}`] }
}
