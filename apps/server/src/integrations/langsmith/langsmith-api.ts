import { toIso } from '@lathe/traces'
import { type Request, Router } from 'express'
import type { AppContext } from '../../api/context.ts'
import { createAnonymousBudget } from '../../platform/http/body/byte-budget.ts'
import { readJson } from '../../platform/http/body/read-json.ts'
import type { Session } from '../../platform/http/security/session.ts'
import type { SignInLimit } from '../../platform/http/security/sign-in-limit.ts'
import { type Answer, createAnswer } from '../call.ts'
import { requireApiKey } from '../require-api-key.ts'
import { rejectUnknownPath } from '../wrong-path.ts'
import { handleLangsmithErrors } from './errors.ts'
import { comparativeRoutes } from './datasets/comparative-routes.ts'
import { langsmithDatasetRoutes } from './datasets/dataset-routes.ts'
import { langsmithExampleRoutes } from './datasets/example-routes.ts'
import { exampleMetadataRoutes } from './datasets/metadata-routes.ts'
import { exampleFileRoutes } from './datasets/file-routes.ts'
import { csvUploadRoutes } from './datasets/csv-upload-routes.ts'
import { exampleUploadRoutes } from './datasets/upload-routes.ts'
import { langsmithVersionRoutes } from './datasets/version-routes.ts'
import { configRoutes } from './feedback/config-routes.ts'
import { feedbackRoutes } from './feedback/feedback-routes.ts'
import { publicTokenRoutes, tokenRoutes } from './feedback/token-routes.ts'
import { ingestRoutes } from './ingest/ingest-routes.ts'
import { projectRoutes } from './projects/project-routes.ts'
import { langsmithCommitRoutes } from './prompts/commit-routes.ts'
import { HANDLE } from './prompts/find-repo.ts'
import { langsmithRepoRoutes } from './prompts/repo-routes.ts'
import { unsupportedRoutes, unsupportedRoutesV2 } from './unsupported-routes.ts'
import { runRoutes } from './runs/run-routes.ts'
import { publicRoutes, shareRoutes } from './runs/share-routes.ts'
import { threadRoutes } from './threads/thread-routes.ts'
import { datasetRoutesV2 } from './v2/dataset-routes-v2.ts'
import { publicRoutesV2 } from './v2/public-routes-v2.ts'
import { projectRoutesV2 } from './v2/project-routes-v2.ts'
import { runRoutesV2 } from './v2/run-routes-v2.ts'
import { threadRoutesV2 } from './v2/thread-routes-v2.ts'
import { traceRoutesV2 } from './v2/trace-routes-v2.ts'

type LangsmithOptions = {
  session: Session
  signIns: SignInLimit
  isForeign: (req: Request) => boolean
  /** API version. Clients use both, under different paths. */
  apiVersion: 1 | 2
}

/**
 * Unauthenticated requests carry only ids or feedback. A larger limit would let them delay others.
 */
const UNAUTHENTICATED_BYTES = 1024 * 1024

/** The LangSmith API on our own spans. Programs and clients only need our URL. */
export function langsmithApi(
  app: AppContext,
  { session, signIns, isForeign, apiVersion }: LangsmithOptions,
): Router {
  const { config, limits, log } = app
  const answer = createAnswer(app)
  const routes = Router()
  routes.use((_req, res, next) => {
    res.setHeader('cache-control', 'no-store')
    next()
  })
  routes.get(
    '/info',
    answer(async () => info(limits.ingestBytes)),
  )
  // A share or feedback token replaces the API key.
  const readUnauthenticated = readJson({
    limits: { ...limits, requestBytes: Math.min(limits.requestBytes, UNAUTHENTICATED_BYTES) },
    reading: createAnonymousBudget(limits),
  })
  routes.use(['/public', '/feedback/tokens/:token'], readUnauthenticated)
  if (apiVersion === 1) routes.use(publicTokenRoutes(answer))
  routes.use(apiVersion === 1 ? publicRoutes(answer) : publicRoutesV2(answer))
  routes.use(requireApiKey({ session, isForeign, signIns, requireKeys: config.requireKeys }))
  routes.use(apiVersion === 1 ? firstRoutes(answer, app) : secondRoutes(answer, app))
  routes.use((req) => {
    throw rejectUnknownPath(req)
  })
  routes.use(handleLangsmithErrors(log))
  return routes
}

const firstRoutes = (answer: Answer, app: AppContext): Router =>
  Router()
    .use(unsupportedRoutes())
    .use(ingestRoutes(answer), shareRoutes(answer), exampleUploadRoutes(answer))
    .use(csvUploadRoutes(answer), readJson(app))
    .use(threadRoutes(answer), runRoutes(answer), projectRoutes(answer))
    .use(tokenRoutes(answer), feedbackRoutes(answer), configRoutes(answer))
    .use(comparativeRoutes(answer), langsmithVersionRoutes(answer))
    .use(langsmithDatasetRoutes(answer), langsmithExampleRoutes(answer))
    .use(exampleMetadataRoutes(answer), exampleFileRoutes(answer))
    .use(langsmithRepoRoutes(answer), langsmithCommitRoutes(answer))
    .get(
      '/settings',
      answer(async ({ context }) => ({
        id: context.workspaceId,
        display_name: 'Lathe',
        created_at: toIso(0),
        tenant_handle: HANDLE,
      })),
    )

const secondRoutes = (answer: Answer, app: AppContext): Router =>
  Router()
    .use(unsupportedRoutesV2())
    .use(readJson(app), runRoutesV2(answer), traceRoutesV2(answer))
    .use(threadRoutesV2(answer), projectRoutesV2(answer), datasetRoutesV2(answer))

/** The Python client stops sending when a field of `batch_ingest_config` is missing. */
const info = (ingestBytes: number) => ({
  version: '0.18.0',
  instance_flags: {
    gzip_body_enabled: true,
    zstd_compression_enabled: true,
    dataset_examples_multipart_enabled: true,
    ch_query_enabled: true,
    sdb_query_enabled: false,
  },
  batch_ingest_config: {
    use_multipart_endpoint: true,
    size_limit: 100,
    size_limit_bytes: Math.min(20_971_520, ingestBytes),
    scale_up_nthreads_limit: 16,
    scale_up_qsize_trigger: 1_000,
    scale_down_nempty_trigger: 4,
  },
})
