type BodyObserver = {
  onChunk(bytes: Uint8Array): void
  /** Called once: `null` at the end of the body, `cancelled` if the reader stopped. */
  onEnd(end: { error: unknown } | 'cancelled' | null): void
}

/** Returns the response with a tap that sees each chunk as the reader takes it. */
export function observeBody(response: Response, observer: BodyObserver): Response {
  const { body, status, statusText, headers } = response
  if (!body) {
    observer.onEnd(null)
    return response
  }
  const reader = body.getReader()
  let isEnded = false
  const end: BodyObserver['onEnd'] = (reason) => {
    // A cancelled reader also ends a pending read.
    if (isEnded) return
    isEnded = true
    observer.onEnd(reason)
  }
  const observed = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (isEnded) return
          if (done) {
            end(null)
            controller.close()
          } else {
            observer.onChunk(value)
            controller.enqueue(value)
          }
        } catch (error) {
          end({ error })
          controller.error(error)
          await reader.cancel(error).catch(() => {})
        }
      },
      async cancel(reason) {
        end('cancelled')
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(observed, { status, statusText, headers })
}

/**
 * Returns the response with a body that is read from the network as it arrives and buffered for a
 * busy reader. Calls `onEnd` when the body is complete or cancelled.
 */
export function readAhead(response: Response, onEnd: () => void): Response {
  const { body, status, statusText, headers } = response
  if (!body) {
    onEnd()
    return response
  }
  const reader = body.getReader()
  const reads = [reader.read()]
  const readAhead = async () => {
    try {
      for (let read = reads[0]; read && !(await read).done;) {
        read = reader.read()
        reads.push(read)
      }
    } catch {
      // The reader gets the error after the earlier chunks.
    }
    onEnd()
  }
  void readAhead()
  const buffered = new ReadableStream<Uint8Array<ArrayBuffer>>(
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
  return new Response(buffered, { status, statusText, headers })
}
