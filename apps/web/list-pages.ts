import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Plugin } from 'vite'
import { entriesOf, type Manifest, readManifest, withImports } from './chunks.ts'

/** A page's address as its route has it, and the module it is made of. */
export type Page = { path: string; module: string }

const ROUTES = 'src/routes'

/** Has the server announce, with the page itself, the files a page needs beyond the first load. */
export const listPages = (): Plugin => ({
  name: 'list-pages',
  apply: 'build',
  writeBundle: ({ dir }) => {
    if (dir === undefined) throw new Error('The web app is built into a folder')
    const files = filesOfPages(readManifest(dir), readPages(import.meta.dirname))
    writeFileSync(join(dir, '.vite/pages.json'), JSON.stringify(files))
  },
})

/** Lists every route that loads its page lazily. */
export function readPages(root: string): Page[] {
  const folder = join(root, ROUTES)
  return readdirSync(folder).flatMap((file) => {
    const [, ...routes] = readFileSync(join(folder, file), 'utf8').split('createRoute({')
    return routes.map((route) => {
      const path = /\bpath: '([^']+)'/.exec(route)?.[1]
      const module = /\bimport\('([^']+)'\)/.exec(route)?.[1]
      if (!path || !module) throw new Error(`Cannot find the page of a route in ${file}`)
      return { path, module: posix.join(ROUTES, module) }
    })
  })
}

/** Fixed addresses before those with parameters, which would match them too. */
export function filesOfPages(manifest: Manifest, pages: readonly Page[]) {
  const first = withImports(manifest, ...entriesOf(manifest))
  return pages
    .filter(({ module }) => module in manifest)
    .toSorted((a, b) => parametersOf(a) - parametersOf(b))
    .map(({ path, module }) => {
      const chunks = [...withImports(manifest, module)].filter((key) => !first.has(key))
      return {
        path,
        scripts: chunks.flatMap((key) => manifest[key]?.file ?? []),
        styles: [...new Set(chunks.flatMap((key) => manifest[key]?.css ?? []))],
      }
    })
}

const parametersOf = ({ path }: Page) => path.split('$').length
