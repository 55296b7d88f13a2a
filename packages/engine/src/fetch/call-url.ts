/** The base URL may end in a slash or carry a query (Azure's `api-version`). */
export function callUrl(baseUrl: string, path: string): URL {
  const url = new URL(baseUrl)
  url.pathname = url.pathname.replace(/\/+$/, '') + path
  return url
}
