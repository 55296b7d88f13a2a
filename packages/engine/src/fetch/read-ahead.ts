/**
 * The same response, taken from the network as it arrives and kept for its reader, who may be busy. `onEnd` is told when
 * the last of it has come, or nothing more is wanted.
 */
export function readAhead(response: Response, onEnd: () => void): Response {
  const { body, status, statusText, headers } = response
  if (!body) {
    onEnd()
    return response
  }
  const reader = body.getReader()
  const reads = [reader.read()]
  const arrive = async () => {
    try {
      for (let read = reads[0]; read && !(await read).done;) {
        read = reader.read()
        reads.push(read)
      }
    } catch {
      // Its reader comes to it after what came before.
    }
    onEnd()
  }
  void arrive()
  const kept = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const read = await reads.shift()
        if (read?.value) controller.enqueue(read.value)
        else controller.close()
      },
      async cancel(reason) {
        onEnd()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(kept, { status, statusText, headers })
}
