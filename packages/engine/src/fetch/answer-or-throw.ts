import { httpError } from '../errors/http-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'
import { errorContext } from './error-context.ts'
import type { Fetch } from './request.ts'

const LONGEST_COMPLAINT = 64 * 1024

/** From here on an answer is a good one: everything else is a `LatheError`. */
export function answerOrThrow(next: Fetch): Fetch {
  return async (request) => {
    const context = errorContext(request)
    const response = await next(request).catch((error: unknown) => {
      throw toLatheError(error, context)
    })
    if (response.ok) return response
    const said = await complaintOf(response)
    const hasKey = (await request.connection.secret()) !== null
    throw httpError(response.status, response.headers, said, {
      ...context,
      connection: { ...context.connection, hasKey },
    })
  }
}

/** A broken complaint still leaves its status to go by. */
async function complaintOf(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true })
      if (text.length > LONGEST_COMPLAINT) break
    }
  } catch {
    return text
  }
  return text
}
