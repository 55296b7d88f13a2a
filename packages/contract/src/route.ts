// The only file that uses oRPC's HTTP routing, which its next major version moves into metadata.
import { oc, type HTTPMethod, type HTTPPath } from '@orpc/contract'

export const route = (
  method: HTTPMethod,
  path: HTTPPath,
  summary: string,
  /** Markdown, shown under the summary. */
  description?: string,
) =>
  oc.route({
    method,
    path,
    summary,
    tags: [path.split('/')[1] ?? 'system'],
    ...(description !== undefined && { description }),
  })
