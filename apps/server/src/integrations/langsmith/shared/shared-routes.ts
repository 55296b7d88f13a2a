import type { SharedSpan, SharedTrace, Span } from '@lathe/contract'
import { buildTree, walkTree } from '@lathe/traces'
import { type Response, Router } from 'express'
import type { AppContext } from '../../../api/context.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { TraceSharesTable } from '../../../platform/db/tables/external.ts'
import { findSpan } from '../../../traces/query/read-details.ts'
import { findTrace } from '../../../traces/query/read-traces.ts'
import { isTraceShare, selectValidShares } from '../../../traces/store/trace-shares.ts'
import { redactFile } from '../../../platform/crypto/redact-file.ts'
import { redactJson, withoutSecrets } from '../../../platform/crypto/secret-rules.ts'
import { sendAttachmentFile } from '../attachment-file.ts'

/** Maximum number of spans that a link shows. */
const MAX_SPANS = 2_000

const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

/** Serves the data of share links without a session. The web app renders the page. */
export function sharedRoutes({ db }: Pick<AppContext, 'db'>): Router {
  const routes = Router()
  routes.use('/public/:token', (_req, res, next) => {
    res.set(PRIVATE)
    next()
  })
  routes.get('/public/:token/r', async (req, res, next) => {
    if (!(await openShare(db, req.params.token))) res.status(404)
    next()
  })
  routes.get('/public/:token/trace', async (req, res) => {
    const opened = await openShare(db, req.params.token)
    if (!opened) return rejectLink(res)
    const { share, found, spans } = opened
    const [root] = spans
    // A share of one span must not reveal the title of its trace.
    const hasTitle = isTraceShare(share) || root?.parentId === null
    const body: SharedTrace = {
      title: withoutSecrets(hasTitle ? found.trace.title : (root?.name ?? '')),
      isForeign: found.trace.source !== null,
      spans: redactJson(withoutParent(spans.slice(0, MAX_SPANS))),
      isTruncated: spans.length > MAX_SPANS,
    }
    res.json(body)
  })
  routes.get('/public/:token/spans/:span', async (req, res) => {
    const { token, span: id } = req.params
    const opened = await openShare(db, token)
    const isShared = opened?.spans.some((span) => span.id === id)
    if (!opened || !isShared) return rejectLink(res)
    const { workspace_id, trace_id } = opened.share
    const span = await findSpan(db, workspace_id, trace_id, id)
    if (!span) return rejectLink(res)
    const attachments = await selectAttachments(db, opened.share, id)
      .select(['name', 'mime_type as mimeType', 'size'])
      .orderBy('name')
      .execute()
    const parentId = id === opened.spans[0]?.id ? null : span.parentId
    const body: SharedSpan = redactJson({ span: { ...span, parentId }, attachments })
    res.json(body)
  })
  routes.get('/public/:token/files/:span/:name', async (req, res) => {
    const { token, span: id, name } = req.params
    const opened = await openShare(db, token)
    const isShared = opened?.spans.some((span) => span.id === id)
    const file =
      opened &&
      isShared &&
      (await selectAttachments(db, opened.share, id)
        .select(['mime_type', 'body'])
        .where('name', '=', name)
        .executeTakeFirst())
    if (!file) return rejectLink(res)
    const body = redactFile({ mimeType: file.mime_type, body: file.body })
    sendAttachmentFile(res, { ...file, body })
  })
  return routes
}

const rejectLink = (res: Response): void =>
  void res
    .status(404)
    .json({ code: 'NO_SUCH_LINK', message: 'The link was revoked, has expired or never existed.' })

/** Returns the share with the shared span and its descendants in tree order. */
async function openShare(db: Db, token: string) {
  const share = await selectValidShares(db).where('token', '=', token).executeTakeFirst()
  const found = share && (await findTrace(db, share.workspace_id, share.trace_id))
  if (!share || !found) return undefined
  const nodes = [...walkTree(buildTree(found.spans))]
  const root = nodes.find(({ span }) => span.id === share.span_id)
  const shared = isTraceShare(share) ? nodes : root ? walkTree([root]) : []
  return { share, found, spans: [...shared].map(({ span }) => span) }
}

/** Removes the id of a parent that is not shared. */
const withoutParent = ([root, ...descendants]: readonly Span[]): Span[] =>
  root ? [{ ...root, parentId: null }, ...descendants] : []

const selectAttachments = (
  db: Db,
  share: Pick<TraceSharesTable, 'workspace_id' | 'trace_id'>,
  spanId: string,
) =>
  db
    .selectFrom('attachments')
    .where('workspace_id', '=', share.workspace_id)
    .where('trace_id', '=', share.trace_id)
    .where('span_id', '=', spanId)
