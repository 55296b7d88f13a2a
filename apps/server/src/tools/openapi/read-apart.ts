import { runInThread } from '../../platform/workers/run-in-thread.ts'
import { type OpenApiContents, readOpenApiText } from './read-openapi.ts'
import { OpenApiRefusal } from './refusal.ts'

export type OpenApiRequest = { text: string; from: string | undefined }

export type OpenApiReply =
  | { ok: true; contents: OpenApiContents }
  | { ok: false; path: string; message: string }

type Options = { timeoutMs: number; signal?: AbortSignal | undefined }

/** A smaller document is read faster than a worker starts. */
const SMALL = 200_000

/** Uses a worker for large documents: parsing a few megabytes of YAML takes seconds. */
export async function readOpenApiApart(
  request: OpenApiRequest,
  { timeoutMs, signal }: Options,
): Promise<OpenApiContents> {
  if (request.text.length <= SMALL) return readOpenApiText(request.text, request.from)
  const reply = await runInThread<OpenApiReply>(new URL('./thread.ts', import.meta.url), request, {
    name: 'openapi',
    timeoutMs,
    signal,
    onLimit: (what) => ({ ok: false, path: '', message: `Reading it takes too much ${what}` }),
  })
  if (reply.ok) return reply.contents
  throw new OpenApiRefusal(reply.path, reply.message)
}
