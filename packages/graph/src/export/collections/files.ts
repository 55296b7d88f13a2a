import type { Passage } from '@lathe/contract'
import type { ExportedFile } from '../options.ts'
import { RUNTIME } from '../parts/code.ts'
import { connectionEnv } from '../parts/models.ts'
import { list } from '../print/layout.ts'
import { quote } from '../print/literal.ts'
import { createModule } from '../print/module.ts'
import type { PlannedCollection, PlannedCollections } from './plan.ts'

export const COLLECTIONS_FILE = 'collections.ts'
export const COLLECTIONS = `${RUNTIME}/collections`

/** `collections.ts` and each collection's passages with their vectors; no files without collections. */
export function collectionFiles(collections: PlannedCollections): ExportedFile[] {
  if (collections.size === 0) return []
  const module = createModule(COLLECTIONS_FILE)
  module.use('OpenAIEmbeddings', '@langchain/openai')
  module.use('createCollection', COLLECTIONS)
  const all = [...collections.values()]
  for (const planned of all) module.add(constant(planned))
  const passages = all.map(({ name, passages: items }) => ({
    path: `collections/${name}.json`,
    text: `[\n${items.map(line).join(',\n')}\n]\n`,
  }))
  return [{ path: module.path, text: module.text() }, ...passages]
}

/** The prefixes of the connections' environment variables, by connection. */
export const collectionConnections = (collections: PlannedCollections): Map<string, string> =>
  new Map(
    [...collections.values()].flatMap(({ embedding }) =>
      embedding ? [[embedding.connection, connectionEnv(embedding.connection)]] : [],
    ),
  )

function constant({ name, ident, embedding }: PlannedCollection): string {
  const env = connectionEnv(embedding?.connection ?? '')
  const fields = [
    `model: ${quote(embedding?.model ?? '')}`,
    ...(embedding?.dimensions === undefined ? [] : [`dimensions: ${embedding.dimensions}`]),
    "encodingFormat: 'float'",
    'stripNewLines: false',
    `apiKey: process.env['${env}_API_KEY'] ?? 'none'`,
    `configuration: { baseURL: process.env['${env}_BASE_URL'] }`,
  ]
  const args = [
    quote(name),
    `new URL(${quote(`./collections/${name}.json`)}, import.meta.url)`,
    list('{}', fields, 'new OpenAIEmbeddings(') + ')',
  ]
  return list('()', args, `export const ${ident} = createCollection`)
}

const line = ({ documentId, position, source, url, lines, metadata, text, vector }: Passage) =>
  JSON.stringify({ documentId, position, source, url, lines, metadata, text, vector })
