import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Plugin, UserConfig } from 'vite'

const COMPOSED = /composes:[^;]*\bfrom\s+['"]([^'"]+)['"]/g
const COMMENT = /\/\*[\s\S]*?\*\//g

/**
 * Vite copies every composed file into each CSS module that composes from it. A copy loaded later
 * overrides rules of other modules. This plugin puts each composed file into the page once, before
 * the modules that use it.
 */
export const composeOnce = (): Plugin => ({
  name: 'compose-once',
  enforce: 'post',
  config: () => ({ css: { postcss: { plugins: [withoutCopies] } } }),
  transform(code, id) {
    if (!id.endsWith('.module.css')) return undefined
    const imports = composedBy(id).map((file) => `import ${JSON.stringify(file)}\n`)
    return { code: imports.join('') + code, map: null, moduleSideEffects: true }
  },
})

type PostCss = Exclude<NonNullable<NonNullable<UserConfig['css']>['postcss']>, string>

const withoutCopies: NonNullable<PostCss['plugins']>[number] = {
  postcssPlugin: 'without-copies',
  OnceExit(root) {
    // Inlined copies have no source location.
    for (const node of root.nodes.filter(({ source }) => !source)) node.remove()
  },
}

function composedBy(file: string): string[] {
  const found = readFileSync(file, 'utf8').replaceAll(COMMENT, '').matchAll(COMPOSED)
  return [...new Set([...found].map(([, from = '']) => resolve(dirname(file), from)))]
}
