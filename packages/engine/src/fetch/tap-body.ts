export type Tap = {
  onChunk(bytes: Uint8Array): void
  /** Once: `null` when the body came to its end, `cancelled` when the reader wanted no more. */
  onEnd(end: { error: unknown } | 'cancelled' | null): void
}

/** The same response; the tap sees each chunk when the reader takes it and holds nothing up. */
export function tapBody(response: Response, tap: Tap): Response {
  const { body, status, statusText, headers } = response
  if (!body) {
    tap.onEnd(null)
    return response
  }
  const reader = body.getReader()
  const tapped = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            tap.onEnd(null)
            controller.close()
          } else {
            tap.onChunk(value)
            controller.enqueue(value)
          }
        } catch (error) {
          tap.onEnd({ error })
          controller.error(error)
          await reader.cancel(error).catch(() => {})
        }
      },
      async cancel(reason) {
        tap.onEnd('cancelled')
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(tapped, { status, statusText, headers })
}
