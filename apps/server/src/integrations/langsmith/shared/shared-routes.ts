import { buildTree, walkTree } from '@lathe/traces'
import { type Response, Router } from 'express'
import type { AppContext } from '../../../api/context.ts'
import type { Db } from '../../../platform/db/db.ts'
import { collectSpans, readSpanBatches } from '../../../traces/query/read-details.ts'
import { findTrace } from '../../../traces/query/read-traces.ts'
import { isTraceShare, selectValidShares } from '../../../traces/store/trace-shares.ts'
import { redactFile } from '../../../platform/crypto/redact-file.ts'
import { redactJson, withoutSecrets } from '../../../platform/crypto/secret-rules.ts'
import { sendAttachmentFile } from '../attachment-file.ts'
import { findFile, listFiles } from './shared-files.ts'
import { emptyPage, sharedPage } from './shared-page.ts'
import { SCRIPT, SCRIPT_PATH } from './shared-script.ts'

/** Maximum number of spans on a page. */
const MOST = 2_000

const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

/** Pages of share links. */
export function sharedRoutes({ db }: Pick<AppContext, 'db'>): Router {
  const routes = Router()
  routes.get(SCRIPT_PATH, (_req, res) => void res.type('js').send(SCRIPT))
  routes.get('/public/:token/r', async (req, res) => {
    res.set(PRIVATE)
    const opened = await openShare(db, req.params.token)
    if (!opened) return nothingHere(res)
    const { share, found, below } = opened
    const visibleSpans = below.slice(0, MOST)
    const place = { db, workspaceId: share.workspace_id, id: share.trace_id }
    const bytes = new Map(found.spans.map(({ id, payloadBytes }) => [id, payloadBytes]))
    const sized = visibleSpans.map((id) => ({ id, bytes: bytes.get(id) ?? 0 }))
    const spans = await collectSpans(readSpanBatches(place, sized))
    const isCut = below.length > visibleSpans.length
    const span = found.spans.find(({ id }) => id === share.span_id)
    // A share of one span must not reveal the title of its trace.
    const isWhole = isTraceShare(share) || span?.parentId === null
    const title = isWhole ? found.trace.title : (span?.name ?? '')
    const files = await listFiles(db, share)
    res.type('html').send(
      sharedPage({
        title: withoutSecrets(title),
        spans: redactJson(spans),
        isCut,
        files: new Map([...files].map(([id, listed]) => [id, redactJson(listed)])),
      }),
    )
  })
  routes.get('/public/:token/files/:span/:name', async (req, res) => {
    const { token, span, name } = req.params
    res.set(PRIVATE)
    const opened = await openShare(db, token)
    const isShown = opened?.below.includes(span)
    const file = opened && isShown ? await findFile(db, opened.share, span, name) : undefined
    if (file) {
      const body = redactFile({ mimeType: file.mime_type, body: file.body })
      sendAttachmentFile(res, { ...file, body })
    } else nothingHere(res)
  })
  return routes
}

/** Returns the share with the ids of the shared span and its descendants. */
async function openShare(db: Db, token: string) {
  const share = await selectValidShares(db).where('token', '=', token).executeTakeFirst()
  const found = share && (await findTrace(db, share.workspace_id, share.trace_id))
  if (!share || !found) return undefined
  const below = isTraceShare(share)
    ? [...walkTree(buildTree(found.spans))].map((node) => node.span.id)
    : idsBelow(found.spans, share.span_id)
  return { share, found, below }
}

const nothingHere = (res: Response): void => void res.status(404).type('html').send(emptyPage())

/** Returns the span and its descendants in tree order. */
function idsBelow(spans: Parameters<typeof buildTree>[0], spanId: string): string[] {
  for (const node of walkTree(buildTree(spans)))
    if (node.span.id === spanId) return [...walkTree([node])].map(({ span }) => span.id)
  return []
}
