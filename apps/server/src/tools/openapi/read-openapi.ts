import type { OpenApiScheme } from '@lathe/contract'
import { listOf, type Node, objectOf, textOf } from './node.ts'
import { parseDocument } from './parse-document.ts'
import { readOperations, type ReadOperation } from './read-operations.ts'
import { schemesOf } from './security.ts'

export type OpenApiContents = {
  title: string
  servers: string[]
  schemes: OpenApiScheme[]
  operations: ReadOperation[]
}

/** What a document offers; `from` is where it was fetched, which its servers may be relative to. */
export async function readOpenApiText(text: string, from?: string): Promise<OpenApiContents> {
  const { document, problems } = await parseDocument(text)
  const schemes = schemesOf(document)
  return {
    title: textOf(objectOf(document['info'])['title']).slice(0, 200),
    servers: serversOf(document, from),
    schemes,
    operations: readOperations(document, schemes, problems),
  }
}

function serversOf(document: Node, from: string | undefined): string[] {
  const servers = listOf(document['servers']).map((one) => {
    const server = objectOf(one)
    const variables = objectOf(server['variables'])
    return textOf(server['url']).replaceAll(
      /\{([^{}]*)\}/g,
      (whole, name: string) => textOf(objectOf(variables[name])['default']) || whole,
    )
  })
  const absolute = [...servers, ...(servers.length === 0 && from !== undefined ? ['/'] : [])].map(
    (url) => URL.parse(url, from)?.href.replace(/\/$/, ''),
  )
  return [...new Set(absolute.filter((url) => url !== undefined && /^https?:/.test(url)))].flatMap(
    (url) => url ?? [],
  )
}
