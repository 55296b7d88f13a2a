import type { Agent, Callees, GraphDocument, Tool } from '@lathe/contract'
import { exportProject } from '@lathe/graph/export'
import type { ExportedCollection, ExportedFile, ExportOptions } from '@lathe/graph/export'
import { useMemo } from 'react'

type Taken = {
  tools: readonly Tool[]
  callees: Callees
  collections: readonly ExportedCollection[]
  promptOf: NonNullable<ExportOptions['promptOf']>
}

/** The files of the project, those at its root first. */
export function useProject(
  { name, slug }: Pick<Agent, 'name' | 'slug'>,
  document: GraphDocument,
  { tools, callees, collections, promptOf }: Taken,
): ExportedFile[] {
  return useMemo(() => {
    const files = exportProject(document, { name, slug, tools, callees, collections, promptOf })
    return files.toSorted((a, b) => folderRank(a.path) - folderRank(b.path) || rank(a, b))
  }, [document, name, slug, tools, callees, collections, promptOf])
}

const FOLDERS = ['', 'nodes', 'tools', 'collections', 'lib', 'agents']

const folderRank = (path: string): number =>
  FOLDERS.indexOf(path.includes('/') ? (path.split('/')[0] ?? '') : '')

/** Code before what configures it. */
const SETTINGS = /\.json$|^\./

function rank(a: ExportedFile, b: ExportedFile): number {
  const settings = Number(SETTINGS.test(a.path)) - Number(SETTINGS.test(b.path))
  return settings || a.path.localeCompare(b.path, 'en')
}
