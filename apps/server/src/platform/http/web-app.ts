import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import express, { type RequestHandler, Router } from 'express'
import { refusal } from './errors.ts'

const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.html'])
const YEAR = 'public, max-age=31536000, immutable'

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}

/**
 * Serves the web app: hashed assets are immutable, and every other path returns the page, which
 * routes on the client.
 */
export function webApp(folder: string): Router {
  const routes = Router()
  routes.get('/assets/*path', serveCompressed(folder))
  routes.use(
    '/assets',
    express.static(join(folder, 'assets'), {
      index: false,
      setHeaders: (res) => res.setHeader('cache-control', YEAR),
    }),
    (_req, _res) => {
      throw refusal(404, 'NOT_FOUND', 'File not found')
    },
  )
  routes.use(express.static(folder, { index: false, maxAge: '1h' }))
  routes.get('/{*path}', async (req, res) => {
    if (!res.hasHeader('cache-control')) res.setHeader('cache-control', 'no-cache')
    if (existsSync(join(folder, 'index.html'))) {
      const html = await pageAt(folder, req.path)
      res.set('etag', `"${createHash('sha256').update(html).digest('base64url')}"`)
      res.type('html').send(html)
      return
    }
    res.status(503).type('text').send('The web app is not built. Run npm start to build it.')
  })
  return routes
}

/** Compresses each asset on its first request and caches it: assets are few and never change. */
function serveCompressed(folder: string): RequestHandler {
  const cache = new Map<string, Promise<Buffer>>()
  return async (req, res, next) => {
    const file = normalize(req.path)
    const encoding = req.acceptsEncodings('br', 'gzip')
    if (!COMPRESSIBLE.has(extname(file)) || (encoding !== 'br' && encoding !== 'gzip'))
      return next()

    const key = `${encoding} ${file}`
    const compress = async () => compressors[encoding](await readFile(join(folder, file)))
    const body = cache.get(key) ?? compress()
    cache.set(key, body)
    try {
      const bytes = await body
      res.type(extname(file))
      res.set({ 'content-encoding': encoding, vary: 'accept-encoding', 'cache-control': YEAR })
      res.send(bytes)
    } catch {
      cache.delete(key)
      next()
    }
  }
}

/** As listed by the web build. `$` starts a path parameter. */
type PageFiles = { path: string; scripts: string[]; styles: string[] }

const HEAD_ENDS = '</head>'

/**
 * Returns the page with preload links for the assets of this route. Otherwise the browser would
 * discover them only after running the first script.
 */
async function pageAt(folder: string, address: string): Promise<string> {
  const [html, fileNames] = await Promise.all([
    readFile(join(folder, 'index.html'), 'utf8'),
    readFile(join(folder, '.vite/pages.json'), 'utf8').catch(() => '[]'),
  ])
  const page = (JSON.parse(fileNames) as PageFiles[]).find(({ path }) => isPathAt(path, address))
  if (!page) return html
  const links = [
    // The page's code finds these links and does not add its own.
    ...page.styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...page.scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ]
  return html.replace(HEAD_ENDS, () => `${links.join('')}${HEAD_ENDS}`)
}

function isPathAt(path: string, address: string): boolean {
  const parts = path.split('/')
  const segments = address.split('/')
  return (
    parts.length === segments.length &&
    parts.every(
      (part, index) => part === segments[index] || (part.startsWith('$') && segments[index] !== ''),
    )
  )
}
