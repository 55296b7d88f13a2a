import type { DatabaseSync } from 'node:sqlite'
import {
  fromLegacyRow,
  LEGACY_BLOCK,
  mergePayloads,
  readBlock,
} from '../payloads/payload-blocks.ts'
import type { StoredPayload } from '../payloads/payloads.ts'
import { splitBlockIds } from '../payloads/read-payloads.ts'

type Block = Map<string, StoredPayload>

/** A span has a block for each delivery that changed it, and its neighbours share them. */
const MOST_BLOCKS = 16

/** Reads payloads in the index thread. It keeps the last blocks, because spans of one trace come one after the other. */
export function payloadReader(store: DatabaseSync) {
  const block = store.prepare(
    'select body from payload_blocks where workspace_id = ? and trace_id = ? and id = ?',
  )
  const legacy = store.prepare(
    'select * from span_payloads where workspace_id = ? and trace_id = ? and span_id = ?',
  )
  const recent = new Map<string, Block>()

  function blockAt(workspaceId: string, traceId: string, id: string): Block {
    const key = `${workspaceId} ${traceId} ${id}`
    const known = recent.get(key)
    if (known) return known
    const body = block.get(workspaceId, traceId, id)?.['body']
    const found: Block = body instanceof Uint8Array ? readBlock(traceId, body) : new Map()
    if (recent.size === MOST_BLOCKS) recent.clear()
    recent.set(key, found)
    return found
  }

  function legacyAt(workspaceId: string, traceId: string, spanId: string) {
    const row = legacy.get(workspaceId, traceId, spanId)
    // The cast holds: these are the columns of `span_payloads`.
    return row && fromLegacyRow(row as Parameters<typeof fromLegacyRow>[0])
  }

  return {
    read: (workspaceId: string, traceId: string, spanId: string, blocks: string | null) =>
      mergePayloads(
        splitBlockIds({ payload_blocks: blocks }).flatMap((id) => {
          const found =
            id === LEGACY_BLOCK
              ? legacyAt(workspaceId, traceId, spanId)
              : blockAt(workspaceId, traceId, id).get(spanId)
          return found ?? []
        }),
      ),
    /** Another view of the store may hold another block under the same number. */
    forget: () => recent.clear(),
  }
}
