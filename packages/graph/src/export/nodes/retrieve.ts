import type { JsonSchema, NodeOf } from '@lathe/contract'
import { COLLECTIONS_FILE } from '../collections/files.ts'
import type { NodeWriter } from '../parts/scope.ts'
import { templateCode } from '../parts/template.ts'
import { writeCode } from '../parts/writes.ts'
import { list } from '../print/layout.ts'
import { literal } from '../print/literal.ts'
import type { Body } from './body.ts'

const FOUND: JsonSchema = { type: 'array', items: { type: 'object' } }

/** Writes a search of one of the project's collections. */
export function retrieveBody(writer: NodeWriter, node: NodeOf<'retrieve'>): Body {
  const { module, plan } = writer
  const { collection, k, minScore, filter, writes } = node
  const planned = plan.collections.get(collection)
  if (!planned) throw new Error(`${collection} is not part of the project`)
  const searched = module.use(planned.ident, `/${plan.toRoot}${COLLECTIONS_FILE}`)
  const fields = [
    `query: ${templateCode(writer, node.query).code}`,
    `k: ${k}`,
    ...(minScore === undefined ? [] : [`minScore: ${minScore}`]),
    ...(filter ? [`filter: ${literal(filter)}`] : []),
  ]
  const code = list('{}', fields, `await ${searched}.search(`) + ')'
  return { isAsync: true, lines: [], update: [writeCode(writer, writes, { code, schema: FOUND })] }
}
