/** The same response, whose body fails once it is longer than `maxBytes` after decompression. */
export function limited(response: Response, maxBytes: number, tooLarge: () => Error): Response {
  if (!response.body) return response
  let seen = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        seen += chunk.byteLength
        if (seen > maxBytes) controller.error(tooLarge())
        else controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(counted, { status, statusText, headers })
}
