/** Headers that may follow a redirect to another origin; any other one may be a secret. */
const FOLLOWS_ANYWHERE = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])

export type Hop = { url: URL; method: string; headers: Headers; body: BodyInit | null }

export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/** What a browser would ask next, with nothing but harmless headers once the origin changes. */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  const url = new URL(location, hop.url)
  const keepsMethod = status === 307 || status === 308 || ['GET', 'HEAD'].includes(hop.method)
  const headers = new Headers(
    [...hop.headers].filter(([name]) => {
      if (url.origin !== hop.url.origin && !FOLLOWS_ANYWHERE.has(name)) return false
      return keepsMethod || !name.startsWith('content-')
    }),
  )
  return keepsMethod ? { ...hop, url, headers } : { url, method: 'GET', headers, body: null }
}
