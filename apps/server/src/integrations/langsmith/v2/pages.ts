import * as z from 'zod'
import type { Answer, Call } from '../../call.ts'

/** Page parameters of API v2. */
export const pageFields = {
  page_size: z.coerce.number().int().min(1).max(1_000).default(100),
  cursor: z.string().optional(),
}

export type Page = { items: unknown[]; next_cursor: string | null }

/** Sends a page as JSON, or as a stream with a single JSON patch if the client accepts one. */
export const answerPages = (answer: Answer, handle: (call: Call) => Promise<Page>) =>
  answer(async (call) => {
    const page = await handle(call)
    if (!call.req.headers.accept?.includes('text/event-stream')) return page
    const patch = [{ op: 'add', path: '', value: page }]
    call.res
      .setHeader('content-type', 'text/event-stream; charset=utf-8')
      .end(`event: data\ndata: ${JSON.stringify(patch)}\n\nevent: end\ndata: {}\n\n`)
    return undefined
  })
