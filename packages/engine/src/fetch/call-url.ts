import type { ModelRequest } from './request.ts'

type Addressed = Pick<ModelRequest, 'connection' | 'kind' | 'name' | 'path'>

/** The base URL may end in a slash or carry a query. */
export function callUrl(request: Addressed): URL {
  const { baseUrl, kind } = request.connection
  const url = new URL(baseUrl)
  const base = url.pathname.replace(/\/+$/, '')
  url.pathname = base + (kind === 'azure-openai' ? azurePath(base, request) : request.path)
  const { apiVersion } = request.connection
  if (apiVersion) url.searchParams.set('api-version', apiVersion)
  return url
}

/** Azure calls a model by the name of its deployment, in the path; everything else, and the Responses API, is asked of the resource. */
function azurePath(base: string, { kind, name, path }: Addressed): string {
  const root = /\/openai(\/|$)/.test(base) ? '' : '/openai'
  return kind === 'http' || path === '/responses'
    ? root + path
    : `${root}/deployments/${encodeURIComponent(name)}${path}`
}
