import type { JsonSchema, NodeOf } from '@lathe/contract'
import { schemaIssues } from '../json-schema/check-schema.ts'
import { channelNameProblem } from '../document/names.ts'
import type { CheckContext, NodeFacts } from './context.ts'

/** Checks rules that apply to a single kind of node. */
export function checkNode(context: CheckContext, { id, node }: NodeFacts): void {
  switch (node.kind) {
    case 'branch':
      checkBranch(context, id, node)
      break
    case 'ask':
      checkAsk(context, id, node)
      break
    case 'model':
    case 'agent':
      if (node.answer) checkSchema(context, id, node.answer.schema, 'answer.schema')
      break
    case 'retrieve':
      if (node.query.trim() === '') {
        const message = 'The search query is empty; enter a query'
        context.report('EMPTY_QUERY', { node: id, field: 'query' }, message)
      }
      break
    default:
  }
}

function checkBranch(
  { report }: CheckContext,
  id: string,
  { decide, ...node }: NodeOf<'branch'>,
): void {
  const used = new Set<string>()
  if (decide.by === 'rules') {
    for (const [index, rule] of decide.rules.entries()) {
      const text = rule.when.trim()
      const field = `decide.rules.${index}`
      if (used.has(text)) {
        report(
          'DUPLICATE_RULE',
          { node: id, field },
          `An earlier rule has the same condition, so this one never applies`,
        )
      }
      used.add(text)
      checkPortName(report, id, rule.port, `${field}.port`, ['error'])
    }
  } else {
    for (const [index, { port }] of decide.choices.entries()) {
      const field = `decide.choices.${index}.port`
      if (used.has(port))
        report('DUPLICATE_PORT', { node: id, field }, `There are two choices \`${port}\``)
      used.add(port)
      checkPortName(report, id, port, field, ['error'])
    }
  }
  checkPortName(report, id, node.else, 'else', ['error'])
}

function checkAsk(context: CheckContext, id: string, node: NodeOf<'ask'>): void {
  const { report } = context
  const used = new Set<string>()
  for (const [index, { port }] of node.decisions.entries()) {
    const field = `decisions.${index}.port`
    if (used.has(port))
      report('DUPLICATE_PORT', { node: id, field }, `There are two decisions \`${port}\``)
    used.add(port)
    checkPortName(report, id, port, field, ['error', 'timeout'])
  }
  if (node.form) checkSchema(context, id, node.form, 'form')
  if (node.form && node.form['type'] !== 'object') {
    report(
      'BAD_SCHEMA',
      { node: id, field: 'form' },
      'A form needs an object schema: its properties are the fields',
    )
  }
  const isCopied = context.edges.some(({ edge }) => edge.each && edge.to === id)
  if (isCopied && node.key === undefined) {
    const message = `Several copies of \`${id}\` wait at once; give it a key to distinguish them`
    report('ASK_WITHOUT_KEY', { node: id, field: 'key' }, message)
  }
}

function checkPortName(
  report: CheckContext['report'],
  node: string,
  port: string,
  field: string,
  reserved: readonly string[],
): void {
  if (reserved.includes(port)) {
    report(
      'RESERVED_PORT',
      { node, field },
      `The port name \`${port}\` is reserved; choose another name`,
    )
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
