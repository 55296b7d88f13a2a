import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = { file: string; imports?: string[]; css?: string[]; isEntry?: boolean }

/** The chunks of a build by entry file. */
export type Manifest = Readonly<Record<string, Chunk>>

export const readManifest = (dist: string): Manifest =>
  JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest

/** A chunk after all it imports statically, each once: the order their styles override one another in. */
export function withImports(manifest: Manifest, ...keys: readonly string[]): Set<string> {
  const [seen, ordered] = [new Set<string>(), new Set<string>()]
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const imported of chunk.imports ?? []) visit(imported)
    ordered.add(key)
  }
  for (const key of keys) visit(key)
  return ordered
}

export const entriesOf = (manifest: Manifest): string[] =>
  Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
