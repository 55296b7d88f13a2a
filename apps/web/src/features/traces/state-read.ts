import type { Json, SpanDetail } from '@lathe/contract'
import { client } from '../../lib/api.ts'
import { codeOf } from '../../lib/describe-error.ts'

/** The state that the node of a call read; undefined where the span around it is another node's, or was never sent. */
export async function stateRead({
  traceId,
  parentId,
  node,
}: Pick<SpanDetail, 'traceId' | 'parentId' | 'node'>): Promise<Json | undefined> {
  if (parentId === null) return undefined
  try {
    const parent = await client.traces.span({ traceId, spanId: parentId })
    return parent.node === node ? parent.inputs : undefined
  } catch (error) {
    if (codeOf(error) === 'NO_SUCH_SPAN') return undefined
    throw error
  }
}
