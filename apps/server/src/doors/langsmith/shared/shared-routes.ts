import type { SpanDetail } from '@lathe/contract'
import { buildTree, walkTree } from '@lathe/traces'
import { Router } from 'express'
import type { AppContext } from '../../../http/api.ts'
import { toPayload } from '../../../db/spans/payloads.ts'
import { readDetails } from '../../../db/spans/read-payloads.ts'
import { findTrace } from '../../../db/spans/read-traces.ts'
import { toSpan } from '../../../db/spans/span-row.ts'
import { sharedPage } from './shared-page.ts'
import { SCRIPT, SCRIPT_PATH } from './shared-script.ts'

/** A page of more could not be read. */
const MOST = 2_000

/** What a link shows that was made for a trace. */
export function sharedRoutes({ db }: Pick<AppContext, 'db'>): Router {
  const routes = Router()
  routes.get(SCRIPT_PATH, (_req, res) => void res.type('js').send(SCRIPT))
  routes.get('/public/:token/r', async (req, res) => {
    const share = await db
      .selectFrom('trace_shares')
      .selectAll()
      .where('token', '=', req.params.token)
      .executeTakeFirst()
    const found = share && (await findTrace(db, share.workspace_id, share.trace_id))
    res.set({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    if (!share || !found) {
      res
        .status(404)
        .type('text')
        .send('There is nothing under this link: it may have been revoked.')
      return
    }
    const below = idsBelow(found.spans, share.span_id)
    const shown = new Set(below.slice(0, MOST))
    const place = { db, workspaceId: share.workspace_id, id: share.trace_id }
    const spans: SpanDetail[] = []
    for await (const page of readDetails(place)) {
      const payloads = new Map(page.payloads.map((row) => [row.span_id, row]))
      for (const row of page.spans)
        if (shown.has(row.id)) spans.push({ ...toSpan(row), ...toPayload(payloads.get(row.id)) })
    }
    const isCut = below.length > shown.size
    const span = found.spans.find(({ id }) => id === share.span_id)
    // Whoever may read a part is not told what the whole is called.
    const title = span?.parentId === null ? found.trace.title : (span?.name ?? '')
    res.type('html').send(sharedPage({ title, spans, isCut }))
  })
  return routes
}

/** A span and all below it, in their order. */
function idsBelow(spans: Parameters<typeof buildTree>[0], spanId: string): string[] {
  for (const node of walkTree(buildTree(spans)))
    if (node.span.id === spanId) return [...walkTree([node])].map(({ span }) => span.id)
  return []
}
