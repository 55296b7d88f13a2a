import type { JsonSchema } from '@lathe/contract'
import { fieldsOfType, fieldValue, isPause, kindDefinition } from '@lathe/nodes'
import { schemaIssues } from '../json-schema/check-schema.ts'
import { channelNameProblem } from '../document/names.ts'
import type { CheckContext, NodeFacts } from './context.ts'

/** Checks rules that apply to a single kind of node, its schemas, and questions inside a fan-out. */
export function checkNode(context: CheckContext, { id, node }: NodeFacts): void {
  kindDefinition(node.kind).check?.(node, {
    report: (code, field, message) => context.report(code, { node: id, field }, message),
  })
  for (const field of fieldsOfType(node, 'answer')) {
    const answer = fieldValue(node, field)
    if (answer) checkSchema(context, id, answer.schema, `${field.name}.schema`)
  }
  for (const field of fieldsOfType(node, 'form-schema')) {
    const schema = fieldValue(node, field)
    if (schema) checkSchema(context, id, schema, field.name)
  }
  const isCopied = context.edges.some(({ edge }) => edge.each && edge.to === id)
  if (isCopied && isPause(node) && !('key' in node && node.key !== undefined)) {
    const message = `Several copies of \`${id}\` wait at once; give it a key to distinguish them`
    context.report('ASK_WITHOUT_KEY', { node: id, field: 'key' }, message)
  }
}

function checkSchema(
  { report }: CheckContext,
  node: string,
  schema: JsonSchema,
  field: string,
): void {
  for (const { path, message } of schemaIssues(schema)) {
    const issueField = path ? `${field}.${path}` : field
    report('BAD_SCHEMA', { node, field: issueField }, `Invalid JSON Schema: ${message}`)
  }
}

/** The element name of a fan-out must not hide a channel. */
export function checkFanOuts({ edges, isChannel, report }: CheckContext): void {
  for (const { index, edge } of edges) {
    if (!edge.each) continue
    const { as } = edge.each
    const place = { edge: index, field: 'each.as' }
    const reserved = channelNameProblem(as)
    if (reserved !== null) report('RESERVED_NAME', place, reserved)
    else if (isChannel(as)) {
      report(
        'NAME_TAKEN',
        place,
        `\`${as}\` is already the name of a channel; choose another name for the element`,
      )
    }
  }
}
