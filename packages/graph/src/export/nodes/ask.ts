import { needsForm, TIMEOUT_PORT, withoutRequired } from '@lathe-ai/runtime/review'
import type { JsonSchema, NodeOf } from '@lathe/contract'
import type { ExportedBody } from '@lathe/nodes'
import { list } from '../print/layout.ts'
import { literal, quote } from '../print/literal.ts'
import { RUNTIME } from '../parts/code.ts'
import { valueCode, picksCode } from '../parts/writes.ts'
import type { NodeWriter } from '../parts/scope.ts'
import { answerSchema } from '../parts/sure.ts'
import { templateCode } from '../parts/template.ts'
import { typeOf } from '../parts/types.ts'

/** Pauses for a person, whose decision chooses the next node. */
export function askBody(writer: NodeWriter, node: NodeOf<'ask'>): ExportedBody {
  const decisions = node.decisions.map(({ port, label = port, needsForm }) => ({
    port,
    label,
    ...(needsForm !== undefined && { needsForm }),
  }))
  const decisionPorts = decisions.map(({ port }) => port)
  const ports = node.deadlineMs === undefined ? decisionPorts : [...decisionPorts, TIMEOUT_PORT]
  const writes = node.writes ?? {}
  const question = [
    `node: ${quote(writer.planned.id)}`,
    titleCode(writer, node),
    `message: ${templateCode({ ...writer, formatter: 'toTranscript' }, node.message).code}`,
    ...(node.form ? [`form: ${literal(node.form)}`] : []),
    `decisions: ${literal(decisions)}`,
    ...(node.deadlineMs === undefined ? [] : [`deadlineMs: ${node.deadlineMs}`]),
  ]
  const schema = answerSchema(requiredForm(node))
  const properties = schema['properties'] as JsonSchema
  const answer = { ...schema, properties: { ...properties, decision: { enum: ports } } }
  const isRead = Object.keys(writes).length > 0
  const type = `type Reply = ${typeOf(answer)}`
  const ask = writer.module.use('ask', RUNTIME)
  return {
    before: [type],
    lines: [
      `const ${isRead ? 'reply' : '{ decision }'} = ${ask}(${list('{}', question)}) as Reply`,
    ],
    update: picksCode(writer, writes, 'reply', answer),
    chosen: { by: isRead ? 'reply.decision' : 'decision', ports: [...new Set(ports)] },
  }
}

/** The form, without required fields if some decision needs none. */
function requiredForm({ form, decisions }: NodeOf<'ask'>): JsonSchema | undefined {
  const isWhole = decisions.every(({ port }) => needsForm(decisions, port))
  return form && !isWhole ? withoutRequired(form) : form
}

function titleCode(writer: NodeWriter, node: NodeOf<'ask'>): string {
  const title = quote(node.title ?? writer.planned.id)
  if (node.key === undefined) return `title: ${title}`
  const { code } = valueCode(writer, { expression: node.key }, `${writer.planned.id} key`)
  const toText = writer.module.use('toText', RUNTIME)
  return `title: [${title}, ${toText}(${code})].filter((part) => part !== '').join(' · ')`
}
