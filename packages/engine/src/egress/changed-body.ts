export type Bytes = Uint8Array<ArrayBuffer>

export type Change = {
  /** What the reader gets for a chunk, perhaps nothing. Throws where the body must break off. */
  chunk(bytes: Bytes): Bytes
  /** What is left to give when the body has come to its end. */
  rest?(): Bytes
}

/** The same response with a changed body, which is read as it is asked for. A `TransformStream` costs thrice. */
export function changedBody(response: Response, change: Change): Response {
  const { body, status, statusText, headers } = response
  if (!body) return response
  const reader = body.getReader()
  const next = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      const bytes = done ? change.rest?.() : change.chunk(value)
      if (done || bytes?.length) return { done, bytes }
    }
  }
  const changed = new ReadableStream<Bytes>(
    {
      async pull(controller) {
        try {
          const { done, bytes } = await next()
          if (bytes?.length) controller.enqueue(bytes)
          if (done) controller.close()
        } catch (error) {
          controller.error(error)
          await reader.cancel(error).catch(() => {})
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return new Response(changed, { status, statusText, headers })
}

/** The same response, whose body fails once it is longer than `maxBytes` after decompression. */
export function limitBody(response: Response, maxBytes: number, tooLarge: () => Error): Response {
  let seen = 0
  return changedBody(response, {
    chunk(bytes) {
      seen += bytes.byteLength
      if (seen > maxBytes) throw tooLarge()
      return bytes
    },
  })
}
