import { toUuid } from '@lathe/traces'
import { Router } from 'express'
import type { AppContext } from '../../api/context.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { findTraceIds } from '../../traces/store/load-stored.ts'
import { findDataset } from '../../datasets/datasets.store.ts'
import { findPrompt } from '../../prompts/prompts.store.ts'
import { findByHash } from '../../prompts/versions.store.ts'
import { findProject } from '../../traces/ingest/projects.store.ts'
import { sharedRoutes } from './shared/shared-routes.ts'

/** Redirects the URLs that LangSmith clients print to our own pages. */
export function langsmithLinks({ db }: Pick<AppContext, 'db'>): Router {
  const routes = Router()
  routes.get('/o/:tenant/projects/p/:project', async (req, res) => {
    const id = toUuid(req.params.project)
    const project = id === undefined ? undefined : await findProject(db, DEFAULT_WORKSPACE, id)
    res.redirect(302, project ? `/traces?project=${encodeURIComponent(project.name)}` : '/traces')
  })
  routes.get('/o/:tenant/projects/p/:project/r/:run', async (req, res) => {
    res.redirect(302, await findPage(toUuid(req.params.run)))
  })
  routes.get(
    ['/o/:tenant/datasets/:dataset', '/o/:tenant/datasets/:dataset/compare'],
    async (req, res) => {
      const { selectedSessions: selected } = req.query
      const ids = (typeof selected === 'string' ? selected : '')
        .split(',')
        .flatMap((id) => toUuid(id) ?? [])
      if (ids.length > 0) return res.redirect(302, `/compare/experiments?of=${ids.join(',')}`)
      const dataset = await findDataset(db, DEFAULT_WORKSPACE, String(req.params['dataset']))
      const page = dataset && `/datasets/${encodeURIComponent(dataset.name)}?tab=experiments`
      res.redirect(302, page ?? '/datasets')
    },
  )
  routes.get('/prompts/:name/:commit', async (req, res) => {
    const { name, commit } = req.params
    const prompt = await findPrompt(db, DEFAULT_WORKSPACE, name)
    const found = prompt && (await findByHash(db, prompt.id, commit))
    const page = `/prompts/${encodeURIComponent(name)}`
    res.redirect(302, found ? `${page}?version=${found.version}` : page)
  })
  routes.use(sharedRoutes({ db }))

  async function findPage(spanId: string | undefined): Promise<string> {
    if (spanId === undefined) return '/traces'
    const traceId = (await findTraceIds(db, DEFAULT_WORKSPACE, [spanId])).get(spanId)
    return traceId === undefined ? '/traces' : `/traces/${traceId}?span=${spanId}`
  }
  return routes
}
