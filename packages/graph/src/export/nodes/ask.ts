import type { JsonSchema, NodeOf } from '@lathe/contract'
import { TIMEOUT_PORT } from '../../interrupt/answer-issues.ts'
import { needsForm, withoutRequired } from '../../interrupt/needs-form.ts'
import { list } from '../print/layout.ts'
import { literal, quote } from '../print/literal.ts'
import { valueCode, picksCode } from '../parts/writes.ts'
import type { NodeWriter } from '../parts/scope.ts'
import { answerSchema } from '../parts/sure.ts'
import { templateCode } from '../parts/template.ts'
import { typeOf } from '../parts/types.ts'
import type { Body } from './body.ts'

/** Waits for a human, whose decision is the way on. */
export function askBody(writer: NodeWriter, node: NodeOf<'ask'>): Body {
  const decisions = node.decisions.map(({ port, label }) => ({ port, label: label ?? port }))
  const named = decisions.map(({ port }) => port)
  const ports = node.deadlineMs === undefined ? named : [...named, TIMEOUT_PORT]
  const writes = node.writes ?? {}
  const question = [
    titleCode(writer, node),
    `message: ${templateCode({ ...writer, shows: 'asReadable' }, node.message).code}`,
    ...(node.form ? [`form: ${literal(node.form)}`] : []),
    `decisions: ${literal(decisions)}`,
    ...(node.deadlineMs === undefined ? [] : [`deadlineMs: ${node.deadlineMs}`]),
  ]
  const schema = answerSchema(formOf(node))
  const properties = schema['properties'] as JsonSchema
  const answer = { ...schema, properties: { ...properties, decision: { enum: ports } } }
  const isRead = Object.keys(writes).length > 0
  const type = `type Given = ${typeOf(answer)}`
  const ask = writer.module.use('ask', '/lib/ask.ts')
  return {
    before: [type],
    lines: [`const ${isRead ? 'given' : '{ decision }'} = ${ask}<Given>(${list('{}', question)})`],
    update: picksCode(writer, writes, 'given', answer),
    chosen: { by: isRead ? 'given.decision' : 'decision', ports: [...new Set(ports)] },
  }
}

/** As far as every decision fills it in. */
function formOf({ form, decisions }: NodeOf<'ask'>): JsonSchema | undefined {
  const isWhole = decisions.every(({ port }) => needsForm(decisions, port))
  return form && !isWhole ? withoutRequired(form) : form
}

function titleCode(writer: NodeWriter, node: NodeOf<'ask'>): string {
  const title = quote(node.title ?? writer.planned.id)
  if (node.key === undefined) return `title: ${title}`
  const { code } = valueCode(writer, { expression: node.key }, `${writer.planned.id} key`)
  const asText = writer.module.use('asText', '/lib/template.ts')
  return `title: [${title}, ${asText}(${code})].filter((part) => part !== '').join(' · ')`
}
