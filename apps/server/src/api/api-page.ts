import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { Router } from 'express'
import { sessionCookie } from '../platform/http/security/session.ts'

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lathe API</title>
<link rel="stylesheet" href="/api/ui/swagger-ui.css">
<div id="page"></div>
<script src="/api/ui/swagger-ui-bundle.js"></script>
<script src="/api/ui/open.js"></script>
</html>
`

const OPEN = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#page', deepLinking: true, docExpansion: 'list', defaultModelsExpandDepth: 0 })
`

/**
 * Serves the API reference page and its OpenAPI document. Both are public because they reveal
 * nothing beyond the source code.
 */
export function apiPage(version: string, publicUrl: URL | undefined): Router {
  const routes = Router()
  let document: Promise<unknown> | undefined
  routes.get('/openapi.json', async (req, res) => {
    const cookie = sessionCookie(req, publicUrl)
    document ??= import('./openapi.ts').then(({ describeApi }) => describeApi(version, cookie))
    res.json(await document)
  })
  routes.get('/', (_req, res) => {
    res.type('html').send(PAGE)
  })
  routes.get('/ui/open.js', (_req, res) => {
    res.type('js').send(OPEN)
  })
  const files = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
  routes.use('/ui', express.static(files, { index: false, maxAge: '1d' }))
  return routes
}
